import { Inject, Injectable } from '@nestjs/common';
import {
  eventAttempts,
  isRefusal,
  outgoing,
  type Outgoing,
  type Refusal,
  refuse,
  webhookListAttempts,
  webhookListEvents,
  webhookRetryEvent,
} from '@payorch/contracts';
import { type MerchantId, newEventId, referenceIdPattern } from '@payorch/kernel';
import type { EventListConstraints } from '@payorch/rest';
import { AccountCache, type Authenticated } from '../auth';
import { Limits } from '../limits';
import { OwnerClient, type OwnerReply, type RequestContext, type ScopedSender, scopeOf } from '../owners';
import { orUnavailable } from '../persistence';
import type { RequestTrace } from '../request';
import { toEventFilters } from './domain/to-event-filters';
import { attemptViews } from './event.view';

/** Whose events a request is about, and who asks for them: the merchant itself, or the operator. */
export interface EventsCaller {
  readonly merchantId: string;
  readonly caller: Authenticated;
  readonly trace: RequestTrace;
}

type Scope = Omit<RequestContext, 'timeout'> & { readonly merchantId: MerchantId; readonly profileId: string | null };

const eventIdPattern = /^[\w-]{1,64}$/;

/** Reads events of merchants from the webhooks service, and has it send one again. */
@Injectable()
export class Events {
  constructor(
    @Inject(OwnerClient) private readonly webhooks: Pick<OwnerClient, 'query'>,
    @Inject(AccountCache) private readonly accounts: Pick<AccountCache, 'account'>,
    @Inject(Limits) private readonly limits: Pick<Limits, 'webhookRetry'>,
  ) {}

  async list(sent: EventListConstraints, from: EventsCaller): OwnerReply {
    const scope = await this.scopeOf(from);
    return isRefusal(scope) ? scope : this.page(sent, scope);
  }

  /** The list of one profile: that of the header, else the default one. */
  async listOfProfile(sent: EventListConstraints, sender: ScopedSender): OwnerReply {
    const scope = scopeOf(sender);
    if (isRefusal(scope)) return scope;
    const { merchantId, account } = sender.merchant;
    return this.page(sent, { ...scope, merchantId, trace: sender.trace, accountVersion: account.accountVersion });
  }

  async attempts(eventId: string, from: EventsCaller): Promise<object[] | Refusal> {
    const scope = await this.scopeOf(from);
    if (isRefusal(scope)) return scope;
    const { merchantId, profileId: onlyProfile } = scope;
    return this.attemptsBy(outgoing(webhookListAttempts, { merchantId, onlyProfile, eventId }), scope, eventId);
  }

  /** The new attempt, after the endpoint has answered or has not. */
  async retry(eventId: string, from: EventsCaller): Promise<object | Refusal> {
    const scope = await this.scopeOf(from);
    if (isRefusal(scope)) return scope;
    const { merchantId, profileId: onlyProfile } = scope;
    const over = await this.limits.webhookRetry(merchantId);
    if (over) return over;
    const command = { merchantId, onlyProfile, eventId, attemptId: newEventId(new Date()) };
    const attempts = await this.attemptsBy(outgoing(webhookRetryEvent, command), scope, eventId, 'processorCallMs');
    return isRefusal(attempts) ? attempts : attempts[0]!;
  }

  private page(sent: EventListConstraints, { merchantId, profileId, ...context }: Scope): OwnerReply {
    const requested = toEventFilters(sent, new Date());
    if (isRefusal(requested)) return Promise.resolve(requested);
    const filters = { ...requested, profileId: profileId ?? requested.profileId };
    const query = outgoing(webhookListEvents, { merchantId, filters });
    return this.webhooks.query(query, { ...context, timeout: 'noProcessorCallMs' });
  }

  private async attemptsBy(
    message: Outgoing,
    { merchantId: _, profileId: __, ...context }: Scope,
    eventId: string,
    timeout: RequestContext['timeout'] = 'noProcessorCallMs',
  ): Promise<object[] | Refusal> {
    if (!eventIdPattern.test(eventId)) return refuse('event_not_found');
    const reply = await this.webhooks.query(message, { ...context, timeout });
    return isRefusal(reply) ? reply : attemptViews(eventAttempts.parse(JSON.parse(reply.toString())));
  }

  /** A merchant's key reads what is its own, and with `X-Profile-Id` what is that profile's. */
  private async scopeOf({ merchantId, caller, trace }: EventsCaller): Promise<Scope | Refusal> {
    if (caller.kind !== 'admin') {
      const { account, profileId } = caller;
      return { merchantId: caller.merchantId, profileId, trace, accountVersion: account.accountVersion };
    }
    const isId = referenceIdPattern.test(merchantId);
    const account = isId ? await orUnavailable(this.accounts.account(merchantId as MerchantId)) : undefined;
    if (!account) return refuse('merchant_not_found');
    return { merchantId: account.merchantId, profileId: null, trace, accountVersion: account.accountVersion };
  }
}

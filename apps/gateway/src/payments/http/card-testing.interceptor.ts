import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { Outgoing, Refusal } from '@payorch/contracts';
import type { PaymentId, Secret } from '@payorch/kernel';
import { referenceIdPattern } from '@payorch/kernel';
import { fingerprintOf } from '@payorch/platform/sealing';
import { withoutBlanks } from '@payorch/rest';
import type { FastifyRequest } from 'fastify';
import { firstValueFrom, of, type Observable } from 'rxjs';
import { type AuthenticatedMerchant, callerOf, chooseProfile } from '../../auth';
import {
  addressKey,
  type CardAttempt,
  type CardTestingConfig,
  type CardTestingGuard,
  isGuarding,
  type OutcomeOf,
} from '../../limits';
import { type OwnerClient, paymentQuery } from '../../owners';
import { traceOf } from '../../request';
import { outcomesOf } from '../attempt-outcomes';

/** The fields of a payment request that identify customer and card. */
interface Sent {
  readonly payment_id?: string | null;
  readonly confirm?: boolean | null;
  readonly profile_id?: string | null;
  readonly business_country?: string | null;
  readonly business_label?: string | null;
  readonly customer_id?: string | null;
  readonly customer?: { readonly id?: string | null } | null;
  readonly payment_method?: string | null;
  readonly payment_method_data?: { readonly card?: { readonly card_number?: string } | null } | null;
}

/** The same fields of a payment in the owner's reply. */
interface PaymentReply {
  readonly payment_id?: string;
  readonly profile_id?: string | null;
  readonly customer_id?: string | null;
  readonly payment_method?: string | null;
  readonly status?: string;
  readonly attempt_count?: number;
}

interface GuardedAttempt {
  readonly config: CardTestingConfig;
  readonly attempt: CardAttempt;
  readonly outcomeOf: OutcomeOf;
}

export interface CardTestingOptions {
  readonly guard: CardTestingGuard;
  readonly owner: Pick<OwnerClient, 'query'>;
  readonly fingerprintKey: Secret;
}

/** Routes that may charge a card, and whether they need `confirm` to do so. */
const routes: Readonly<Record<string, 'if_confirmed' | 'always'>> = {
  '/payments': 'if_confirmed',
  '/payments/:payment_id': 'if_confirmed',
  '/payments/:payment_id/confirm': 'always',
};

const paymentIn = (bytes: unknown): PaymentReply => {
  try {
    return JSON.parse(Buffer.isBuffer(bytes) ? bytes.toString('utf8') : '{}') as PaymentReply;
  } catch {
    return {};
  }
};

/** The outcome comes later: after a challenge, or from the processor. */
const isOpen = (status: string | undefined): boolean =>
  status === 'requires_customer_action' || status === 'processing';

/**
 * Applies the card-testing guard to requests that may charge a card, for merchants with a guarded profile. The interface guards payments
 * alone. The client of a payout learns as little of cards: a payout that failed is confirmed no more, so each try takes a
 * payout that the merchant has made.
 */
export class CardTestingInterceptor implements NestInterceptor {
  constructor(private readonly options: CardTestingOptions) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> | Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const when = request.method === 'POST' ? routes[request.routeOptions.url ?? ''] : undefined;
    const caller = when && callerOf(request);
    if (!caller || caller.kind === 'admin') return next.handle();
    const isGuarded = caller.account.profiles.some(({ cardTesting }) => isGuarding(cardTesting));
    return isGuarded ? this.guarded(request, caller, when, next) : next.handle();
  }

  private async guarded(
    request: FastifyRequest,
    merchant: AuthenticatedMerchant,
    when: 'if_confirmed' | 'always',
    next: CallHandler,
  ): Promise<Observable<unknown>> {
    const sent = (request.body ?? {}) as Sent;
    const handle = async (): Promise<unknown> => firstValueFrom(next.handle());
    const fingerprint = this.fingerprintIn(sent, merchant.merchantId);
    if (when === 'if_confirmed' && sent.confirm !== true) {
      const answer = await handle();
      await this.storeFingerprint(merchant.merchantId, paymentIn(answer).payment_id, fingerprint);
      return of(answer);
    }
    const found = await this.guardedAttemptOf(request, merchant, sent, fingerprint);
    return of(found ? await this.count(found, handle) : await handle());
  }

  private async count(
    { config, attempt, outcomeOf }: GuardedAttempt,
    handle: () => Promise<unknown>,
  ): Promise<unknown> {
    const counted = await this.options.guard.count(config, attempt, outcomeOf);
    if (!('uncount' in counted)) return counted;
    try {
      const answer = await handle();
      const { status, payment_id: paymentId, attempt_count: number } = paymentIn(answer);
      if (isOpen(status) && paymentId && number) await counted.leaveOpen({ paymentId, number });
      else if (status !== 'failed') await counted.uncount();
      return answer;
    } catch (error) {
      await counted.uncount();
      throw error;
    }
  }

  /** Undefined without a guarded profile or without a card. */
  private async guardedAttemptOf(
    request: FastifyRequest,
    merchant: AuthenticatedMerchant,
    sent: Sent,
    fingerprint: string | null,
  ): Promise<GuardedAttempt | undefined> {
    const { payment_id: paymentId } = request.params as { payment_id?: string };
    const stored = paymentId === undefined ? {} : await this.stored(paymentId, merchant, request);
    const method = sent.payment_method ?? stored.payment_method;
    if (method !== 'card' && fingerprint === null) return undefined;
    const profileId = stored.profile_id ?? profileOf(sent, merchant);
    const config = merchant.account.profiles.find((one) => one.profileId === profileId)?.cardTesting;
    if (typeof profileId !== 'string' || !isGuarding(config)) return undefined;
    const known =
      fingerprint ?? (paymentId ? await this.options.guard.storedFingerprint(merchant.merchantId, paymentId) : null);
    const customerId = sent.customer_id ?? sent.customer?.id ?? stored.customer_id ?? null;
    const address = addressKey(request.ip);
    return {
      config,
      attempt: { merchantId: merchant.merchantId, profileId, address, customerId, fingerprint: known },
      outcomeOf: outcomesOf(merchant.merchantId, (query) => this.query(query, merchant, request)),
    };
  }

  /** Empty where the owner refuses the query: the owner then refuses the request too. */
  private async stored(
    paymentId: string,
    merchant: AuthenticatedMerchant,
    request: FastifyRequest,
  ): Promise<PaymentReply> {
    if (!referenceIdPattern.test(paymentId)) return {};
    const { merchantId } = merchant;
    const query = paymentQuery({ merchantId, paymentId: paymentId as PaymentId });
    return paymentIn(await this.query(query, merchant, request));
  }

  private query(
    query: Outgoing,
    { account: { accountVersion } }: AuthenticatedMerchant,
    request: FastifyRequest,
  ): Promise<Buffer | Refusal> {
    const { correlationId, traceparent } = traceOf(request);
    const trace = { correlationId, traceparent };
    return this.options.owner.query(query, { trace, accountVersion, timeout: 'noProcessorCallMs' });
  }

  private fingerprintIn(sent: Sent, merchantId: string): string | null {
    const number = sent.payment_method_data?.card?.card_number;
    return number ? fingerprintOf(withoutBlanks(number), merchantId, this.options.fingerprintKey) : null;
  }

  private async storeFingerprint(
    merchantId: string,
    paymentId: string | undefined,
    fingerprint: string | null,
  ): Promise<void> {
    if (paymentId && fingerprint) await this.options.guard.storeFingerprint(merchantId, paymentId, fingerprint);
  }
}

function profileOf(sent: Sent, merchant: AuthenticatedMerchant): string | undefined {
  const chosen = chooseProfile(merchant.account, {
    profileId: sent.profile_id ?? merchant.profileId,
    businessCountry: sent.business_country,
    businessLabel: sent.business_label,
  });
  return typeof chosen === 'string' ? chosen : undefined;
}

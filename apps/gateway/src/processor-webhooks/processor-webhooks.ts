import type { Refusal } from '@payorch/contracts';
import { connectorWebhookReceived, outgoing, refuse, webhookVerdict } from '@payorch/contracts';
import { newId, referenceIdPattern } from '@payorch/kernel';
import { failPoint } from '@payorch/platform/config';
import { newTraceparent, type Requester } from '@payorch/platform/kafka';
import type { Logger } from '@payorch/platform/telemetry';
import type { AccountCache } from '../auth/account-cache';
import { addressKey } from '../limits/address-key';
import { tooMany, type Limits } from '../limits/limits';
import { orUnavailable, type Database } from '../persistence/database';
import type { AccountSnapshot } from '../persistence/account-snapshot';
import type { ProcessorWebhook, ProcessorWebhookRepository } from '../persistence/processor-webhook.repository';
import type { RequestTrace } from '../request-trace';
import { dedupeKeyOf, type RawWebhook } from './dedupe-key';
import { isWorthReading, verifyWebhook, type Verification, type RefusalReason } from './webhook-verification';
import type { NamedSyncs } from './named-syncs';
import type { RefusedWebhooks } from './refused-webhooks';
import type { WebhookAccount, WebhookAccounts } from './webhook-accounts';

export interface ProcessorWebhooksOptions {
  readonly database: Database;
  readonly accounts: WebhookAccounts;
  readonly webhooks: ProcessorWebhookRepository;
  readonly cache: Pick<AccountCache, 'account' | 'accountYoungerThan'>;
  readonly requester: Pick<Requester, 'request'>;
  readonly limits: Pick<Limits, 'refusedWebhooks' | 'unsignedWebhooks' | 'lookups'>;
  readonly refused: Pick<RefusedWebhooks, 'record'>;
  readonly syncs: Pick<NamedSyncs, 'schedule'>;
  readonly logger: Pick<Logger, 'warn'>;
  /** How long a worker may take to apply a webhook before the sweep asks again. */
  readonly verdictTimeoutMs: number;
  /** Whoever is refused too often waits so long for each answer: a connection that floods is slowed down by it. */
  readonly refusalDelayMs: number;
}

export interface Addressed {
  readonly merchantId: string;
  /** A connector account's id, or a connector's name. */
  readonly accountOrConnector: string;
}

/** What is known of a webhook before its body. */
export type Head = Omit<RawWebhook, 'body'> & { readonly address: string; readonly requestId: string };

/** A webhook whose body is worth reading. */
export interface Admitted {
  readonly to: Addressed;
  readonly head: Head;
  readonly merchant: AccountSnapshot;
  readonly accounts: readonly WebhookAccount[];
}

type FoundAccounts = { readonly merchant: AccountSnapshot | undefined; readonly accounts: readonly WebhookAccount[] };

/** A refusal that newer settings could cure is given by settings no older than this. */
const freshMs = 200;
/** Whoever stored a webhook asks about it at once; the sweep leaves it alone for so long. */
const firstSweepDelayMs = 10_000;

/**
 * Takes in what processors tell us (M11): size, form and time first, then the signature, before a byte of it reaches broker
 * or database. What is verified is stored whole, then acknowledged, then applied by a worker.
 */
export class ProcessorWebhooks {
  /** Refusals that wait for their time: as many as this, and the others are answered at once. */
  private delayed = 0;

  constructor(private readonly options: ProcessorWebhooksOptions) {}

  /** By the head alone; the body is still on its way. */
  async admit(to: Addressed, head: Head): Promise<Admitted | Refusal> {
    const found = await this.findAccounts(to, head.address);
    if (!found) return tooMany(1);
    const { merchant, accounts } = found;
    if (!merchant) return this.refuse(to, head, 'no_merchant');
    if (accounts.length === 0) return this.refuse(to, head, 'no_account');
    const worth = isWorthReading(accounts, { ...head, now: new Date() });
    return worth ? { to, head, merchant, accounts } : this.refuse(to, head, 'no_timely_signature', accounts);
  }

  /** Undefined: acknowledged. */
  async receive(admitted: Admitted, body: Buffer, trace: RequestTrace): Promise<Refusal | undefined> {
    const { to, head } = admitted;
    const judgement = await this.verify(admitted, body);
    if (judgement.kind === 'locked') return refuse('webhook_secret_sealed');
    if (judgement.kind === 'refused') return this.refuse(to, head, judgement.reason, admitted.accounts, body);
    if (judgement.kind === 'unsigned') return this.syncNamed(judgement.accounts, body, trace);
    const [account] = judgement.accounts;
    if (account?.reader?.parseWebhook(body).kind === 'unreadable')
      return this.refuse(to, head, 'unreadable', judgement.accounts, body);
    await this.take(judgement.accounts, { ...head, body }, trace, admitted.merchant.accountVersion);
    return undefined;
  }

  /** The sweep: what was stored and never applied, because a worker, the broker or this process went away. */
  async applyPending(limit: number): Promise<number> {
    const { database, webhooks } = this.options;
    const open = await database.change('every', (sql) => webhooks.claimOpen(sql, limit));
    await Promise.all(
      open.map((webhook) =>
        this.apply(webhook, { trace: { correlationId: webhook.webhookId, traceparent: newTraceparent() } }),
      ),
    );
    return open.length;
  }

  /** However many have come: each chunk is a transaction of its own. */
  async deleteOld(olderThanMs: number, limit = 1_000): Promise<void> {
    const { database, webhooks } = this.options;
    const some = () => database.change('every', (sql) => webhooks.deleteOld(sql, { olderThanMs, limit }));
    while ((await some()) === limit);
  }

  /** Undefined: too many look for what is not there. What is in memory is found whatever else goes on. */
  private async findAccounts(
    { merchantId, accountOrConnector }: Addressed,
    address: string,
  ): Promise<FoundAccounts | undefined> {
    const { cache, limits } = this.options;
    if (!referenceIdPattern.test(merchantId)) return { merchant: undefined, accounts: [] };
    const search = async (): Promise<FoundAccounts> => {
      const merchant = await cache.account(merchantId);
      const found = merchant ? await this.options.accounts.of(merchant, accountOrConnector) : [];
      return found.length > 0 || !merchant
        ? { merchant, accounts: found }
        : this.findFresh(merchant, accountOrConnector);
    };
    const isFlood = limits.refusedWebhooks.secondsOver(unknownAccountKey(address)) !== undefined;
    const isFree = !isFlood || this.options.accounts.has(merchantId, accountOrConnector);
    return orUnavailable(isFree ? search() : limits.lookups.run(search));
  }

  private async findFresh(known: AccountSnapshot, accountOrConnector: string): Promise<FoundAccounts> {
    const merchant = (await this.options.cache.accountYoungerThan(known.merchantId, freshMs)) ?? known;
    return { merchant, accounts: await this.options.accounts.of(merchant, accountOrConnector) };
  }

  /** A wrong signature may be one of a secret that was changed elsewhere a moment ago. */
  private async verify({ to, head, merchant, accounts }: Admitted, body: Buffer): Promise<Verification> {
    const evidence = { ...head, body, now: new Date() };
    const judgement = verifyWebhook(accounts, evidence);
    if (judgement.kind !== 'refused') return judgement;
    const newest = await orUnavailable(this.findFresh(merchant, to.accountOrConnector));
    const isSame = newest.merchant?.accountVersion === merchant.accountVersion;
    return isSame ? judgement : verifyWebhook(newest.accounts, evidence);
  }

  /** Counts a refusal, and shows its first ones to the operator. */
  private async refuse(
    { merchantId, accountOrConnector }: Addressed,
    head: Head,
    reason: RefusalReason,
    accounts: readonly WebhookAccount[] = [],
    body?: Buffer,
  ): Promise<Refusal> {
    const { limits, refused } = this.options;
    const known = accounts.length > 0 ? JSON.stringify([merchantId, accountOrConnector, addressKey(head.address)]) : '';
    const seconds = await limits.refusedWebhooks.spend(known || unknownAccountKey(head.address));
    const ids = accounts.map(({ merchantConnectorId }) => merchantConnectorId);
    refused.record(ids, reason, { ...head, ...(body && { body }) });
    if (seconds === undefined) return refusalFor(reason, accountOrConnector);
    await this.delay();
    return tooMany(seconds);
  }

  private async delay(): Promise<void> {
    if (this.delayed >= maxDelayed) return;
    this.delayed++;
    await new Promise((resolve) => setTimeout(resolve, this.options.refusalDelayMs));
    this.delayed--;
  }

  /** Nothing of it is believed: what it names is synced, if it is not too much. */
  private async syncNamed(accounts: readonly WebhookAccount[], body: Buffer, trace: RequestTrace): Promise<undefined> {
    const { limits, syncs } = this.options;
    for (const account of accounts) {
      const isTooMuch = (await limits.unsignedWebhooks.spend(account.merchantConnectorId)) !== undefined;
      const reading = isTooMuch ? undefined : account.reader?.parseWebhook(body);
      if (reading?.kind === 'event') syncs.schedule(account, reading.event.facts, trace);
    }
  }

  /** Durable before anybody is told so; applied behind the answer. */
  private async take(
    accounts: readonly WebhookAccount[],
    raw: RawWebhook,
    trace: RequestTrace,
    accountVersion: number,
  ): Promise<void> {
    for (const account of accounts) {
      const webhook = toWebhook(account, raw);
      const stored = await orUnavailable(this.store(webhook));
      failPoint('webhook-stored-before-verdict');
      if (stored.isSettled) continue;
      this.apply({ ...webhook, webhookId: stored.webhookId }, { trace, accountVersion }).catch((error: unknown) =>
        this.options.logger.warn(
          { error, ...factsOf(webhook, stored.webhookId), request_id: trace.correlationId },
          'a webhook waits for the sweep',
        ),
      );
    }
  }

  /** Settled: applied before, or under way with whoever stored it first. What a worker refused is asked about again. */
  private async store(webhook: ProcessorWebhook): Promise<{ webhookId: string; isSettled: boolean }> {
    const { database, webhooks } = this.options;
    const { webhookId, verdict } = await database.change([webhook.merchantId], (sql) =>
      webhooks.store(sql, webhook, firstSweepDelayMs),
    );
    const isOwn = webhookId === webhook.webhookId;
    return { webhookId, isSettled: !isOwn && verdict !== 'refused' && verdict !== 'unreadable' };
  }

  /** Has a worker apply a stored webhook, and keeps what it says. Silence is left to the sweep. */
  private async apply(
    webhook: ProcessorWebhook,
    { trace, accountVersion }: { trace: RequestTrace; accountVersion?: number },
  ): Promise<void> {
    const { requester, verdictTimeoutMs, database, webhooks } = this.options;
    const { correlationId, traceparent } = trace;
    const version = accountVersion !== undefined && { accountVersion };
    const options = { correlationId, traceparent, deadlineMs: verdictTimeoutMs, ...version };
    // What could not be sent was heard by nobody: the sweep comes back to it.
    const reply = await requester.request(commandOf(webhook), options).catch(() => ({ kind: 'no_reply' }) as const);
    // A refusal here is one of time (deadline, settings behind): no word about the webhook itself.
    if (reply.kind !== 'answer') return;
    const { verdict } = webhookVerdict.parse(JSON.parse(reply.body.toString()));
    await database.change([webhook.merchantId], (sql) =>
      webhooks.recordVerdict(sql, webhook.merchantId, webhook.webhookId, verdict),
    );
  }
}

/** What a log line about a webhook says; which payment it tells of, its worker finds out. */
const factsOf = ({ merchantId, merchantConnectorId }: ProcessorWebhook, webhookId: string) => ({
  ...{ merchant_id: merchantId, merchant_connector_id: merchantConnectorId, webhook_id: webhookId },
});

const maxDelayed = 1_000;

/** Those who name a merchant or an account that is not there share one count an address. */
const unknownAccountKey = (address: string): string => JSON.stringify([addressKey(address)]);

const refusals = {
  no_merchant: () => refuse('merchant_not_found'),
  no_account: (reason) => refuse('connector_account_not_found', { reason }),
  no_timely_signature: () => refuse('webhook_refused'),
  wrong_signature: () => refuse('webhook_refused'),
  unreadable: () => refuse('webhook_unreadable'),
} satisfies Record<RefusalReason, (accountOrConnector: string) => Refusal>;
const refusalFor = (reason: RefusalReason, accountOrConnector: string): Refusal => refusals[reason](accountOrConnector);

const toWebhook = (account: WebhookAccount, raw: RawWebhook): ProcessorWebhook => ({
  merchantId: account.merchantId,
  webhookId: newId('whk'),
  merchantConnectorId: account.merchantConnectorId,
  connectorName: account.connectorName,
  dedupeKey: dedupeKeyOf(raw),
  headers: raw.headers,
  query: raw.query,
  body: raw.body,
  receivedAt: new Date(),
});

const commandOf = (webhook: ProcessorWebhook) =>
  outgoing(connectorWebhookReceived, {
    webhookId: webhook.webhookId,
    merchantId: webhook.merchantId,
    account: { merchantConnectorId: webhook.merchantConnectorId, connector: webhook.connectorName },
    receivedAt: webhook.receivedAt.toISOString(),
    headers: { ...webhook.headers },
    query: { ...webhook.query },
    bodyBase64: webhook.body.toString('base64'),
  });

import { Inject, Injectable } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import { connectorWebhookReceived, outgoing, refuse, webhookVerdict } from '@payorch/contracts';
import { type MerchantId, newId, referenceIdPattern } from '@payorch/kernel';
import { failPoint } from '@payorch/platform/config';
import { newTraceparent, Requester } from '@payorch/platform/kafka';
import type { Logger } from '@payorch/platform/telemetry';
import { AccountCache, type AccountSnapshot } from '../auth';
import type { GatewayConfig } from '../config';
import { LanesOfAccounts } from '../configs';
import { DataKeyCache } from '../data-keys';
import { addressKey, Limits, tooMany } from '../limits';
import { Database, orUnavailable } from '../persistence';
import type { RequestTrace } from '../request';
import { configToken, loggerToken } from '../tokens';
import { dedupeKeyOf, type RawWebhook } from './domain/dedupe-key';
import { isWorthReading, verifyWebhook, type Verification, type RefusalReason } from './domain/webhook-verification';
import { NamedSyncs } from './named-syncs';
import { type ProcessorWebhook, ProcessorWebhookRepository } from './persistence/processor-webhook.repository';
import { RefusedWebhooks } from './refused-webhooks';
import { type WebhookAccount, WebhookAccounts } from './webhook-accounts';

export interface Addressed {
  readonly merchantId: string;
  /** The id of a connector account, or the name of a connector. */
  readonly accountOrConnector: string;
}

/** The part of a webhook that precedes its body. */
export type Head = Omit<RawWebhook, 'body'> & { readonly address: string; readonly requestId: string };

/** A webhook whose head passed the checks. */
export interface Admitted {
  readonly to: Addressed;
  readonly head: Head;
  readonly merchant: AccountSnapshot;
  readonly accounts: readonly WebhookAccount[];
}

type FoundAccounts = { readonly merchant: AccountSnapshot | undefined; readonly accounts: readonly WebhookAccount[] };

/** Settings may be this old when the gateway refuses a webhook that newer settings could accept. */
const freshMs = 200;
/** The gateway that stores a webhook sends the command at once; the sweep waits this long. */
const firstSweepDelayMs = 10_000;

/**
 * Receives processor webhooks (M11): checks size, form and time first, then the signature, before any byte reaches
 * Kafka or PostgreSQL. The gateway stores a verified webhook whole, acknowledges it, and a worker applies it.
 */
@Injectable()
export class ProcessorWebhooks {
  /** Delayed refusals in progress; beyond the maximum, refusals are sent at once. */
  private delayed = 0;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(WebhookAccounts) private readonly accounts: WebhookAccounts,
    @Inject(ProcessorWebhookRepository) private readonly webhooks: ProcessorWebhookRepository,
    @Inject(AccountCache) private readonly cache: Pick<AccountCache, 'account' | 'accountYoungerThan'>,
    @Inject(Requester) private readonly requester: Pick<Requester, 'request'>,
    @Inject(LanesOfAccounts) private readonly lanes: Pick<LanesOfAccounts, 'laneOf'>,
    @Inject(Limits) private readonly limits: Pick<Limits, 'refusedWebhooks' | 'unsignedWebhooks' | 'lookups'>,
    @Inject(RefusedWebhooks) private readonly refused: Pick<RefusedWebhooks, 'record'>,
    @Inject(NamedSyncs) private readonly syncs: Pick<NamedSyncs, 'schedule'>,
    @Inject(loggerToken) private readonly logger: Pick<Logger, 'warn'>,
    /** The merchant's keys seal and open stored webhooks. */
    @Inject(DataKeyCache) private readonly keys: Pick<DataKeyCache, 'load'>,
    @Inject(configToken) private readonly config: Pick<
      GatewayConfig,
      'webhookVerdictTimeoutMs' | 'webhookRefusalDelayMs'
    >,
  ) {}

  /** Checks the head; the body has not arrived yet. */
  async admit(to: Addressed, head: Head): Promise<Admitted | Refusal> {
    const found = await this.findAccounts(to, head.address);
    if (!found) return tooMany(1);
    const { merchant, accounts } = found;
    if (!merchant) return this.refuse(to, head, 'no_merchant');
    if (accounts.length === 0) return this.refuse(to, head, 'no_account');
    const worth = isWorthReading(accounts, { ...head, now: new Date() });
    return worth ? { to, head, merchant, accounts } : this.refuse(to, head, 'no_timely_signature', accounts);
  }

  /** Undefined: the webhook is acknowledged. */
  async receive(admitted: Admitted, body: Buffer, trace: RequestTrace): Promise<Refusal | undefined> {
    const { to, head } = admitted;
    const verification = await this.verify(admitted, body);
    if (verification.kind === 'secrets_unreadable') return refuse('webhook_secret_sealed');
    if (verification.kind === 'refused') return this.refuse(to, head, verification.reason, admitted.accounts, body);
    if (verification.kind === 'unsigned') {
      this.refused.record(verification.accounts, 'no_secret', { ...head, body });
      return this.syncNamed(verification.accounts, body, trace);
    }
    const [account] = verification.accounts;
    if (account?.reader?.parseWebhook(body).kind === 'unreadable')
      return this.refuse(to, head, 'unreadable', verification.accounts, body);
    await this.storeAndApply(verification.accounts, { ...head, body }, trace, admitted.merchant.accountVersion);
    return undefined;
  }

  /** For the sweep: retries stored webhooks without a verdict, after an outage of a worker, Kafka or a gateway. */
  async applyPending(limit: number): Promise<number> {
    const { database, webhooks } = this;
    const merchants = await database.read('every', (sql) => webhooks.merchantsWithOpen(sql, limit));
    await Promise.all(merchants.map((merchantId) => this.keys.load(merchantId)));
    const open = await database.change('every', (sql) => webhooks.claimOpen(sql, merchants, limit));
    await Promise.all(
      open.map((webhook) =>
        this.apply(webhook, { trace: { correlationId: webhook.webhookId, traceparent: newTraceparent() } }),
      ),
    );
    return open.length;
  }

  /** Undefined: too many lookups of unknown accounts. Cached accounts are always found. */
  private async findAccounts(
    { merchantId, accountOrConnector }: Addressed,
    address: string,
  ): Promise<FoundAccounts | undefined> {
    const { cache, limits } = this;
    if (!referenceIdPattern.test(merchantId)) return { merchant: undefined, accounts: [] };
    const search = async (): Promise<FoundAccounts> => {
      const merchant = await cache.account(merchantId);
      if (!merchant) return this.findNone(merchantId as MerchantId, accountOrConnector);
      const found = await this.accounts.of(merchant, accountOrConnector);
      return found.length > 0 ? { merchant, accounts: found } : this.findFresh(merchant, accountOrConnector);
    };
    const isFlood = limits.refusedWebhooks.secondsOver(unknownAccountKey(address)) !== undefined;
    const isFree = !isFlood || this.accounts.has(merchantId, accountOrConnector);
    return orUnavailable(isFree ? search() : limits.lookups.run(search));
  }

  /** An unknown merchant costs the read of an unknown account, so that both answers take the same time. */
  private async findNone(merchantId: MerchantId, accountOrConnector: string): Promise<FoundAccounts> {
    await this.accounts.of({ merchantId, accountVersion: 0 }, accountOrConnector);
    return { merchant: undefined, accounts: [] };
  }

  private async findFresh(known: AccountSnapshot, accountOrConnector: string): Promise<FoundAccounts> {
    const merchant = (await this.cache.accountYoungerThan(known.merchantId, freshMs)) ?? known;
    return { merchant, accounts: await this.accounts.of(merchant, accountOrConnector) };
  }

  /** Verifies again with fresh settings: another gateway may have just changed the secret. */
  private async verify({ to, head, merchant, accounts }: Admitted, body: Buffer): Promise<Verification> {
    const evidence = { ...head, body, now: new Date() };
    const verification = verifyWebhook(accounts, evidence);
    if (verification.kind !== 'refused') return verification;
    const newest = await orUnavailable(this.findFresh(merchant, to.accountOrConnector));
    const isSame = newest.merchant?.accountVersion === merchant.accountVersion;
    return isSame ? verification : verifyWebhook(newest.accounts, evidence);
  }

  /** Counts a refusal, and stores the first ones for the operator. */
  private async refuse(
    { merchantId, accountOrConnector }: Addressed,
    head: Head,
    reason: RefusalReason,
    accounts: readonly WebhookAccount[] = [],
    body?: Buffer,
  ): Promise<Refusal> {
    const { limits, refused } = this;
    const known = accounts.length > 0 ? JSON.stringify([merchantId, accountOrConnector, addressKey(head.address)]) : '';
    const seconds = await limits.refusedWebhooks.spend(known || unknownAccountKey(head.address));
    refused.record(accounts, reason, { ...head, ...(body && { body }) });
    if (seconds === undefined) return refusalFor(reason, accountOrConnector);
    await this.delay();
    return tooMany(seconds);
  }

  private async delay(): Promise<void> {
    if (this.delayed >= maxDelayed) return;
    this.delayed++;
    // The delay slows down a flooding connection.
    await new Promise((resolve) => setTimeout(resolve, this.config.webhookRefusalDelayMs));
    this.delayed--;
  }

  /** An unsigned webhook is not trusted: it only causes syncs, up to a limit. */
  private async syncNamed(accounts: readonly WebhookAccount[], body: Buffer, trace: RequestTrace): Promise<undefined> {
    const { limits, syncs } = this;
    for (const account of accounts) {
      const isTooMuch = (await limits.unsignedWebhooks.spend(account.merchantConnectorId)) !== undefined;
      const reading = isTooMuch ? undefined : account.reader?.parseWebhook(body);
      if (reading?.kind === 'event') syncs.schedule(account, reading.event.facts, trace);
    }
  }

  /** Stores the webhook before it is acknowledged; the worker applies it after the response. */
  private async storeAndApply(
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
        this.logger.warn(
          { error, ...factsOf(webhook, stored.webhookId), request_id: trace.correlationId },
          'a webhook waits for the sweep',
        ),
      );
    }
  }

  /**
   * A stored webhook needs nothing more if it has a verdict or another request just stored it. The gateway retries a
   * webhook that a worker refused.
   */
  private async store(webhook: ProcessorWebhook): Promise<{ webhookId: string; isSettled: boolean }> {
    const { database, webhooks, keys } = this;
    await keys.load(webhook.merchantId);
    const { webhookId, verdict } = await database.change([webhook.merchantId], (sql) =>
      webhooks.store(sql, webhook, firstSweepDelayMs),
    );
    const isOwn = webhookId === webhook.webhookId;
    return { webhookId, isSettled: !isOwn && verdict !== 'refused' && verdict !== 'unreadable' };
  }

  /** Sends a stored webhook to a worker and stores the verdict. Without a reply the sweep retries. */
  private async apply(
    webhook: ProcessorWebhook,
    { trace, accountVersion }: { trace: RequestTrace; accountVersion?: number },
  ): Promise<void> {
    const { requester, database, webhooks, lanes } = this;
    // After this time the sweep retries.
    const { webhookVerdictTimeoutMs: verdictTimeoutMs } = this.config;
    const { correlationId, traceparent } = trace;
    const version = accountVersion !== undefined && { accountVersion };
    const lane = await lanes.laneOf(accountOf(webhook));
    const options = { correlationId, traceparent, lane, deadlineMs: verdictTimeoutMs, ...version };
    // The command was not sent: the sweep retries.
    const reply = await requester.request(commandOf(webhook), options).catch(() => ({ kind: 'no_reply' }) as const);
    // A refusal means a missed deadline or older settings, not a verdict about the webhook.
    if (reply.kind !== 'response') return;
    const verdict = webhookVerdict.parse(JSON.parse(reply.body.toString()));
    await database.change([webhook.merchantId], (sql) => webhooks.recordVerdict(sql, webhook, verdict));
  }
}

/** The ids in a log line about a webhook; its worker finds the payment. */
const factsOf = ({ merchantId, merchantConnectorId }: ProcessorWebhook, webhookId: string) => ({
  merchant_id: merchantId,
  merchant_connector_id: merchantConnectorId,
  webhook_id: webhookId,
});

const maxDelayed = 1_000;

/** Webhooks for unknown merchants or accounts share one count for each address. */
const unknownAccountKey = (address: string): string => JSON.stringify([addressKey(address)]);

const refusals = {
  // As of an account: a sender without a signature must not learn which merchants exist.
  no_merchant: (reason) => refuse('connector_account_not_found', { reason }),
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

const accountOf = ({ merchantConnectorId, connectorName: connector }: ProcessorWebhook) => ({
  merchantConnectorId,
  connector,
});

const commandOf = (webhook: ProcessorWebhook) =>
  outgoing(connectorWebhookReceived, {
    webhookId: webhook.webhookId,
    merchantId: webhook.merchantId,
    account: accountOf(webhook),
    receivedAt: webhook.receivedAt.toISOString(),
    headers: { ...webhook.headers },
    query: { ...webhook.query },
    bodyBase64: webhook.body.toString('base64'),
  });

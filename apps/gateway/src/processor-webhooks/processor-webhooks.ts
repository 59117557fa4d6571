import type { Refusal } from '@payorch/contracts';
import { connectorWebhookReceived, outgoing, refuse, webhookVerdict } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { newId, referenceIdPattern } from '@payorch/kernel';
import { failPoint } from '@payorch/platform/config';
import { newTraceparent, type Requester } from '@payorch/platform/kafka';
import type { ConnectorAccount } from '../accounts/connector-account';
import type { AccountCache } from '../auth/account-cache';
import type { ConnectorAccountRepository } from '../persistence/connector-account.repository';
import type {
  ProcessorWebhook,
  ProcessorWebhookRepository,
  Verdict,
} from '../persistence/processor-webhook.repository';
import { orUnavailable, type Database } from '../persistence/database';
import type { RequestTrace } from '../request-trace';
import { dedupeKeyOf, type RawWebhook } from './dedupe-key';
import { bestOf, refusalFor, type Outcome } from './webhook-answer';

export interface ProcessorWebhooksOptions {
  readonly database: Database;
  readonly accounts: ConnectorAccountRepository;
  readonly webhooks: ProcessorWebhookRepository;
  readonly cache: Pick<AccountCache, 'account'>;
  readonly requester: Pick<Requester, 'ask'>;
  /** How long a processor waits for our answer. */
  readonly verdictWithinMs: number;
}

export interface Addressed {
  readonly merchantId: string;
  /** A connector account's id, or a connector's name. */
  readonly accountOrConnector: string;
}

interface StoredWebhook {
  readonly webhook: ProcessorWebhook;
  readonly verdict: Verdict | null;
}

/** Under one connector name a merchant may have an account in each of its profiles. */
const mostAccounts = 5;
/** Whoever stored a webhook asks about it at once; the sweep leaves it alone for so long. */
const sweepPatienceMs = 10_000;

/** Takes in what processors tell us: stored first, then verified by a worker, then acknowledged (M11). */
export class ProcessorWebhooks {
  constructor(private readonly options: ProcessorWebhooksOptions) {}

  /** Undefined: acknowledged. */
  async receive(to: Addressed, raw: RawWebhook, trace: RequestTrace): Promise<Refusal | undefined> {
    const account = referenceIdPattern.test(to.merchantId)
      ? await orUnavailable(this.options.cache.account(to.merchantId))
      : undefined;
    if (!account) return refuse('merchant_not_found');
    const { accounts, stored } = await this.store(account.merchantId, to.accountOrConnector, raw);
    if (accounts.length === 0) return refuse('connector_account_not_found', { reason: to.accountOrConnector });
    failPoint('webhook-stored-before-verdict');
    const outcomes = await Promise.all(
      stored.map((one) => this.outcomeOf(one, { trace, accountVersion: account.accountVersion })),
    );
    return refusalFor(
      bestOf(outcomes),
      accounts.some(({ webhookSecrets }) => webhookSecrets !== null),
    );
  }

  /** Asks the worker what a stored webhook is, and keeps what it says. */
  async judge(webhook: ProcessorWebhook, question: { trace: RequestTrace; accountVersion?: number }): Promise<Outcome> {
    const { requester, verdictWithinMs, database, webhooks } = this.options;
    const options = {
      ...question.trace,
      deadlineMs: verdictWithinMs,
      ...(question.accountVersion !== undefined && { accountVersion: question.accountVersion }),
    };
    // What could not be sent was heard by nobody: the sweep comes back to it.
    const reply = await requester.ask(commandOf(webhook), options).catch(() => ({ kind: 'silent' }) as const);
    // A refusal here is one of time (deadline, settings behind): no word about the webhook itself.
    if (reply.kind !== 'answer') return 'silent';
    const { verdict } = webhookVerdict.parse(JSON.parse(reply.body.toString()));
    await database.change([webhook.merchantId], (sql) =>
      webhooks.recordVerdict(sql, webhook.merchantId, webhook.webhookId, verdict),
    );
    return verdict;
  }

  /** The sweep: what was stored and never judged, because a worker, the broker or this process went away. */
  async judgeOpen(limit: number): Promise<number> {
    const { database, webhooks } = this.options;
    const open = await database.change('every', (sql) => webhooks.claimOpen(sql, limit));
    await Promise.all(
      open.map((webhook) =>
        this.judge(webhook, { trace: { correlationId: webhook.webhookId, traceparent: newTraceparent() } }),
      ),
    );
    return open.length;
  }

  /** However many have come: each chunk is a transaction of its own. */
  async forgetOld(olderThanMs: number, limit = 1_000): Promise<void> {
    const { database, webhooks } = this.options;
    const some = () => database.change('every', (sql) => webhooks.forgetOld(sql, { olderThanMs, limit }));
    while ((await some()) === limit);
  }

  private store(
    merchantId: MerchantId,
    accountOrConnector: string,
    raw: RawWebhook,
  ): Promise<{ accounts: ConnectorAccount[]; stored: StoredWebhook[] }> {
    const { database, accounts: repository, webhooks } = this.options;
    const work = database.change([merchantId], async (sql) => {
      const accounts = await repository.findByIdOrName(sql, merchantId, accountOrConnector, mostAccounts);
      const stored: StoredWebhook[] = [];
      for (const account of accounts) {
        const webhook = toWebhook(account, raw);
        const { webhookId, verdict } = await webhooks.store(sql, webhook, sweepPatienceMs);
        stored.push({ webhook: { ...webhook, webhookId }, verdict });
      }
      return { accounts, stored };
    });
    return orUnavailable(work);
  }

  /** What was accepted before is accepted again unasked; what was refused may have been for want of the right secret. */
  private outcomeOf(
    { webhook, verdict }: StoredWebhook,
    question: { trace: RequestTrace; accountVersion: number },
  ): Promise<Outcome> {
    if (verdict === 'verified' || verdict === 'unverified') return Promise.resolve(verdict);
    return orUnavailable(this.judge(webhook, question));
  }
}

const toWebhook = (account: ConnectorAccount, raw: RawWebhook): ProcessorWebhook => ({
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

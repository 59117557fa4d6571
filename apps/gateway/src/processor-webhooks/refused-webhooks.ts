import { Inject, Injectable } from '@nestjs/common';
import { PeriodicWorker } from '@payorch/platform/lifecycle';
import { isSealed, MerchantSeals, type RedisClient, SettingsBox } from '@payorch/platform/sealing';
import type { Logger } from '@payorch/platform/telemetry';
import { metrics, redactText } from '@payorch/platform/telemetry';
import { Redis } from 'ioredis';
import { DataKeyCache, openWithNewest } from '../data-keys';
import { loggerToken } from '../tokens';
import { signatureStatus, type UnverifiedStatus } from './domain/received-webhook';
import type { RefusalReason } from './domain/webhook-verification';
import type { WebhookAccount } from './webhook-accounts';

/** A refused webhook as it is stored. */
export interface RefusedWebhook {
  readonly received_at: string;
  readonly request_id: string;
  readonly reason: RefusalReason;
  readonly address: string;
  readonly method: string;
  readonly content_length: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** The first 2 KiB; null where the gateway did not read the body. */
  readonly body: string | null;
}

/** no_secret: not refused, but not verified either, because the account has no secret or the processor cannot sign. */
type RecordedReason = RefusalReason | 'no_secret';

/** A webhook that was not verified, as it is stored. An entry of the release before has no status. */
type Entry = Omit<RefusedWebhook, 'reason'> & { readonly reason: RecordedReason; readonly status?: UnverifiedStatus };

/** A webhook that was not verified, as its merchant sees it. */
export interface UnverifiedWebhook {
  readonly receivedAt: Date;
  readonly requestId: string;
  readonly status: UnverifiedStatus;
  readonly address: string;
  readonly contentLength: string | null;
}

export interface UnverifiedOfAccount {
  /** By status; webhooks of the last days, however many they were. */
  readonly counts: Readonly<Record<string, number>>;
  readonly last: readonly UnverifiedWebhook[];
}

export interface RefusedOfAccount {
  readonly counts: Readonly<Record<string, number>>;
  readonly last: readonly RefusedWebhook[];
}

/** The connector account of refused webhooks. */
export type RefusingAccount = Pick<WebhookAccount, 'merchantId' | 'merchantConnectorId'> &
  Partial<Pick<WebhookAccount, 'reader'>>;

interface Pending {
  readonly account: RefusingAccount;
  readonly counts: Map<string, number>;
  /** In the clear, in memory alone: a forgery must cost no read of keys, so they are sealed together. */
  readonly entries: Entry[];
}

/** The known parts of a refused webhook. */
export interface RefusedRequest {
  readonly requestId: string;
  readonly address: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

const maxStored = 100;
const bodyBytes = 2_048;
const headerBytes = 256;
const maxHeaders = 20;
const retentionSeconds = 7 * 86_400;
const flushEveryMs = 500;
/** The maximum of entries of one account between two flushes. */
const maxPending = 20;
const maxAccounts = 200;

/** Headers with the sender's credentials are not stored. */
const hidden = /^(?:authorization|proxy-authorization|cookie|api-key)$/;

const shown = (text: string, bytes: number): string => redactText(text.slice(0, bytes));

const headersOf = (headers: RefusedRequest['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !hidden.test(name))
      .slice(0, maxHeaders)
      .map(([name, value]) => [name.slice(0, headerBytes), shown(value, headerBytes)]),
  );

const entryOf = (
  reason: RecordedReason,
  { requestId, address, method, headers, body }: RefusedRequest,
  status: UnverifiedStatus,
): Entry => ({
  received_at: new Date().toISOString(),
  request_id: requestId,
  reason,
  status,
  address,
  method,
  content_length: headers['content-length'] ?? null,
  headers: headersOf(headers),
  body: body ? shown(body.toString('utf8', 0, bodyBytes), bodyBytes) : null,
});

/** The name of a count that says more than its reason does: `why:stale_signature`. */
const detailPrefix = 'why:';

const statusOf = (
  reason: RecordedReason,
  { reader }: RefusingAccount,
  { headers, query = {} }: RefusedRequest,
): UnverifiedStatus => {
  switch (reason) {
    case 'no_timely_signature':
      return signatureStatus(reader ?? null, { headers, query, now: new Date() });
    case 'no_secret':
    case 'unreadable':
      return reason;
    default:
      return 'wrong_signature';
  }
};

/** An entry of the release before says no more than its reason. */
const shownToMerchant = (entry: Entry): UnverifiedWebhook => ({
  receivedAt: new Date(entry.received_at),
  requestId: entry.request_id,
  status: entry.status ?? (entry.reason === 'unreadable' ? 'unreadable' : 'wrong_signature'),
  address: entry.address,
  contentLength: entry.content_length,
});

const placeOf = ({ merchantConnectorId }: RefusingAccount, merchantId: string) => ({
  merchantId,
  objectId: merchantConnectorId,
  column: 'refused_webhooks',
});
const ringOf = (id: string): string => `webhooks:{${id}}:refused`;
const countsOf = (id: string): string => `webhooks:{${id}}:counts`;

/**
 * Counts refused webhooks in a metric, and stores counters and the last 100 of each connector account in Redis, without
 * disk. All of it is bounded, batched and disposable: while Redis is away only the metric counts.
 */
@Injectable()
export class RefusedWebhooks extends PeriodicWorker {
  private pending = new Map<string, Pending>();

  constructor(
    @Inject(Redis) private readonly redis: RedisClient,
    /** Seals the entries: bodies and headers may contain personal data. */
    @Inject(MerchantSeals) private readonly seals: Pick<MerchantSeals, 'seal' | 'open'>,
    @Inject(DataKeyCache) private readonly keys: Pick<DataKeyCache, 'load' | 'forget'>,
    /** Opens entries that are older than their data key. */
    @Inject(SettingsBox) private readonly box: Pick<SettingsBox, 'open'>,
    @Inject(loggerToken) private readonly logger: Pick<Logger, 'warn'>,
  ) {
    super({ everyMs: flushEveryMs });
  }

  /** Webhooks since the last round are stored too. */
  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.round();
  }

  /** Counts a webhook without an account, but does not store it. */
  record(accounts: readonly RefusingAccount[], reason: RecordedReason, evidence: RefusedRequest): void {
    if (reason !== 'no_secret') metrics.countRefusedWebhook(reason);
    for (const account of accounts) {
      const pending = this.pendingOf(account);
      if (!pending) continue;
      const status = statusOf(reason, account, evidence);
      const counted = status === reason ? [status] : [reason, `${detailPrefix}${status}`];
      for (const name of counted) pending.counts.set(name, (pending.counts.get(name) ?? 0) + 1);
      if (pending.entries.length < maxPending) pending.entries.push(entryOf(reason, evidence, status));
    }
  }

  /**
   * The refused webhooks, as the operator sees them.
   * @throws where Redis or the database is away
   */
  async of(account: RefusingAccount): Promise<RefusedOfAccount> {
    const { counts, last } = await this.stored(account);
    return {
      counts: Object.fromEntries(
        Object.entries(counts).filter(([name]) => name !== 'no_secret' && !name.startsWith(detailPrefix)),
      ),
      last: last.flatMap(({ status: _, ...entry }) =>
        entry.reason === 'no_secret' ? [] : [{ ...entry, reason: entry.reason }],
      ),
    };
  }

  /**
   * What was not verified, as the merchant sees it: without headers and bodies.
   * @throws where Redis or the database is away
   */
  async unverified(account: RefusingAccount): Promise<UnverifiedOfAccount> {
    const { counts, last } = await this.stored(account);
    const detailed = Object.entries(counts).flatMap(([name, count]): [string, number][] => {
      if (name.startsWith(detailPrefix)) return [[name.slice(detailPrefix.length), count]];
      return name === 'no_timely_signature' ? [] : [[name, count]];
    });
    return { counts: Object.fromEntries(detailed), last: last.map(shownToMerchant) };
  }

  private async stored(
    account: RefusingAccount,
  ): Promise<{ readonly counts: Readonly<Record<string, number>>; readonly last: readonly Entry[] }> {
    const { redis } = this;
    const accountId = account.merchantConnectorId;
    await this.round();
    const [counts, last] = await Promise.all([
      redis.hgetall(countsOf(accountId)),
      redis.lrange(ringOf(accountId), 0, maxStored - 1),
    ]);
    return {
      counts: Object.fromEntries(Object.entries(counts).map(([reason, count]) => [reason, Number(count)])),
      last: (await Promise.all(last.map((entry) => this.opened(account, entry)))).flat(),
    };
  }

  /** Entries whose key was removed meanwhile are not shown. */
  private async opened(account: RefusingAccount, entry: string): Promise<Entry[]> {
    const { seals, keys, box } = this;
    const { merchantId } = account;
    const own = () => openWithNewest(keys, merchantId, () => seals.open(entry, placeOf(account, merchantId)));
    try {
      return [JSON.parse(isSealed(entry) ? await own() : box.open(entry, placeOf(account, ''))) as Entry];
    } catch {
      return [];
    }
  }

  private pendingOf(account: RefusingAccount): Pending | undefined {
    const id = account.merchantConnectorId;
    const known = this.pending.get(id);
    if (known || this.pending.size >= maxAccounts) return known;
    const made = { account, counts: new Map<string, number>(), entries: [] };
    this.pending.set(id, made);
    return made;
  }

  async round(): Promise<void> {
    const { pending } = this;
    if (pending.size === 0) return;
    this.pending = new Map();
    try {
      await Promise.all([...pending.values()].map((one) => this.write(one)));
    } catch (error) {
      this.logger.warn({ error }, 'the gateway could not store refused webhooks for the operator');
    }
  }

  private async write({ account, counts, entries }: Pending): Promise<void> {
    const { redis, seals, keys } = this;
    const { merchantConnectorId: id, merchantId } = account;
    await keys.load(merchantId);
    const sealed = entries.map((entry) => seals.seal(JSON.stringify(entry), placeOf(account, merchantId)));
    const multi = redis.multi();
    for (const [reason, count] of counts) multi.hincrby(countsOf(id), reason, count);
    if (sealed.length > 0) multi.lpush(ringOf(id), ...sealed).ltrim(ringOf(id), 0, maxStored - 1);
    await multi.expire(countsOf(id), retentionSeconds).expire(ringOf(id), retentionSeconds).exec();
  }
}

import type { RedisClient, SettingsBox } from '@payorch/platform/sealing';
import type { Logger } from '@payorch/platform/telemetry';
import { metrics, redactText } from '@payorch/platform/telemetry';
import type { RefusalReason } from './domain/webhook-verification';

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

export interface RefusedOfAccount {
  readonly counts: Readonly<Record<string, number>>;
  readonly last: readonly RefusedWebhook[];
}

export interface RefusedWebhooksOptions {
  readonly redis: RedisClient;
  /** Seals the entries: bodies and headers may contain personal data. */
  readonly box: SettingsBox;
  readonly logger: Pick<Logger, 'warn'>;
}

interface Pending {
  readonly counts: Map<RefusalReason, number>;
  readonly entries: string[];
}

/** The known parts of a refused webhook. */
export interface RefusedRequest {
  readonly requestId: string;
  readonly address: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
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
  reason: RefusalReason,
  { requestId, address, method, headers, body }: RefusedRequest,
): RefusedWebhook => ({
  received_at: new Date().toISOString(),
  request_id: requestId,
  reason,
  address,
  method,
  content_length: headers['content-length'] ?? null,
  headers: headersOf(headers),
  body: body ? shown(body.toString('utf8', 0, bodyBytes), bodyBytes) : null,
});

const placeOf = (accountId: string) => ({ merchantId: '', objectId: accountId, column: 'refused_webhooks' });
const ringOf = (id: string): string => `webhooks:{${id}}:refused`;
const countsOf = (id: string): string => `webhooks:{${id}}:counts`;

/**
 * Counts refused webhooks in a metric, and stores counters and the last 100 of each connector account in Redis, without
 * disk. All of it is bounded, batched and disposable: while Redis is away only the metric counts.
 */
export class RefusedWebhooks {
  private pending = new Map<string, Pending>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: RefusedWebhooksOptions) {}

  start(): void {
    this.timer = setInterval(() => void this.flush(), flushEveryMs);
    this.timer.unref();
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  /** Counts a webhook without an account, but does not store it. */
  record(accountIds: readonly string[], reason: RefusalReason, evidence: RefusedRequest): void {
    metrics.countRefusedWebhook(reason);
    for (const id of accountIds) {
      const pending = this.pendingOf(id);
      if (!pending) continue;
      pending.counts.set(reason, (pending.counts.get(reason) ?? 0) + 1);
      if (pending.entries.length < maxPending) pending.entries.push(this.sealed(id, entryOf(reason, evidence)));
    }
  }

  /** @throws where Redis is away */
  async of(accountId: string): Promise<RefusedOfAccount> {
    const { redis } = this.options;
    await this.flush();
    const [counts, last] = await Promise.all([
      redis.hgetall(countsOf(accountId)),
      redis.lrange(ringOf(accountId), 0, maxStored - 1),
    ]);
    return {
      counts: Object.fromEntries(Object.entries(counts).map(([reason, count]) => [reason, Number(count)])),
      last: last.flatMap((entry) => this.opened(accountId, entry)),
    };
  }

  private sealed(accountId: string, entry: RefusedWebhook): string {
    return this.options.box.seal(JSON.stringify(entry), placeOf(accountId));
  }

  /** Entries whose key was removed meanwhile are not shown. */
  private opened(accountId: string, entry: string): RefusedWebhook[] {
    try {
      return [JSON.parse(this.options.box.open(entry, placeOf(accountId))) as RefusedWebhook];
    } catch {
      return [];
    }
  }

  private pendingOf(id: string): Pending | undefined {
    const known = this.pending.get(id);
    if (known || this.pending.size >= maxAccounts) return known;
    const made = { counts: new Map<RefusalReason, number>(), entries: [] };
    this.pending.set(id, made);
    return made;
  }

  private async flush(): Promise<void> {
    const { pending } = this;
    if (pending.size === 0) return;
    this.pending = new Map();
    try {
      await Promise.all([...pending].map(([id, one]) => this.write(id, one)));
    } catch (error) {
      this.options.logger.warn({ error }, 'the gateway could not store refused webhooks for the operator');
    }
  }

  private async write(id: string, { counts, entries }: Pending): Promise<void> {
    const multi = this.options.redis.multi();
    for (const [reason, count] of counts) multi.hincrby(countsOf(id), reason, count);
    if (entries.length > 0) multi.lpush(ringOf(id), ...entries).ltrim(ringOf(id), 0, maxStored - 1);
    await multi.expire(countsOf(id), retentionSeconds).expire(ringOf(id), retentionSeconds).exec();
  }
}

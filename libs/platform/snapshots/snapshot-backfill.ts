import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Outgoing } from '@payorch/contracts';
import { type EncodedMessage, encode, type MessageProducer, newTraceparent } from '@payorch/platform/kafka';
import { PeriodicWorker } from '@payorch/platform/lifecycle';
import { unpublishedBacklog } from '@payorch/platform/outbox';
import { type Sql, takesTurn } from '@payorch/platform/postgres';
import { DataKeysUnknown } from '@payorch/platform/sealing';
import type { Logger, Metrics } from '@payorch/platform/telemetry';
import { nextPage } from './backfill-page';
import { type BackfillPosition, markTopics, readPositions, writeProgress } from './backfill-position';
import type { KnownObjects, StoredObject } from './known-objects';

export interface SnapshotBackfillOptions {
  readonly known: readonly KnownObjects[];
  /** In a transaction that sees the rows of every merchant. */
  readonly transact: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;
  readonly producer: Pick<MessageProducer, 'send'>;
  /** Whether every event that was on the lifecycle topics when it was first asked has been copied. */
  readonly hasCopied: () => Promise<boolean>;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly metrics: Pick<Metrics, 'setSnapshotBackfill'>;
  readonly publicUrl: string;
  /** The interval of the attempts while it has to wait, ms. */
  readonly everyMs: number;
  /** Objects of one transaction: their rows are locked while the broker answers. */
  readonly pageRows: number;
}

/** A broker that does not answer must not keep the rows locked: their payments would wait. */
const longestSendMs = 2_000;
/** The pause after a page, as a multiple of what it took: the rest of the time belongs to payments. */
const restPerPage = 4;
/** How often a page is tried without a data key of its objects: the settings were complete at the start, so a key that does not come is lost. */
const triesForKeys = 30;
/** Payments are behind: more messages wait than a batch or two have, or one has waited for seconds. */
const busy = { rows: 500, oldestSeconds: 10 };

/** Under an id that stays the same when it is published again. */
function snapshotOf({ message, data }: Outgoing, topic: string, publicUrl: string): EncodedMessage {
  const { version, occurredAt } = data as { readonly version: number; readonly occurredAt: string };
  const object = createHash('sha256')
    .update(`${message.keyOf(data)} ${version}`)
    .digest('hex')
    .slice(0, 32);
  const messageId = `${topic}.${object}`;
  const context = {
    messageId,
    correlationId: messageId,
    traceparent: newTraceparent(),
    occurredAt: new Date(occurredAt),
  };
  return { ...encode({ message, data, context }, undefined, publicUrl), topic };
}

/**
 * Puts objects that have not changed since before their snapshot topic existed on that topic, once, a page at a time, while the
 * application runs; of several instances one at a time. The rows of a page are locked until the broker has their states, so no
 * newer state is published before them; and it begins only when the copies of all older events are made.
 */
export class SnapshotBackfill extends PeriodicWorker {
  private readonly stopped = new AbortController();
  private hasBegun = false;
  private isFinished = false;
  private triedForKeys = 0;
  private readonly topics: readonly string[];

  constructor(private readonly options: SnapshotBackfillOptions) {
    super({ everyMs: options.everyMs, isDueAtStart: true });
    this.topics = options.known.map(({ snapshots }) => snapshots);
  }

  override async round(): Promise<void> {
    if (this.isFinished) return;
    try {
      if (!(await this.mayBegin())) return;
      while (!this.isStopping) {
        const began = performance.now();
        if (!(await this.page())) return;
        const rest = restPerPage * (performance.now() - began);
        await setTimeout(rest, undefined, { signal: this.stopped.signal }).catch(() => undefined);
      }
    } catch (error) {
      this.options.logger.warn({ err: error }, 'a page of older objects is not on its snapshot topic; retrying');
    }
  }

  override beforeApplicationShutdown(): Promise<void> {
    this.stopped.abort();
    return super.beforeApplicationShutdown();
  }

  /** Publishes one page; returns whether another one may follow at once. */
  page(): Promise<boolean> {
    const { known, transact, pageRows, producer } = this.options;
    return transact(async (sql) => {
      const isMine = await takesTurn(sql, 'snapshot_backfills');
      const position = (await this.positions(sql)).find(({ isOpen }) => isOpen);
      if (!position || !isMine || (await isBusy(sql))) return false;
      const objects = known.find(({ snapshots }) => snapshots === position.topic)!;
      const page = await nextPage(sql, objects, position, pageRows);
      if (!page.after) return false;
      const { events, unreadable } = await this.eventsOf(sql, objects, page.rows);
      if (events.length > 0) await producer.send(events, { signal: AbortSignal.timeout(longestSendMs) });
      const { after, isLast: isFinished } = page;
      await writeProgress(sql, position.topic, { after, published: events.length, unreadable, isFinished });
      if (isFinished)
        this.options.logger.info({ topic: position.topic }, 'every older object is on its snapshot topic');
      return true;
    });
  }

  /** Events from before the mark would follow the newer states of the backfill: they are published and copied first. */
  private async mayBegin(): Promise<boolean> {
    if (this.hasBegun) return true;
    const isQuiet = await this.options.transact(async (sql) => {
      await markTopics(sql, this.topics);
      await this.positions(sql);
      return !this.isFinished && !(await isBusy(sql));
    });
    this.hasBegun = isQuiet && (await this.options.hasCopied());
    return this.hasBegun;
  }

  private async positions(sql: Sql): Promise<readonly BackfillPosition[]> {
    const positions = await readPositions(sql, this.topics);
    for (const { topic, ...backfill } of positions) this.options.metrics.setSnapshotBackfill(topic, backfill);
    this.isFinished = positions.length > 0 && positions.every(({ isOpen }) => !isOpen);
    return positions;
  }

  private async eventsOf(sql: Sql, { snapshots, id, eventsOf }: KnownObjects, rows: readonly StoredObject[]) {
    const events: EncodedMessage[] = [];
    const made = await eventsOf(sql, rows);
    for (const [index, event] of made.entries()) {
      try {
        events.push(snapshotOf(event(), snapshots, this.options.publicUrl));
      } catch (error) {
        if (error instanceof DataKeysUnknown && this.triedForKeys++ < triesForKeys) throw error;
        const object = rows[index]?.[id];
        this.options.logger.error({ err: error, topic: snapshots, object }, 'an older object does not read');
      }
    }
    this.triedForKeys = 0;
    return { events, unreadable: made.length - events.length };
  }
}

async function isBusy(sql: Sql): Promise<boolean> {
  const { rows, oldestSeconds } = await unpublishedBacklog(sql);
  return rows > busy.rows || oldestSeconds > busy.oldestSeconds;
}

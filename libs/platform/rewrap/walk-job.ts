import { setTimeout } from 'node:timers/promises';
import { PeriodicWorker } from '@payorch/platform/lifecycle';
import { inTransaction, type MerchantScope, type Sql } from '@payorch/platform/postgres';
import type { Logger, Metrics } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import type { SealWalk, Unopened, WalkKey } from './seal-walk';
import type { WalkedTable } from './walked-table';

/** Runs work in a transaction that sees the rows of these merchants. */
export type Transact = <T>(merchants: MerchantScope, work: (sql: Sql) => Promise<T>) => Promise<T>;

export const transactOn =
  (database: DataSource): Transact =>
  (merchants, work) =>
    inTransaction(database, { merchants }, work);

export interface WalkJobOptions<Key extends WalkKey, Found> {
  readonly walk: Pick<SealWalk<WalkedTable, Key, Found>, 'step' | 'ring'>;
  readonly transact: Transact;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  readonly metrics: Pick<Metrics, 'setSealsWaiting' | 'setSealsUnopenable'>;
  /** The interval between two pages, which sets the pace of the walk; in ms. */
  readonly pageEveryMs: number;
  /** The interval between two checks for work; in ms. */
  readonly everyMs: number;
}

/** While the next pass is not due, another instance may have found that it is: the job looks again after this time. */
const mostRestMs = 300_000;

/**
 * Walks over stored rows, a page at a time, while the application runs. `seals_waiting` has the key that this process knows as
 * its label: 0 when no row names an older key. While no page is due, a turn sends no query.
 */
export abstract class WalkJob<Key extends WalkKey, Found> extends PeriodicWorker {
  private readonly stopped = new AbortController();
  private restsFor: string | undefined;
  private restsUntil = 0;

  protected constructor(protected readonly job: WalkJobOptions<Key, Found>) {
    super({ everyMs: job.everyMs, isDueAtStart: true });
  }

  /** The key that the rows are to be sealed for; undefined while there is nothing to look for. */
  protected abstract key(): Key | undefined | Promise<Key | undefined>;
  /** Handles what a committed page has found. */
  protected abstract handle(found: readonly Found[]): Promise<void> | void;

  override async round(): Promise<void> {
    while (!this.isStopping && (await this.tried()))
      await setTimeout(this.job.pageEveryMs, undefined, { signal: this.stopped.signal }).catch(() => undefined);
  }

  override beforeApplicationShutdown(): Promise<void> {
    this.stopped.abort();
    return super.beforeApplicationShutdown();
  }

  /** Handles one page if one is due; returns whether there was one. */
  async turn(): Promise<boolean> {
    const key = await this.key();
    if (!key || (this.restsFor === key.kid && performance.now() < this.restsUntil)) return false;
    const { walk, transact, metrics } = this.job;
    const step = await transact('every', (sql) => walk.step(sql, key));
    if (step.found.length > 0) await this.handle(step.found);
    const { waiting, unopenable, dueInMs } = step.state;
    metrics.setSealsWaiting(walk.ring.name, key.kid, waiting);
    metrics.setSealsUnopenable(walk.ring.name, unopenable);
    this.restsFor = key.kid;
    this.restsUntil = dueInMs === Infinity ? Infinity : performance.now() + Math.min(dueInMs, mostRestMs);
    return step.kind === 'walked';
  }

  private tried(): Promise<boolean> {
    return this.turn().catch((error: unknown) => {
      this.job.logger.warn({ error }, 'a page of stored seals could not be handled; the next attempt is due soon');
      return false;
    });
  }

  protected logUnopened(values: readonly Unopened[], message: string): void {
    for (const { digest: _, ...named } of values) this.job.logger.error(named, message);
  }
}

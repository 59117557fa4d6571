import type { MerchantScope, Sql } from '@payorch/platform/postgres';
import type { Logger, Metrics } from '@payorch/platform/telemetry';
import { PageTimer, type PageTimerOptions } from './page-timer';
import type { KnownDataKeys, ResealStep, ResealWalk } from './reseal-walk';

export interface ResealJobOptions extends Pick<PageTimerOptions, 'pageEveryMs' | 'everyMs'> {
  readonly walk: Pick<ResealWalk, 'step'>;
  /** By merchant, the version of the current data key where it is not the first. */
  readonly versions: () => ReadonlyMap<string, number> | Promise<ReadonlyMap<string, number>>;
  readonly transact: <T>(merchants: MerchantScope, work: (sql: Sql) => Promise<T>) => Promise<T>;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  readonly metrics: Pick<Metrics, 'setSealsWaiting' | 'setSealsUnopenable'>;
}

/** While the next pass is not due, another instance may have found that it is: the job looks again after this time. */
const mostRestMs = 300_000;

const rotationsIn = (versions: ReadonlyMap<string, number>): number =>
  [...versions.values()].reduce((sum, version) => sum + version - 1, 0);

/**
 * Keeps the rows of a service sealed under the current data keys. `seals_waiting{ring="data"}` has the number of rotations
 * that this process knows as its key: 0 when no row names an older key. When all is done, a turn sends no query.
 */
export class ResealJob {
  private readonly timer: PageTimer;
  private restsFor: number | undefined;
  private restsUntil = 0;

  constructor(private readonly options: ResealJobOptions) {
    const { pageEveryMs, everyMs, logger } = options;
    this.timer = new PageTimer({
      pageEveryMs,
      everyMs,
      turn: () => this.turn(),
      onFault: (error) =>
        logger.warn({ error }, 'sealing rows under the current data keys failed; the next attempt is due soon'),
    });
  }

  start(): void {
    this.timer.start();
  }

  close(): Promise<void> {
    return this.timer.close();
  }

  /** Handles one page if one is due; returns whether there was one. */
  async turn(): Promise<boolean> {
    const versions = await this.options.versions();
    const keys: KnownDataKeys = { versions, rotations: rotationsIn(versions) };
    if (this.restsFor === keys.rotations && performance.now() < this.restsUntil) return false;
    const step = await this.options.transact('every', (sql) => this.options.walk.step(sql, keys));
    this.report(keys.rotations, step);
    const { dueInMs } = step.state;
    this.restsFor = keys.rotations;
    this.restsUntil = dueInMs === Infinity ? Infinity : performance.now() + Math.min(dueInMs, mostRestMs);
    return step.kind === 'walked';
  }

  private report(rotations: number, { state, unopened }: ResealStep): void {
    const { metrics, logger } = this.options;
    metrics.setSealsWaiting('data', String(rotations), state.waiting);
    metrics.setSealsUnopenable('data', state.unopenable);
    for (const { digest: _, ...named } of unopened)
      logger.error(named, 'a stored value does not open; the data key that it names must stay');
  }
}

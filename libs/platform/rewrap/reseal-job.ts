import type { MerchantScope, Sql } from '@payorch/platform/postgres';
import type { Logger, Metrics } from '@payorch/platform/telemetry';
import type { KnownDataKeys, ResealStep, ResealWalk } from './reseal-walk';

export interface ResealJobOptions {
  readonly walk: Pick<ResealWalk, 'step'>;
  /** By merchant, the version of the current data key where it is not the first. */
  readonly versions: () => ReadonlyMap<string, number>;
  readonly transact: <T>(merchants: MerchantScope, work: (sql: Sql) => Promise<T>) => Promise<T>;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  readonly metrics: Pick<Metrics, 'setSealsWaiting' | 'setSealsUnopenable'>;
  /** The interval between two pages, which sets the pace of the walk; in ms. */
  readonly pageEveryMs: number;
  /** The interval between two checks for work; in ms. */
  readonly everyMs: number;
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
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private isClosing = false;
  private restsFor: number | undefined;
  private restsUntil = 0;

  constructor(private readonly options: ResealJobOptions) {}

  start(): void {
    this.schedule(0);
  }

  async close(): Promise<void> {
    this.isClosing = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** Handles one page if one is due; returns whether there was one. */
  async turn(): Promise<boolean> {
    const versions = this.options.versions();
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

  private schedule(afterMs: number): void {
    if (this.isClosing) return;
    this.timer = setTimeout(() => {
      this.running = this.turn()
        .catch((error: unknown) => {
          this.options.logger.warn(
            { error },
            'sealing rows under the current data keys failed; the next attempt is due soon',
          );
          return false;
        })
        .then((walked) => this.schedule(walked ? this.options.pageEveryMs : this.options.everyMs));
    }, afterMs);
    this.timer.unref();
  }
}

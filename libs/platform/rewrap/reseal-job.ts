import { metrics } from '@payorch/platform/telemetry';
import {
  knownDataKeys,
  type KnownDataKeys,
  type ResealedTable,
  ResealWalk,
  type ResealWalkOptions,
} from './reseal-walk';
import { paceOf, type RewrapTimes } from './rewrap-settings';
import type { Unopened } from './seal-walk';
import { WalkJob, type WalkJobOptions } from './walk-job';

export interface ResealJobOptions extends WalkJobOptions<KnownDataKeys, Unopened> {
  /** By merchant, the version of the current data key where it is not the first. */
  readonly versions: () => ReadonlyMap<string, number> | Promise<ReadonlyMap<string, number>>;
}

/** Keeps the rows of a service sealed under the current data keys. */
export class ResealJob extends WalkJob<KnownDataKeys, Unopened> {
  constructor(private readonly options: ResealJobOptions) {
    super(options);
  }

  protected override async key(): Promise<KnownDataKeys> {
    return knownDataKeys(await this.options.versions());
  }

  protected override handle(unopened: readonly Unopened[]): void {
    this.logUnopened(unopened, 'a stored value does not open; the data key that it names must stay');
  }
}

/** The job that seals the rows of these tables under the current data keys of their merchants. */
export function resealJob(
  tables: readonly ResealedTable[],
  {
    config,
    seals,
    loadKeys,
    ...parts
  }: Pick<ResealJobOptions, 'versions' | 'transact' | 'logger'> &
    Pick<ResealWalkOptions, 'seals' | 'loadKeys'> & { readonly config: RewrapTimes },
): ResealJob {
  const pace = paceOf(config);
  return new ResealJob({
    ...parts,
    ...pace.job,
    metrics,
    walk: new ResealWalk({ tables, seals, loadKeys, ...pace.walk }),
  });
}

import type { AccountSettings } from '@payorch/platform/kafka';
import { inTransaction } from '@payorch/platform/postgres';
import { metrics, type Logger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { ResealJob } from './reseal-job';
import type { ResealedTable } from './reseal-table';
import { ResealWalk } from './reseal-walk';
import { paceOf, type RewrapTimes } from './rewrap-settings';

/** The job that seals the rows of these tables under the current data keys of their merchants. */
export function resealJob(
  tables: readonly ResealedTable[],
  parts: {
    readonly database: DataSource;
    readonly settings: Pick<AccountSettings, 'rotatedDataKeys'>;
    readonly config: RewrapTimes;
    readonly logger: Logger;
  },
): ResealJob {
  const { database, settings, config, logger } = parts;
  const pace = paceOf(config);
  return new ResealJob({
    logger,
    metrics,
    ...pace.job,
    walk: new ResealWalk({ tables, ...pace.walk }),
    versions: () => settings.rotatedDataKeys(),
    transact: (merchants, work) => inTransaction(database, { merchants }, work),
  });
}

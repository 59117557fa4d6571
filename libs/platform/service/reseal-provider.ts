import type { FactoryProvider } from '@nestjs/common';
import { AccountSettings } from '@payorch/platform/kafka';
import { ResealJob, resealJob, type ResealedTable, type RewrapTimes, transactOn } from '@payorch/platform/rewrap';
import { MerchantSeals } from '@payorch/platform/sealing';
import type { Logger } from '@payorch/platform/telemetry';
import { DataSource } from 'typeorm';
import { provide } from './provide';

/** The job that seals a service's rows under the current data keys, which it knows by the accounts' settings. */
export const resealProvider = (
  tables: readonly ResealedTable[],
  { config, logger }: { readonly config: RewrapTimes; readonly logger: Logger },
): FactoryProvider =>
  provide(
    ResealJob,
    [DataSource, AccountSettings, MerchantSeals],
    (database: DataSource, settings: AccountSettings, seals: MerchantSeals) =>
      resealJob(tables, {
        seals,
        config,
        logger,
        versions: () => settings.rotatedDataKeys(),
        transact: transactOn(database),
      }),
  );

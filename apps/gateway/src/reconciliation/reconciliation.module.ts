import { Module } from '@nestjs/common';
import type { Logger } from '@payorch/platform/telemetry';
import { AccountsModule } from '../accounts';
import { AuthModule } from '../auth';
import type { GatewayConfig } from '../config';
import { ConfigsModule } from '../configs';
import { OwnersModule } from '../owners';
import { Database, ExpirySweep } from '../persistence';
import { configToken, loggerToken } from '../tokens';
import { ReconciliationController } from './http/reconciliation.controller';
import { deleteOldRuns } from './persistence/delete-old-runs';
import { ReconciliationAccounts } from './reconciliation-accounts';
import { ReconciliationGauges } from './reconciliation-gauges';
import { ReconciliationIncidents } from './reconciliation-incidents';
import { ReconciliationRecords } from './reconciliation-records';
import { ReconciliationRuns } from './reconciliation-runs';
import { ReconciliationSyncs } from './reconciliation-syncs';

const oldRuns = Symbol('the sweep of old reconciliations');
const gaugesEveryMs = 15_000;
const sweepEveryMs = 3_600_000;

@Module({
  imports: [AuthModule, AccountsModule, ConfigsModule, OwnersModule],
  controllers: [ReconciliationController],
  providers: [
    ReconciliationAccounts,
    ReconciliationRecords,
    ReconciliationSyncs,
    ReconciliationRuns,
    ReconciliationIncidents,
    {
      provide: ReconciliationGauges,
      inject: [Database, loggerToken],
      useFactory: (database: Database, logger: Logger) =>
        new ReconciliationGauges(database, { everyMs: gaugesEveryMs, logger }),
    },
    {
      provide: oldRuns,
      inject: [Database, configToken, loggerToken],
      useFactory: (database: Database, { reconciliationRetentionMs }: GatewayConfig, logger: Logger) =>
        new ExpirySweep((limit) => deleteOldRuns(database, reconciliationRetentionMs, limit), {
          everyMs: sweepEveryMs,
          logger,
          failure: 'old reconciliations could not be deleted',
        }),
    },
  ],
  exports: [ReconciliationIncidents],
})
export class ReconciliationModule {}

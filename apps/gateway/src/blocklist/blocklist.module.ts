import { Module } from '@nestjs/common';
import type { Logger } from '@payorch/platform/telemetry';
import { AccountsModule } from '../accounts';
import { AuthModule } from '../auth';
import type { GatewayConfig } from '../config';
import { OwnerClient, OwnersModule } from '../owners';
import { Database } from '../persistence';
import { configToken, loggerToken } from '../tokens';
import { Blocklist } from './blocklist';
import { BlocklistGuard } from './blocklist-guard';
import { BlocklistJobSweep } from './blocklist-job-sweep';
import { BlocklistJobs } from './blocklist-jobs';
import { BlocklistUploads } from './blocklist-uploads';
import { BlocklistController } from './http/blocklist.controller';
import { BlocklistJobRepository } from './persistence/blocklist-job.repository';

/** The interface's limit. */
const maxRows = 100_000;

@Module({
  imports: [AuthModule, AccountsModule, OwnersModule],
  controllers: [BlocklistController],
  providers: [
    Blocklist,
    BlocklistGuard,
    BlocklistJobRepository,
    {
      provide: BlocklistJobs,
      inject: [Database, BlocklistJobRepository, OwnerClient, loggerToken, configToken],
      useFactory: (
        database: Database,
        jobs: BlocklistJobRepository,
        owner: OwnerClient,
        logger: Logger,
        config: GatewayConfig,
      ) =>
        new BlocklistJobs({
          database,
          jobs,
          owner,
          logger,
          everyMs: config.blocklistJobsEveryMs,
          retentionMs: config.blocklistJobRetentionMs,
        }),
    },
    {
      provide: BlocklistJobSweep,
      inject: [Database, BlocklistJobRepository, loggerToken, configToken],
      useFactory: (database: Database, jobs: BlocklistJobRepository, logger: Logger, config: GatewayConfig) =>
        new BlocklistJobSweep({ database, jobs, logger, retentionMs: config.blocklistJobRetentionMs }),
    },
    {
      provide: BlocklistUploads,
      inject: [Database, BlocklistJobRepository, BlocklistJobs],
      useFactory: (database: Database, jobs: BlocklistJobRepository, worker: BlocklistJobs) =>
        new BlocklistUploads({ database, jobs, maxRows, onStored: () => worker.wake() }),
    },
  ],
})
export class BlocklistModule {}

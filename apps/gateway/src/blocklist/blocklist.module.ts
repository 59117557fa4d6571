import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { AuthModule } from '../auth';
import { OwnersModule } from '../owners';
import { Database } from '../persistence';
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
    BlocklistJobs,
    BlocklistJobSweep,
    {
      provide: BlocklistUploads,
      inject: [Database, BlocklistJobRepository, BlocklistJobs],
      useFactory: (database: Database, jobs: BlocklistJobRepository, worker: BlocklistJobs) =>
        new BlocklistUploads({ database, jobs, maxRows, onStored: () => worker.wake() }),
    },
  ],
})
export class BlocklistModule {}

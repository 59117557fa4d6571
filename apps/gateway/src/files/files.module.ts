import { Module } from '@nestjs/common';
import { StoredFiles } from '@payorch/platform/storage';
import type { Logger } from '@payorch/platform/telemetry';
import { AuthModule } from '../auth';
import type { GatewayConfig } from '../config';
import { DataKeyCache } from '../data-keys';
import { DisputeChecksModule } from '../dispute-checks';
import { OwnerClient, OwnersModule } from '../owners';
import { Database } from '../persistence';
import { configToken, loggerToken } from '../tokens';
import { EvidenceErasure } from './evidence-erasure';
import { EvidenceFiles } from './evidence-files';
import { FileCleanUp } from './file-clean-up';
import { FileSlots } from './file-slots';
import { Files } from './files';
import { FilesController } from './http/files.controller';
import { FileRepository } from './persistence/file.repository';

@Module({
  imports: [AuthModule, DisputeChecksModule, OwnersModule],
  controllers: [FilesController],
  providers: [
    FileRepository,
    {
      provide: FileSlots,
      inject: [configToken],
      useFactory: ({ filesAtOnce: all, filesAtOncePerMerchant: ofMerchant }: GatewayConfig) =>
        new FileSlots({ all, ofMerchant }),
    },
    {
      provide: Files,
      inject: [Database, FileRepository, StoredFiles, DataKeyCache, configToken],
      useFactory: (
        database: Database,
        files: FileRepository,
        stored: StoredFiles,
        keys: DataKeyCache,
        { filesRetentionMs: retentionMs }: GatewayConfig,
      ) => new Files({ database, files, stored, keys, retentionMs }),
    },
    {
      provide: EvidenceFiles,
      inject: [Files, FileSlots],
      useFactory: (files: Files, slots: FileSlots) => new EvidenceFiles(files, slots),
    },
    {
      provide: FileCleanUp,
      inject: [Database, FileRepository, StoredFiles, loggerToken, configToken],
      useFactory: (
        database: Database,
        files: FileRepository,
        stored: StoredFiles,
        logger: Logger,
        { filesCleanUpEveryMs: everyMs }: GatewayConfig,
      ) => new FileCleanUp({ database, files, stored, logger, everyMs }),
    },
    {
      provide: EvidenceErasure,
      inject: [Database, FileRepository, OwnerClient, loggerToken, configToken],
      useFactory: (
        database: Database,
        files: FileRepository,
        owner: OwnerClient,
        logger: Logger,
        { filesCleanUpEveryMs: everyMs }: GatewayConfig,
      ) => new EvidenceErasure({ database, files, owner, logger, everyMs }),
    },
  ],
  exports: [Files, EvidenceFiles],
})
export class FilesModule {}

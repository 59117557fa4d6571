import { type DynamicModule, Module } from '@nestjs/common';
import type { Logger } from '@payorch/platform/telemetry';
import { openGuardedStorage } from './open-storage';
import type { StorageConfig } from './settings';
import { StoredFiles } from './stored-files';

/** Provides `StoredFiles`, for the gateway that takes files in and for the workers that send them to processors. */
@Module({})
export class StorageModule {
  static with(config: StorageConfig, logger: Pick<Logger, 'warn'>): DynamicModule {
    const provider = {
      provide: StoredFiles,
      useFactory: async () => new StoredFiles(await openGuardedStorage(config, logger)),
    };
    return { module: StorageModule, providers: [provider], exports: [provider] };
  }
}

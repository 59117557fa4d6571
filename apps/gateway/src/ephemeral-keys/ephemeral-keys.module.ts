import { Module } from '@nestjs/common';
import type { Logger } from '@payorch/platform/telemetry';
import { AuthModule, EphemeralKeyRepository } from '../auth';
import { Database } from '../persistence';
import { loggerToken } from '../tokens';
import { EphemeralKeySweep } from './ephemeral-key-sweep';
import { EphemeralKeys } from './ephemeral-keys';
import { EphemeralKeysController } from './http/ephemeral-keys.controller';

@Module({
  imports: [AuthModule],
  controllers: [EphemeralKeysController],
  providers: [
    EphemeralKeys,
    {
      provide: EphemeralKeySweep,
      inject: [Database, EphemeralKeyRepository, loggerToken],
      useFactory: (database: Database, keys: EphemeralKeyRepository, logger: Logger) =>
        new EphemeralKeySweep(database, keys, logger),
    },
  ],
  exports: [EphemeralKeys],
})
export class EphemeralKeysModule {}

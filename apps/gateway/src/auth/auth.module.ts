import { Module } from '@nestjs/common';
import { ClientSessions } from '@payorch/contracts';
import type { GatewayConfig } from '../config';
import { LimitsModule } from '../limits';
import { Database } from '../persistence';
import { configToken } from '../tokens';
import { AccountCache } from './account-cache';
import { ApiKeyHashes } from './domain/api-key-hashes';
import { adminKeyToken } from './http/auth.guard';
import { FindEphemeralKey } from './find-ephemeral-key';
import { KeyUse } from './key-use';
import { EphemeralKeyRepository } from './persistence/ephemeral-key.repository';
import { ApiKeyRepository } from './persistence/api-key.repository';

/** Every module with controllers imports it: their routes are guarded by `AuthGuard`. */
@Module({
  imports: [LimitsModule],
  providers: [
    ApiKeyRepository,
    KeyUse,
    EphemeralKeyRepository,
    FindEphemeralKey,
    { provide: adminKeyToken, inject: [configToken], useFactory: (config: GatewayConfig) => config.adminApiKey },
    {
      provide: ClientSessions,
      inject: [configToken],
      useFactory: (config: GatewayConfig) => new ClientSessions(config.redirectSecrets),
    },
    {
      provide: ApiKeyHashes,
      inject: [configToken],
      useFactory: (config: GatewayConfig) => new ApiKeyHashes(config.apiKeyHashSecrets),
    },
    {
      provide: AccountCache,
      inject: [Database, ApiKeyHashes, configToken],
      useFactory: (database: Database, apiKeyHashes: ApiKeyHashes, config: GatewayConfig) =>
        new AccountCache(database, { apiKeyHashes, maxAgeMs: config.accountCacheMaxAgeMs }),
    },
  ],
  exports: [
    LimitsModule,
    ApiKeyRepository,
    EphemeralKeyRepository,
    FindEphemeralKey,
    ApiKeyHashes,
    AccountCache,
    ClientSessions,
    adminKeyToken,
  ],
})
export class AuthModule {}

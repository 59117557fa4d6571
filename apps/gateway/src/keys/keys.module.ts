import { Module } from '@nestjs/common';
import { credentialsRewrapped } from '@payorch/contracts';
import { MessageProducer } from '@payorch/platform/kafka';
import { isTransient } from '@payorch/platform/postgres';
import { paceOf, ResealJob, resealJob, RewrapJob, RewrapWalk, RotationTransport } from '@payorch/platform/rewrap';
import { DataKeys, MerchantSeals, SettingsBox, type CurrentPublicKey } from '@payorch/platform/sealing';
import { groupTimes } from '@payorch/platform/service';
import { metrics, type Logger } from '@payorch/platform/telemetry';
import { Kafka } from 'kafkajs';
import {
  AccountsModule,
  ChangeSettings,
  credentialSealTables,
  MerchantAccountRepository,
  ProfileRepository,
} from '../accounts';
import { AuthModule } from '../auth';
import type { GatewayConfig } from '../config';
import { DataKeyCache, DataKeyRepository } from '../data-keys';
import { FileRepository, resealedFiles } from '../files';
import { IdempotencyKeyRepository, resealedResponses } from '../idempotency';
import { Database } from '../persistence';
import { ProcessorWebhookRepository } from '../processor-webhooks';
import { configToken, loggerToken, sealingKeyToken } from '../tokens';
import { SettingsSealsRepository } from './persistence/settings-seals.repository';
import { DataKeyChanges } from './data-key-changes';
import { DataKeyRewrap } from './data-key-rewrap';
import { DataKeysController } from './http/data-keys.controller';
import { PutCredentialSeals } from './put-credential-seals';
import { RewrappedCredentials } from './rewrapped-credentials';
import { SettingsRewrap } from './settings-rewrap';

/** Reseals stored values under the current keys, and makes and deletes data keys. */
@Module({
  imports: [AccountsModule, AuthModule],
  controllers: [RewrappedCredentials, DataKeysController],
  providers: [
    SettingsSealsRepository,
    ProcessorWebhookRepository,
    IdempotencyKeyRepository,
    FileRepository,
    DataKeyChanges,
    {
      provide: SettingsRewrap,
      inject: [
        ...[Database, ChangeSettings, MerchantAccountRepository, ProfileRepository, SettingsBox],
        ...[SettingsSealsRepository, loggerToken, configToken],
      ],
      useFactory: (
        database: Database,
        settings: ChangeSettings,
        accounts: MerchantAccountRepository,
        profiles: ProfileRepository,
        box: SettingsBox,
        seals: SettingsSealsRepository,
        logger: Logger,
        config: GatewayConfig,
      ) =>
        new SettingsRewrap({
          database,
          settings,
          accounts,
          profiles,
          seals,
          box,
          logger,
          metrics,
          everyMs: config.keysReloadEveryMs,
        }),
    },
    {
      provide: DataKeyRewrap,
      inject: [Database, ChangeSettings, DataKeyRepository, DataKeys, DataKeyCache, loggerToken, configToken],
      useFactory: (
        database: Database,
        settings: ChangeSettings,
        rows: DataKeyRepository,
        keys: DataKeys,
        cache: DataKeyCache,
        logger: Logger,
        config: GatewayConfig,
      ) =>
        new DataKeyRewrap({
          database,
          settings,
          rows,
          keys,
          cache,
          logger,
          metrics,
          everyMs: config.keysReloadEveryMs,
        }),
    },
    {
      provide: ResealJob,
      inject: [Database, DataKeyRepository, DataKeyCache, MerchantSeals, SettingsBox, loggerToken, configToken],
      useFactory: (
        database: Database,
        rows: DataKeyRepository,
        cache: DataKeyCache,
        seals: MerchantSeals,
        box: SettingsBox,
        logger: Logger,
        config: GatewayConfig,
      ) =>
        resealJob([resealedResponses(box), resealedFiles], {
          seals,
          config,
          logger,
          loadKeys: cache.loadVersions,
          versions: () => database.read('every', (sql) => rows.rotated(sql)),
          transact: (merchants, work) => database.change(merchants, work),
        }),
    },
    PutCredentialSeals,
    {
      provide: RewrapJob,
      inject: [Database, MessageProducer, sealingKeyToken, PutCredentialSeals, loggerToken, configToken],
      useFactory: (
        database: Database,
        producer: MessageProducer,
        sealingKey: CurrentPublicKey,
        credentials: PutCredentialSeals,
        logger: Logger,
        config: GatewayConfig,
      ) => {
        const pace = paceOf(config);
        return new RewrapJob({
          owner: 'gateway',
          producer,
          logger,
          metrics,
          ...pace.job,
          walk: new RewrapWalk({ tables: credentialSealTables, ...pace.walk }),
          kids: () => sealingKey.kids,
          transact: (merchants, work) => database.change(merchants, work),
          put: credentials.put,
        });
      },
    },
    {
      provide: RotationTransport,
      inject: [Kafka, MessageProducer, RewrapJob, loggerToken, configToken],
      useFactory: (kafka: Kafka, producer: MessageProducer, job: RewrapJob, logger: Logger, config: GatewayConfig) =>
        new RotationTransport({
          kafka,
          log: logger,
          producer,
          times: groupTimes(config),
          groupId: 'gateway.rewrapped',
          isTransient,
          topics: [credentialsRewrapped.topic],
          isTurning: () => job.isTurning,
          everyMs: config.keysReloadEveryMs,
        }),
    },
  ],
})
export class KeysModule {}

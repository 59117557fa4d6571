import type { Provider } from '@nestjs/common';
import { credentialsRewrapped } from '@payorch/contracts';
import { MessageProducer } from '@payorch/platform/kafka';
import { isTransient } from '@payorch/platform/postgres';
import { paceOf, RewrapJob, RotationTransport, SealWalk } from '@payorch/platform/rewrap';
import { SettingsBox, type CurrentPublicKey } from '@payorch/platform/sealing';
import { groupTimes } from '@payorch/platform/service';
import { metrics, type Logger } from '@payorch/platform/telemetry';
import { Kafka } from 'kafkajs';
import { ChangeSettings } from '../accounts/change-settings';
import type { GatewayConfig } from '../config';
import { sealingKeyToken } from '../infrastructure.module';
import { ConnectorAccountRepository } from '../persistence/connector-account.repository';
import { credentialSealTables } from '../persistence/credential-seals';
import { Database } from '../persistence/database';
import { MerchantAccountRepository } from '../persistence/merchant-account.repository';
import { ProfileRepository } from '../persistence/profile.repository';
import { SettingsSealsRepository } from '../persistence/settings-seals.repository';
import { PutCredentialSeals } from './put-credential-seals';
import { SettingsRewrap } from './settings-rewrap';

/** Providers that reseal stored values under the current keys. */
export const keyProviders = (config: GatewayConfig, logger: Logger): Provider[] => [
  {
    provide: SettingsRewrap,
    inject: [Database, ChangeSettings, MerchantAccountRepository, ProfileRepository, SettingsBox],
    useFactory: (
      database: Database,
      settings: ChangeSettings,
      accounts: MerchantAccountRepository,
      profiles: ProfileRepository,
      box: SettingsBox,
    ) =>
      new SettingsRewrap({
        database,
        settings,
        accounts,
        profiles,
        seals: new SettingsSealsRepository(),
        box,
        logger,
        metrics,
        everyMs: config.keysReloadEveryMs,
      }),
  },
  {
    provide: PutCredentialSeals,
    inject: [ChangeSettings, ConnectorAccountRepository],
    useFactory: (settings: ChangeSettings, connectorAccounts: ConnectorAccountRepository) =>
      new PutCredentialSeals({ settings, connectorAccounts }),
  },
  {
    provide: RewrapJob,
    inject: [Database, MessageProducer, sealingKeyToken, PutCredentialSeals],
    useFactory: (
      database: Database,
      producer: MessageProducer,
      sealingKey: CurrentPublicKey,
      credentials: PutCredentialSeals,
    ) => {
      const pace = paceOf(config);
      return new RewrapJob({
        ...{ owner: 'gateway', producer, logger, metrics, ...pace.job },
        walk: new SealWalk({ tables: credentialSealTables, ...pace.walk }),
        kids: () => sealingKey.kids,
        transact: (merchants, work) => database.change(merchants, work),
        put: credentials.put,
      });
    },
  },
  {
    provide: RotationTransport,
    inject: [Kafka, MessageProducer, RewrapJob],
    useFactory: (kafka: Kafka, producer: MessageProducer, job: RewrapJob) =>
      new RotationTransport({
        ...{ kafka, log: logger, producer, times: groupTimes(config), groupId: 'gateway.rewrapped', isTransient },
        ...{ topics: [credentialsRewrapped.topic], isTurning: () => job.isTurning, everyMs: config.keysReloadEveryMs },
      }),
  },
];

import type { DynamicModule, FactoryProvider, INestApplicationContext } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { accountMessages, topics } from '@payorch/contracts';
import type { Secret } from '@payorch/kernel';
import {
  AccountSettings,
  Broker,
  BrokerCheck,
  ConfigFollower,
  createKafka,
  MessageProducer,
  messageRegistry,
} from '@payorch/platform/kafka';
import { closedAtShutdown } from '@payorch/platform/lifecycle';
import { openDatabase, type DatabaseOptions } from '@payorch/platform/postgres';
import type { Logger } from '@payorch/platform/telemetry';
import { DataKeys, followMasterKeys, MerchantSeals, SettingsBox } from '@payorch/platform/sealing';
import { Kafka } from 'kafkajs';
import { DataSource } from 'typeorm';
import { provide } from './provide';
import { groupTimes, type ServiceConfig } from './service-settings';

export interface InfrastructureOptions {
  /** The app's name, for the broker and the logs. */
  readonly name: string;
  readonly config: ServiceConfig & Partial<DataKeyConfig>;
  readonly logger: Logger;
}

/** The configuration of a service that opens personal data. */
export interface DataKeyConfig {
  readonly masterKeys: Secret;
  readonly keysReloadEveryMs: number;
}

/** The migrated schema: provides its `DataSource` everywhere, and closes it after everything that was made from it. */
export const databaseModule = (
  database: Pick<DatabaseOptions, 'schema' | 'entities' | 'migrations' | 'poolSize'>,
  { config, logger }: { readonly config: Pick<ServiceConfig, 'databaseUrl'>; readonly logger: Logger },
): DynamicModule =>
  TypeOrmModule.forRootAsync({
    // A start that fails ends at once: `openDatabase` itself waits for a busy server.
    useFactory: () => ({ type: 'postgres', toRetry: () => false }),
    dataSourceFactory: () => openDatabase({ ...database, url: config.databaseUrl, logger }),
  });

/** The infrastructure of every service beside its database: the broker, a producer. */
export const infrastructure = ({ name, config, logger }: InfrastructureOptions): FactoryProvider[] => [
  provide(Kafka, [], () => createKafka({ brokers: config.kafkaBrokers, access: config, clientId: name, log: logger })),
  provide(BrokerCheck, [Kafka], (kafka: Kafka) => closedAtShutdown(new BrokerCheck(kafka), (check) => check.close())),
  provide(MessageProducer, [Kafka], (kafka: Kafka) => {
    const producer = new MessageProducer({ kafka, log: logger });
    // Committed messages are published before the connections close.
    return closedAtShutdown(producer, () => producer.close());
  }),
  ...brokers(config, logger),
];

/** With the master keys, the broker seals and opens messages with personal data. */
function brokers(config: InfrastructureOptions['config'], logger: Logger): FactoryProvider[] {
  const times = groupTimes(config);
  const { masterKeys, keysReloadEveryMs: everyMs } = config;
  if (masterKeys === undefined || everyMs === undefined)
    return [
      provide(Broker, [Kafka, MessageProducer], (kafka: Kafka, producer: MessageProducer) => {
        return new Broker(kafka, logger, producer, times);
      }),
    ];
  return [
    provide(DataKeys, [], () => {
      const master = new SettingsBox(masterKeys);
      followMasterKeys(master, { logger, everyMs });
      return new DataKeys(master);
    }),
    provide(
      MerchantSeals,
      [AccountSettings, DataKeys],
      (settings: AccountSettings, keys: DataKeys) => new MerchantSeals(settings, keys),
    ),
    provide(
      Broker,
      [Kafka, MessageProducer, MerchantSeals],
      (kafka: Kafka, producer: MessageProducer, seals: MerchantSeals) =>
        new Broker(kafka, logger, producer, times, seals),
    ),
  ];
}

/** Account settings in memory, complete before any provider that depends on them is created. */
export const followedSettings = (logger: Logger): FactoryProvider[] => [
  provide(AccountSettings, [], () => new AccountSettings()),
  provide(ConfigFollower, [Kafka, AccountSettings], async (kafka: Kafka, { apply }: AccountSettings) => {
    const registry = messageRegistry(accountMessages);
    const follower = new ConfigFollower({ kafka, log: logger, topic: topics.accountsConfig.name, registry, apply });
    await follower.start();
    await follower.ready();
    return closedAtShutdown(follower, () => follower.close());
  }),
];

export const infrastructureChecks = (
  app: INestApplicationContext,
): Readonly<Record<string, () => Promise<unknown>>> => ({
  database: () => app.get(DataSource).query('SELECT 1'),
  kafka: () => app.get(BrokerCheck).check(),
});

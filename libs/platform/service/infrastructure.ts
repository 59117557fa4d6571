import type { FactoryProvider, INestApplicationContext } from '@nestjs/common';
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
import { openDatabase, type DatabaseOptions } from '@payorch/platform/postgres';
import type { Logger } from '@payorch/platform/telemetry';
import { DataKeys, followMasterKeys, MerchantSeals, rowSeals, SettingsBox } from '@payorch/platform/sealing';
import { Kafka } from 'kafkajs';
import { DataSource } from 'typeorm';
import { provide } from './provide';
import { groupTimes, type ServiceConfig } from './service-settings';

export interface InfrastructureOptions {
  /** The app's name, for the broker and the logs. */
  readonly name: string;
  readonly database: Pick<DatabaseOptions, 'schema' | 'entities' | 'migrations' | 'poolSize'>;
  readonly config: ServiceConfig & Partial<DataKeyConfig>;
  readonly logger: Logger;
}

/** The configuration of a service that opens personal data. */
export interface DataKeyConfig {
  readonly masterKeys: Secret;
  readonly keysReloadEveryMs: number;
}

/** The infrastructure of every service: the migrated schema, the broker, a producer. */
export const infrastructure = ({ name, database, config, logger }: InfrastructureOptions): FactoryProvider[] => [
  provide(DataSource, [], () => openDatabase({ ...database, url: config.databaseUrl, logger })),
  provide(Kafka, [], () => createKafka({ brokers: config.kafkaBrokers, access: config, clientId: name, log: logger })),
  provide(BrokerCheck, [Kafka], (kafka: Kafka) => new BrokerCheck(kafka)),
  provide(MessageProducer, [Kafka], (kafka: Kafka) => new MessageProducer({ kafka, log: logger })),
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
    provide(MerchantSeals, [AccountSettings, DataKeys], (settings: AccountSettings, keys: DataKeys) => {
      const seals = new MerchantSeals(settings, keys);
      rowSeals.use(seals);
      return seals;
    }),
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
    return follower;
  }),
];

export const infrastructureChecks = (
  app: INestApplicationContext,
): Readonly<Record<string, () => Promise<unknown>>> => ({
  database: () => app.get(DataSource).query('SELECT 1'),
  kafka: () => app.get(BrokerCheck).check(),
});

/** Closed in this order, after all users: committed messages are published before connections close. */
export const infrastructureClosers = (app: INestApplicationContext): readonly (() => Promise<unknown>)[] => [
  () => app.get(ConfigFollower).close(),
  () => app.get(MessageProducer).close(),
  () => app.get(DataSource).destroy(),
];

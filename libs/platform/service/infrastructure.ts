import type { FactoryProvider, INestApplicationContext } from '@nestjs/common';
import { accountMessages, topics } from '@payorch/contracts';
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
import { Kafka } from 'kafkajs';
import { DataSource } from 'typeorm';
import { provide } from './provide';
import { groupTimes, type ServiceConfig } from './service-settings';

export interface InfrastructureOptions {
  /** The app's name, for the broker and the logs. */
  readonly name: string;
  readonly database: Pick<DatabaseOptions, 'schema' | 'entities' | 'migrations' | 'poolSize'>;
  readonly config: ServiceConfig;
  readonly logger: Logger;
}

/** The infrastructure of every service: the migrated schema, the broker, a producer. */
export const infrastructure = ({ name, database, config, logger }: InfrastructureOptions): FactoryProvider[] => [
  provide(DataSource, [], () => openDatabase({ ...database, url: config.databaseUrl, logger })),
  provide(Kafka, [], () => createKafka({ brokers: config.kafkaBrokers, access: config, clientId: name, log: logger })),
  provide(BrokerCheck, [Kafka], (kafka: Kafka) => new BrokerCheck(kafka)),
  provide(MessageProducer, [Kafka], (kafka: Kafka) => new MessageProducer({ kafka, log: logger })),
  provide(
    Broker,
    [Kafka, MessageProducer],
    (kafka: Kafka, producer: MessageProducer) => new Broker(kafka, logger, producer, groupTimes(config)),
  ),
];

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

import { Global, Module, type DynamicModule, type INestApplicationContext, type Provider } from '@nestjs/common';
import { gatewayRepliesTopic } from '@payorch/contracts';
import { egressPolicy } from '@payorch/platform/egress';
import type { HealthChecks } from '@payorch/platform/http';
import { BrokerCheck, createKafka, LagWatch, MessageProducer, Requester } from '@payorch/platform/kafka';
import { openDatabase } from '@payorch/platform/postgres';
import {
  CurrentPublicKey,
  CvcVault,
  DataKeys,
  MerchantSeals,
  openRedis,
  rowSeals,
  SettingsBox,
} from '@payorch/platform/sealing';
import { metrics, type Logger } from '@payorch/platform/telemetry';
import { Redis } from 'ioredis';
import { Kafka } from 'kafkajs';
import { DataSource } from 'typeorm';
import type { GatewayConfig } from './config';
import { ReplySlot } from './owners';
import { DataKeyCache, DataKeyRepository } from './data-keys';
import { Database } from './persistence';
import { gatewaySchema } from './schema';
import { configToken, egressToken, loggerToken, sealingKeyToken } from './tokens';

const stores = (config: GatewayConfig, logger: Logger): Provider[] => [
  {
    provide: DataSource,
    useFactory: () => openDatabase({ ...gatewaySchema, url: config.databaseUrl, logger }),
  },
  { provide: Database, inject: [DataSource], useFactory: (dataSource: DataSource) => new Database(dataSource) },
  { provide: Redis, useFactory: () => openRedis({ url: config.redisUrl, logger }) },
  { provide: CvcVault, inject: [Redis], useFactory: (redis: Redis) => new CvcVault(redis) },
  { provide: SettingsBox, useFactory: () => new SettingsBox(config.settingsKeys) },
  { provide: DataKeys, useFactory: () => new DataKeys(new SettingsBox(config.masterKeys)) },
  DataKeyRepository,
  {
    provide: DataKeyCache,
    inject: [Database, DataKeyRepository],
    useFactory: (database: Database, keys: DataKeyRepository) => new DataKeyCache(database, keys),
  },
  {
    provide: MerchantSeals,
    inject: [DataKeyCache, DataKeys],
    useFactory: (source: DataKeyCache, keys: DataKeys) => {
      const seals = new MerchantSeals(source, keys);
      rowSeals.use(seals);
      return seals;
    },
  },
  { provide: egressToken, useFactory: () => egressPolicy(config) },
  { provide: sealingKeyToken, useFactory: () => new CurrentPublicKey(config.sealingPublicKeys) },
];

/** The gateway measures for all services: it is there while anything is served, and knows of no group itself (ADR 176). */
const lagEveryMs = 15_000;

const messaging = (config: GatewayConfig, logger: Logger): Provider[] => [
  {
    provide: Kafka,
    useFactory: () => createKafka({ brokers: config.kafkaBrokers, access: config, clientId: 'gateway', log: logger }),
  },
  { provide: BrokerCheck, inject: [Kafka], useFactory: (kafka: Kafka) => new BrokerCheck(kafka) },
  {
    provide: LagWatch,
    inject: [Kafka],
    useFactory: (kafka: Kafka) =>
      new LagWatch({
        kafka,
        log: logger,
        everyMs: lagEveryMs,
        onLag: (lag) => metrics.setBrokerState(lag),
        onUnknown: () => metrics.setBrokerState(undefined),
      }),
  },
  {
    provide: MessageProducer,
    inject: [Kafka],
    useFactory: (kafka: Kafka) => new MessageProducer({ kafka, log: logger }),
  },
  {
    // After the database, whose schema exists then.
    provide: ReplySlot,
    inject: [DataSource],
    useFactory: () => ReplySlot.lease({ databaseUrl: config.databaseUrl, slots: config.replySlots, logger }),
  },
  {
    provide: Requester,
    inject: [Kafka, MessageProducer, ReplySlot, MerchantSeals, DataKeyCache],
    useFactory: async (
      kafka: Kafka,
      producer: MessageProducer,
      { slot }: ReplySlot,
      seals: MerchantSeals,
      { load: loadKeys }: DataKeyCache,
    ) => {
      const replyTopic = gatewayRepliesTopic(slot);
      const requester = new Requester({
        kafka,
        log: logger,
        producer,
        seals,
        loadKeys,
        replyTopic,
        maxWaiting: config.maxPendingReplies,
      });
      await requester.start();
      return requester;
    },
  },
];

/** The gateway's infrastructure, for every module: configuration, log, PostgreSQL, Redis, Kafka and keys. */
@Global()
@Module({})
export class InfrastructureModule {
  static with(config: GatewayConfig, logger: Logger): DynamicModule {
    const providers = [
      { provide: configToken, useValue: config },
      { provide: loggerToken, useValue: logger },
      ...stores(config, logger),
      ...messaging(config, logger),
    ];
    return { module: InfrastructureModule, providers, exports: providers };
  }

  static checks(app: INestApplicationContext): HealthChecks {
    return { database: () => app.get(DataSource).query('SELECT 1'), kafka: () => app.get(BrokerCheck).check() };
  }

  /** Without Redis the gateway still serves requests that bring no CVC. */
  static disposable(app: INestApplicationContext): HealthChecks {
    return { redis: () => app.get(Redis).ping() };
  }

  /** Closes in this order: answer pending callers, publish accepted changes, then disconnect the stores. */
  static async close(app: INestApplicationContext): Promise<void> {
    await app.get(Requester).close();
    await app.get(MessageProducer).close();
    await app.get(LagWatch).close();
    await app.get(BrokerCheck).close();
    app.get(Redis).disconnect();
    await app.get(DataSource).destroy();
    await app.get(ReplySlot).release();
  }
}

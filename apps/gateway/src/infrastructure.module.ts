import { Global, Module, type DynamicModule, type INestApplicationContext, type Provider } from '@nestjs/common';
import { gatewayRepliesTopic } from '@payorch/contracts';
import { egressPolicy } from '@payorch/platform/egress';
import type { HealthChecks } from '@payorch/platform/http';
import { BrokerCheck, createKafka, LagWatch, MessageProducer, Requester } from '@payorch/platform/kafka';
import { closedAtShutdown } from '@payorch/platform/lifecycle';
import { CurrentPublicKey, CvcVault, DataKeys, MerchantSeals, openRedis, SettingsBox } from '@payorch/platform/sealing';
import { databaseModule } from '@payorch/platform/service';
import { StorageModule } from '@payorch/platform/storage';
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
  Database,
  {
    provide: Redis,
    useFactory: async () =>
      closedAtShutdown(await openRedis({ url: config.redisUrl, logger }), (redis) => redis.disconnect()),
  },
  { provide: CvcVault, inject: [Redis], useFactory: (redis: Redis) => new CvcVault(redis) },
  { provide: SettingsBox, useFactory: () => new SettingsBox(config.settingsKeys) },
  { provide: DataKeys, useFactory: () => new DataKeys(new SettingsBox(config.masterKeys)) },
  DataKeyRepository,
  DataKeyCache,
  {
    provide: MerchantSeals,
    inject: [DataKeyCache, DataKeys],
    useFactory: (source: DataKeyCache, keys: DataKeys) => new MerchantSeals(source, keys),
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
  {
    provide: BrokerCheck,
    inject: [Kafka],
    useFactory: (kafka: Kafka) => closedAtShutdown(new BrokerCheck(kafka), (check) => check.close()),
  },
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
    useFactory: (kafka: Kafka) =>
      closedAtShutdown(new MessageProducer({ kafka, log: logger }), (producer) => producer.close()),
  },
  {
    // After the database, whose schema exists then.
    provide: ReplySlot,
    inject: [DataSource],
    useFactory: async () => {
      const { databaseUrl, replySlots: slots } = config;
      return closedAtShutdown(await ReplySlot.lease({ databaseUrl, slots, logger }), (slot) => slot.release());
    },
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
      // Before the producer and the slot, which it depends on: its pending callers are answered.
      return closedAtShutdown(requester, () => requester.close());
    },
  },
];

/** The gateway's infrastructure, for every module: configuration, log, PostgreSQL, Redis, Kafka, the file storage and keys. */
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
    const storage = StorageModule.with(config, logger);
    const imports = [databaseModule(gatewaySchema, { config, logger }), storage];
    return { module: InfrastructureModule, imports, providers, exports: [...providers, StorageModule] };
  }

  static checks(app: INestApplicationContext): HealthChecks {
    return { database: () => app.get(DataSource).query('SELECT 1'), kafka: () => app.get(BrokerCheck).check() };
  }

  /** Without Redis the gateway still serves requests that bring no CVC. */
  static disposable(app: INestApplicationContext): HealthChecks {
    return { redis: () => app.get(Redis).ping() };
  }
}

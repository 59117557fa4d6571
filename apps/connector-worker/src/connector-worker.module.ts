import { Module } from '@nestjs/common';
import type {
  DynamicModule,
  FactoryProvider,
  INestApplicationContext,
  OnApplicationShutdown,
  OnModuleInit,
  Type,
} from '@nestjs/common';
import { allMessages, topics } from '@payorch/contracts';
import { systemClock } from '@payorch/kernel';
import { ConnectorHttp } from '@payorch/platform/http';
import {
  AccountSettings,
  ConfigFollower,
  createKafka,
  MessageProducer,
  messageRegistry,
} from '@payorch/platform/kafka';
import type { KeyedTransport } from '@payorch/platform/kafka';
import { openDatabase } from '@payorch/platform/postgres';
import { CvcVault, openRedis, parsePrivateKeys } from '@payorch/platform/sealing';
import type { Logger } from '@payorch/platform/telemetry';
import type { Redis } from 'ioredis';
import { Kafka } from 'kafkajs';
import { DataSource } from 'typeorm';
import { OpenedAccounts } from './accounts/opened-accounts';
import type { Config } from './config';
import { ConnectorHandlers } from './messages/connector.handlers';
import { connectorTransport } from './messages/connector-transport';
import { CallPreparer } from './operations/call-preparer';
import { OperationLog } from './operations/operation-log';
import { ProcessorCall } from './operations/processor-call';
import { OperationRunner } from './operations/run-operation';
import { OperationSync } from './operations/sync-operation';
import { OperationRepository } from './persistence/operation.repository';
import { entities, migrations, schema } from './persistence/schema';
import { CardOpener } from './sealed/card-opener';
import { EventSweep } from './webhooks/event-sweep';
import { WebhookReceiver } from './webhooks/receive-webhook';

const settingsTopic = topics.accountsConfig.name;
const redisClient = Symbol('redis');
const connectorTransports = Symbol('transports');

type Token<T> = Type<T> | symbol;

/** A provider whose dependencies the compiler checks against what makes it. */
const provide = <T, const Parts extends readonly unknown[]>(
  token: Token<T>,
  inject: { readonly [I in keyof Parts]: Token<Parts[I]> },
  useFactory: (...parts: Parts) => T | Promise<T>,
): FactoryProvider => ({
  provide: token,
  inject: [...inject],
  useFactory: useFactory as FactoryProvider['useFactory'],
});

const outside = (config: Config, logger: Logger): FactoryProvider[] => [
  provide(DataSource, [], () => openDatabase({ url: config.databaseUrl, schema, entities, migrations, logger })),
  provide<Redis, []>(redisClient, [], () => openRedis({ url: config.redisUrl, logger })),
  provide(Kafka, [], () => createKafka({ brokers: config.kafkaBrokers, clientId: 'connector-worker', log: logger })),
  provide(MessageProducer, [Kafka], (kafka: Kafka) => new MessageProducer({ kafka, log: logger })),
  provide(ConnectorHttp, [], () => new ConnectorHttp({ connectTimeoutMs: config.connectTimeoutMs })),
  provide(AccountSettings, [], () => new AccountSettings()),
  provide(
    ConfigFollower,
    [Kafka, AccountSettings],
    (kafka: Kafka, settings: AccountSettings) =>
      new ConfigFollower({
        kafka,
        log: logger,
        topic: settingsTopic,
        registry: messageRegistry(allMessages.filter(({ topic }) => topic === settingsTopic)),
        apply: settings.apply,
      }),
  ),
];

const inside = (config: Config, logger: Logger): FactoryProvider[] => {
  const keys = parsePrivateKeys(config.sealingPrivateKeys);
  const clock = systemClock;
  return [
    provide(OperationRepository, [DataSource], (database: DataSource) => new OperationRepository(database)),
    provide(OperationLog, [OperationRepository], (rows: OperationRepository) => new OperationLog(rows)),
    provide(ProcessorCall, [ConnectorHttp], (http: ConnectorHttp) => new ProcessorCall(http, config)),
    provide(
      OpenedAccounts,
      [AccountSettings],
      (settings: AccountSettings) =>
        new OpenedAccounts({ settings, keys, logger, baseUrls: config.baseUrls, waitMs: config.accountVersionWaitMs }),
    ),
    provide(
      CallPreparer,
      [OpenedAccounts, redisClient],
      (accounts: OpenedAccounts, redis: Redis) =>
        new CallPreparer({
          accounts,
          cards: new CardOpener(keys, new CvcVault(redis)),
          publicUrl: config.publicUrl,
          clock,
          logger,
        }),
    ),
    provide(
      OperationRunner,
      [OperationLog, OpenedAccounts, CallPreparer, ProcessorCall],
      (log: OperationLog, accounts: OpenedAccounts, preparer: CallPreparer, processor: ProcessorCall) =>
        new OperationRunner({ log, accounts, preparer, processor, leaseMs: config.leaseMs }),
    ),
    provide(
      OperationSync,
      [OperationLog, OperationRepository, OpenedAccounts, ProcessorCall],
      (log: OperationLog, rows: OperationRepository, accounts: OpenedAccounts, processor: ProcessorCall) =>
        new OperationSync({ log, rows, accounts, processor, absenceCountsAfterMs: 2 * config.callTimeoutMs }),
    ),
    provide(
      WebhookReceiver,
      [OpenedAccounts, OperationLog, OperationRepository],
      (accounts: OpenedAccounts, log: OperationLog, rows: OperationRepository) =>
        new WebhookReceiver({ accounts, log, rows, clock }),
    ),
    provide(
      ConnectorHandlers,
      [OperationRunner, OperationSync, WebhookReceiver, OperationRepository, MessageProducer],
      (
        runner: OperationRunner,
        sync: OperationSync,
        webhooks: WebhookReceiver,
        rows: OperationRepository,
        producer: MessageProducer,
      ) => new ConnectorHandlers({ runner, sync, webhooks, rows, producer, clock }),
    ),
    provide(EventSweep, [OperationRepository], (rows: OperationRepository) => new EventSweep(rows, logger)),
  ];
};

const transports = (config: Config, logger: Logger) =>
  provide(
    connectorTransports,
    [Kafka, MessageProducer, ConnectorHandlers],
    (kafka: Kafka, producer: MessageProducer, handlers: ConnectorHandlers) =>
      config.connectors.map((connector) =>
        connectorTransport({ connector, config, kafka, producer, handlers, logger }),
      ),
  );

/** The whole service, wired. */
@Module({})
export class ConnectorWorkerModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly follower: ConfigFollower,
    private readonly sweep: EventSweep,
  ) {}

  static with(config: Config, logger: Logger): DynamicModule {
    return {
      module: ConnectorWorkerModule,
      providers: [...outside(config, logger), ...inside(config, logger), transports(config, logger)],
    };
  }

  static strategies(app: INestApplicationContext): readonly KeyedTransport[] {
    return app.get<KeyedTransport[]>(connectorTransports);
  }

  static checks(app: INestApplicationContext): Readonly<Record<string, () => Promise<unknown>>> {
    return { database: () => app.get(DataSource).query('SELECT 1') };
  }

  /** In this order, after the transports: what was done is told, then the lines are closed. */
  static closers(app: INestApplicationContext): readonly (() => Promise<unknown>)[] {
    return [
      () => app.get(MessageProducer).close(),
      () => app.get(ConnectorHttp).close(),
      async () => app.get<Redis>(redisClient).disconnect(),
      () => app.get(DataSource).destroy(),
    ];
  }

  /** No command is taken before the settings of the accounts are read. */
  async onModuleInit(): Promise<void> {
    await this.follower.start();
    await this.follower.ready();
    this.sweep.start();
  }

  async onApplicationShutdown(): Promise<void> {
    this.sweep.stop();
    await this.follower.close();
  }
}

import { Module } from '@nestjs/common';
import type {
  DynamicModule,
  FactoryProvider,
  INestApplicationContext,
  OnApplicationShutdown,
  OnModuleInit,
} from '@nestjs/common';
import { systemClock } from '@payorch/kernel';
import { ConnectorHttp } from '@payorch/platform/http';
import { AccountSettings, MessageProducer } from '@payorch/platform/kafka';
import type { KeyedTransport } from '@payorch/platform/kafka';
import { CvcVault, openRedis, parsePrivateKeys } from '@payorch/platform/sealing';
import { followedSettings, infrastructure, infrastructureClosers, provide } from '@payorch/platform/service';
import type { Logger } from '@payorch/platform/telemetry';
import type { Redis } from 'ioredis';
import { Kafka } from 'kafkajs';
import { DataSource } from 'typeorm';
import { OpenedAccounts } from './accounts/opened-accounts';
import type { Config } from './config';
import { ConnectorHandlers } from './messages/connector.handlers';
import { BeginChecks, beginChecksTransport } from './messages/begin-checks';
import { connectorTransport } from './messages/connector-transport';
import { BeginChecker } from './operations/check-begun';
import { CallPreparer } from './operations/call-preparer';
import { OperationLog } from './operations/operation-log';
import { ProcessorCall } from './operations/processor-call';
import { OperationRunner } from './operations/run-operation';
import { OperationSync } from './operations/sync-operation';
import { OperationRepository } from './persistence/operation.repository';
import { entities, migrations, schema } from './persistence/schema';
import { WorkerPresenceRepository } from './persistence/worker-presence.repository';
import { Presence } from './presence';
import { CardOpener } from './sealed/card-opener';
import { MethodDataOpener } from './sealed/method-data-opener';
import { EventSweep } from './webhooks/event-sweep';
import { WebhookReceiver } from './webhooks/receive-webhook';

const redisClient = Symbol('redis');
const connectorTransports = Symbol('transports');
const beginChecks = Symbol('begin checks');

const outside = (config: Config, logger: Logger): FactoryProvider[] => [
  ...infrastructure({ name: 'connector-worker', database: { schema, entities, migrations }, config, logger }),
  ...followedSettings(logger),
  provide<Redis, []>(redisClient, [], () => openRedis({ url: config.redisUrl, logger })),
  provide(ConnectorHttp, [], () => new ConnectorHttp({ connectTimeoutMs: config.connectTimeoutMs })),
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
    provide(CvcVault, [redisClient], (redis: Redis) => new CvcVault(redis)),
    provide(
      CallPreparer,
      [CvcVault],
      (vault: CvcVault) =>
        new CallPreparer({
          cards: new CardOpener(keys, vault),
          methodData: new MethodDataOpener(keys),
          publicUrl: config.publicUrl,
          clock,
          logger,
        }),
    ),
    provide(
      OperationRunner,
      [OperationLog, OpenedAccounts, CallPreparer, ProcessorCall, CvcVault],
      (
        log: OperationLog,
        accounts: OpenedAccounts,
        preparer: CallPreparer,
        processor: ProcessorCall,
        vault: CvcVault,
      ) => new OperationRunner({ log, accounts, preparer, processor, vault, leaseMs: config.leaseMs }),
    ),
    provide(
      OperationSync,
      [OperationLog, OperationRepository, OpenedAccounts, ProcessorCall, CvcVault],
      (
        log: OperationLog,
        rows: OperationRepository,
        accounts: OpenedAccounts,
        processor: ProcessorCall,
        vault: CvcVault,
      ) => new OperationSync({ log, rows, accounts, processor, vault, absenceCountsAfterMs: 2 * config.callTimeoutMs }),
    ),
    provide(
      WebhookReceiver,
      [OpenedAccounts, OperationLog, OperationRepository, CvcVault],
      (accounts: OpenedAccounts, log: OperationLog, rows: OperationRepository, vault: CvcVault) =>
        new WebhookReceiver({ accounts, log, rows, vault, clock }),
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
    provide(
      Presence,
      [DataSource],
      (database: DataSource) => new Presence(new WorkerPresenceRepository(database), logger, config.presenceEveryMs),
    ),
    provide(
      BeginChecks,
      [OperationLog, OperationRepository, Presence, MessageProducer],
      (log: OperationLog, rows: OperationRepository, presence: Presence, producer: MessageProducer) =>
        new BeginChecks({ checker: new BeginChecker({ log, rows, presence }), producer, clock }),
    ),
    provide(EventSweep, [OperationRepository], (rows: OperationRepository) => new EventSweep(rows, logger)),
  ];
};

const transports = (config: Config, logger: Logger): FactoryProvider[] => [
  provide(
    connectorTransports,
    [Kafka, MessageProducer, ConnectorHandlers, Presence],
    (kafka: Kafka, producer: MessageProducer, handlers: ConnectorHandlers, presence: Presence) =>
      config.connectors.map((connector) => {
        const transport = connectorTransport({ connector, config, kafka, producer, handlers, logger });
        transport.on('assigned', () => presence.join(connector));
        return transport;
      }),
  ),
  provide(
    beginChecks,
    [Kafka, MessageProducer, BeginChecks, Presence],
    (kafka: Kafka, producer: MessageProducer, checks: BeginChecks, presence: Presence) =>
      beginChecksTransport({ checks, presence, config, kafka, producer, logger }),
  ),
];

/** The whole service, wired. */
@Module({})
export class ConnectorWorkerModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly sweep: EventSweep,
    private readonly presence: Presence,
  ) {}

  static with(config: Config, logger: Logger): DynamicModule {
    return {
      module: ConnectorWorkerModule,
      providers: [...outside(config, logger), ...inside(config, logger), ...transports(config, logger)],
    };
  }

  static strategies(app: INestApplicationContext): readonly KeyedTransport[] {
    return [...app.get<KeyedTransport[]>(connectorTransports), app.get<KeyedTransport>(beginChecks)];
  }

  /** In this order, after the transports: what was done is told, then the lines are closed. */
  static closers(app: INestApplicationContext): readonly (() => Promise<unknown>)[] {
    return [
      () => app.get(ConnectorHttp).close(),
      async () => app.get<Redis>(redisClient).disconnect(),
      ...infrastructureClosers(app),
    ];
  }

  onModuleInit(): void {
    this.sweep.start();
    this.presence.start();
  }

  onApplicationShutdown(): void {
    this.sweep.stop();
  }
}

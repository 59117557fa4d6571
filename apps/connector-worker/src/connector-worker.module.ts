import { Module } from '@nestjs/common';
import type {
  DynamicModule,
  FactoryProvider,
  INestApplicationContext,
  OnApplicationShutdown,
  OnModuleInit,
} from '@nestjs/common';
import { systemClock } from '@payorch/kernel';
import { AccountGates, ConnectorHttp, defaultGatePolicy, type HealthChecks } from '@payorch/platform/http';
import { AccountSettings, MessageProducer, messageRegistry } from '@payorch/platform/kafka';
import type { Incoming, KafkaTransport } from '@payorch/platform/kafka';
import { ListenWhileTurning } from '@payorch/platform/rewrap';
import {
  CurrentPrivateKeys,
  CvcVault,
  followPrivateKeys,
  openRedis,
  type RedisClient,
} from '@payorch/platform/sealing';
import { followedSettings, infrastructure, infrastructureClosers, provide } from '@payorch/platform/service';
import type { Logger } from '@payorch/platform/telemetry';
import { Kafka } from 'kafkajs';
import { DataSource } from 'typeorm';
import { policyOf } from './admission/account-limits';
import { OperationTurns } from './admission/operation-turns';
import { SyncPace } from './admission/sync-pace';
import { OpenedAccounts } from './accounts/opened-accounts';
import type { Config } from './config';
import { ConnectorHandlers } from './messages/connector.handlers';
import { asideOf, OperationsAside } from './admission/operations-aside';
import { BeginChecks, beginChecksTransport } from './messages/begin-checks';
import { connectorTransport } from './messages/connector-transport';
import { rewrapsHandler, rewrapsTransport } from './messages/rewraps';
import { BeginChecker } from './operations/check-begun';
import { CallPreparer } from './operations/call-preparer';
import { OperationLog } from './operations/operation-log';
import { ProcessorCall } from './operations/processor-call';
import { OperationRunner } from './operations/run-operation';
import { OperationSync } from './operations/sync-operation';
import { OperationAsideRepository } from './persistence/operation-aside.repository';
import { OperationRepository } from './persistence/operation.repository';
import { entities, migrations, schema } from './persistence/schema';
import { WorkerPresenceRepository } from './persistence/worker-presence.repository';
import { Presence } from './presence';
import { CardOpener } from './sealed/card-opener';
import { MethodDataOpener } from './sealed/method-data-opener';
import { Rewrapper } from './sealed/rewrapper';
import { EventSweep } from './webhooks/event-sweep';
import { WebhookReceiver } from './webhooks/receive-webhook';

const redisClient = Symbol('redis');
const connectorTransports = Symbol('transports');
const beginChecks = Symbol('begin checks');

const outside = (config: Config, logger: Logger): FactoryProvider[] => [
  ...infrastructure({ name: 'connector-worker', database: { schema, entities, migrations }, config, logger }),
  ...followedSettings(logger),
  provide<RedisClient, []>(redisClient, [], () => openRedis({ url: config.redisUrl, logger })),
  provide(AccountGates, [], () => accountGates(config)),
  provide(
    ConnectorHttp,
    [AccountGates],
    (gates: AccountGates) => new ConnectorHttp({ gates, connectTimeoutMs: config.connectTimeoutMs }),
  ),
];

function accountGates(config: Config): AccountGates {
  const { accountMaxInFlight: maxInFlight, breakerOpensForMs: openForMs, breakerOpensAtMostMs: longestOpenMs } = config;
  const breaker = { ...defaultGatePolicy.breaker, openForMs, longestOpenMs };
  const general = { ...defaultGatePolicy, maxInFlight, breaker };
  return new AccountGates((account, connector) => policyOf(general, config.accountLimits, { account, connector }));
}

/** No sync is put off for longer than this, however many there are. */
const longestPutOffMs = 120_000;
/** A sync that finds no room is put off rather than keeping its caller waiting. */
const syncWaitMs = 5_000;
/** How often it is looked whether the accounts of what was set aside take it again; more rarely where nothing is. */
const asideEveryMs = 1_000;

const admission = (config: Config): FactoryProvider[] => [
  provide(
    SyncPace,
    [],
    () => new SyncPace({ perSecond: config.syncsPerSecond, longestMs: Math.max(longestPutOffMs, config.syncAgainMs) }),
  ),
  provide(OperationTurns, [AccountGates, SyncPace], (gates: AccountGates, pace: SyncPace) => {
    const { accountMaxQueued: maxQueued, fallbackAfterMs, asideAfterMs } = config;
    const maxQueuedTotal = 8 * maxQueued;
    return new OperationTurns({
      gates,
      pace,
      clock: systemClock,
      maxQueued,
      maxQueuedTotal,
      fallbackAfterMs,
      syncWaitMs,
      asideAfterMs,
    });
  }),
];

/** Seals of older keys, as long as there are any. */
const rewraps = (ring: CurrentPrivateKeys, config: Config, logger: Logger): FactoryProvider =>
  provide(ListenWhileTurning, [Kafka, MessageProducer], (kafka: Kafka, producer: MessageProducer) => {
    const handle = rewrapsHandler({ rewrapper: new Rewrapper(ring), producer, clock: systemClock });
    return new ListenWhileTurning({
      isTurning: () => ring.keys.size > 1,
      listen: () => rewrapsTransport({ handle, config, kafka, producer, logger }),
      everyMs: config.keysReloadEveryMs,
      logger,
    });
  });

const inside = (config: Config, logger: Logger): FactoryProvider[] => {
  const ring = new CurrentPrivateKeys(config.sealingPrivateKeys);
  followPrivateKeys(ring, { logger, everyMs: config.keysReloadEveryMs });
  const { keys } = ring;
  const clock = systemClock;
  return [
    rewraps(ring, config, logger),
    provide(OperationRepository, [DataSource], (database: DataSource) => new OperationRepository(database)),
    provide(OperationAsideRepository, [DataSource], (database: DataSource) => new OperationAsideRepository(database)),
    provide(OperationLog, [OperationRepository], (rows: OperationRepository) => new OperationLog(rows)),
    provide(ProcessorCall, [ConnectorHttp], (http: ConnectorHttp) => new ProcessorCall(http, config)),
    provide(
      OpenedAccounts,
      [AccountSettings],
      (settings: AccountSettings) =>
        new OpenedAccounts({ settings, keys, logger, baseUrls: config.baseUrls, waitMs: config.accountVersionWaitMs }),
    ),
    provide(CvcVault, [redisClient], (redis: RedisClient) => new CvcVault(redis)),
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
      [OperationLog, OperationRepository, OperationAsideRepository, OpenedAccounts, ProcessorCall, CvcVault, SyncPace],
      (
        log: OperationLog,
        rows: OperationRepository,
        aside: OperationAsideRepository,
        accounts: OpenedAccounts,
        processor: ProcessorCall,
        vault: CvcVault,
        pace: SyncPace,
      ) => {
        const { syncAgainMs, callTimeoutMs } = config;
        const absenceCountsAfterMs = 2 * callTimeoutMs;
        const parts = { log, rows, aside, accounts, processor, vault, pace, logger };
        return new OperationSync({ ...parts, syncAgainMs, absenceCountsAfterMs });
      },
    ),
    provide(
      WebhookReceiver,
      [OpenedAccounts, OperationLog, OperationRepository, CvcVault],
      (accounts: OpenedAccounts, log: OperationLog, rows: OperationRepository, vault: CvcVault) =>
        new WebhookReceiver({ accounts, log, rows, vault, clock }),
    ),
    provide(
      ConnectorHandlers,
      [OperationRunner, OperationSync, WebhookReceiver, OperationRepository, OperationAsideRepository, MessageProducer],
      (
        runner: OperationRunner,
        sync: OperationSync,
        webhooks: WebhookReceiver,
        rows: OperationRepository,
        aside: OperationAsideRepository,
        producer: MessageProducer,
      ) => {
        const setAside = (incoming: Incoming): Promise<void> => aside.add(asideOf(incoming));
        return new ConnectorHandlers({ runner, sync, webhooks, rows, producer, clock, setAside });
      },
    ),
    provide(
      OperationsAside,
      [OperationAsideRepository, AccountGates, ConnectorHandlers],
      (rows: OperationAsideRepository, gates: AccountGates, { handle, messages }: ConnectorHandlers) =>
        new OperationsAside({
          ...{ rows, gates, handle, logger, connectors: config.connectors, registry: messageRegistry(messages) },
          ...{ leaseMs: config.leaseMs + 2 * config.callTimeoutMs, everyMs: asideEveryMs },
        }),
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
    [Kafka, MessageProducer, ConnectorHandlers, OperationTurns, Presence],
    (kafka: Kafka, producer: MessageProducer, handlers: ConnectorHandlers, turns: OperationTurns, presence: Presence) =>
      config.connectors.map((connector) => {
        const transport = connectorTransport({ connector, config, kafka, producer, handlers, turns, logger });
        transport.on('assigned', () => presence.join(connector));
        return transport;
      }),
  ),
  provide(
    beginChecks,
    [Kafka, MessageProducer, BeginChecks, Presence, OperationsAside],
    (kafka: Kafka, producer: MessageProducer, checks: BeginChecks, presence: Presence, aside: OperationsAside) => {
      // A worker that drains begins nothing more, from wherever it would come.
      const stop = async (): Promise<void> => void (await Promise.all([presence.stop(), aside.stop()]));
      return beginChecksTransport({ checks, presence: { stop }, config, kafka, producer, logger });
    },
  ),
];

/** The whole service, wired. */
@Module({})
export class ConnectorWorkerModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly sweep: EventSweep,
    private readonly presence: Presence,
    private readonly rewraps: ListenWhileTurning,
    private readonly aside: OperationsAside,
  ) {}

  static with(config: Config, logger: Logger): DynamicModule {
    return {
      module: ConnectorWorkerModule,
      providers: [
        ...outside(config, logger),
        ...admission(config),
        ...inside(config, logger),
        ...transports(config, logger),
      ],
    };
  }

  static strategies(app: INestApplicationContext): readonly KafkaTransport[] {
    return [...app.get<KafkaTransport[]>(connectorTransports), app.get<KafkaTransport>(beginChecks)];
  }

  /** Without Redis only the CVCs that wait there are lost. */
  static disposable(app: INestApplicationContext): HealthChecks {
    return { redis: () => app.get<RedisClient>(redisClient).ping() };
  }

  /** In this order, after the transports: what was done is told, then the lines are closed. */
  static closers(app: INestApplicationContext): readonly (() => Promise<unknown>)[] {
    return [
      () => app.get(ListenWhileTurning).close(),
      () => app.get(ConnectorHttp).close(),
      async () => app.get<RedisClient>(redisClient).disconnect(),
      ...infrastructureClosers(app),
    ];
  }

  onModuleInit(): void {
    this.sweep.start();
    this.presence.start();
    this.rewraps.start();
    this.aside.start();
  }

  onApplicationShutdown(): void {
    this.sweep.stop();
  }
}

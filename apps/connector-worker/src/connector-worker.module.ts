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
import { RotationConsumer } from '@payorch/platform/rewrap';
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
import { deferredOperationOf, DeferredOperations } from './admission/deferred-operations';
import { BeginChecks, beginChecksTransport } from './messages/begin-checks';
import { connectorTransport } from './messages/connector-transport';
import { rewrapsHandler, rewrapsTransport } from './messages/rewraps';
import { BeginChecker } from './operations/check-begun';
import { CallPreparer } from './operations/call-preparer';
import { OperationLog } from './operations/operation-log';
import { ProcessorCall } from './operations/processor-call';
import { OperationRunner } from './operations/run-operation';
import { OperationSync } from './operations/sync-operation';
import { DeferredOperationRepository } from './persistence/deferred-operation.repository';
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

/** The longest delay of a postponed sync, however many there are. */
const longestPostponedMs = 120_000;
/** After this wait for room, a sync is postponed so that its caller receives a reply. */
const syncWaitMs = 5_000;
/** How often the worker tries to begin deferred operations; less often when there are none. */
const deferredEveryMs = 1_000;

const admission = (config: Config): FactoryProvider[] => [
  provide(
    SyncPace,
    [],
    () =>
      new SyncPace({ perSecond: config.syncsPerSecond, longestMs: Math.max(longestPostponedMs, config.syncAgainMs) }),
  ),
  provide(OperationTurns, [AccountGates, SyncPace], (gates: AccountGates, pace: SyncPace) => {
    const { accountMaxQueued: maxQueued, fallbackAfterMs, deferAfterMs } = config;
    const maxQueuedTotal = 8 * maxQueued;
    return new OperationTurns({
      gates,
      pace,
      clock: systemClock,
      maxQueued,
      maxQueuedTotal,
      fallbackAfterMs,
      syncWaitMs,
      deferAfterMs,
    });
  }),
];

/** Re-seals what was sealed with older keys, while this worker has more than one key. */
const rewraps = (ring: CurrentPrivateKeys, config: Config, logger: Logger): FactoryProvider =>
  provide(RotationConsumer, [Kafka, MessageProducer], (kafka: Kafka, producer: MessageProducer) => {
    const handle = rewrapsHandler({ rewrapper: new Rewrapper(ring), producer, clock: systemClock });
    return new RotationConsumer({
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
    provide(
      DeferredOperationRepository,
      [DataSource],
      (database: DataSource) => new DeferredOperationRepository(database),
    ),
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
      [
        OperationLog,
        OperationRepository,
        DeferredOperationRepository,
        OpenedAccounts,
        ProcessorCall,
        CvcVault,
        SyncPace,
      ],
      (
        log: OperationLog,
        rows: OperationRepository,
        deferred: DeferredOperationRepository,
        accounts: OpenedAccounts,
        processor: ProcessorCall,
        vault: CvcVault,
        pace: SyncPace,
      ) => {
        const { syncAgainMs, callTimeoutMs } = config;
        const absenceCountsAfterMs = 2 * callTimeoutMs;
        const parts = { log, rows, deferred, accounts, processor, vault, pace, logger };
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
      [
        OperationRunner,
        OperationSync,
        WebhookReceiver,
        OperationRepository,
        DeferredOperationRepository,
        MessageProducer,
      ],
      (
        runner: OperationRunner,
        sync: OperationSync,
        webhooks: WebhookReceiver,
        rows: OperationRepository,
        deferred: DeferredOperationRepository,
        producer: MessageProducer,
      ) => {
        const defer = (incoming: Incoming): Promise<void> => deferred.add(deferredOperationOf(incoming));
        return new ConnectorHandlers({ runner, sync, webhooks, rows, producer, clock, defer });
      },
    ),
    provide(
      DeferredOperations,
      [DeferredOperationRepository, AccountGates, ConnectorHandlers],
      (rows: DeferredOperationRepository, gates: AccountGates, { handle, messages }: ConnectorHandlers) =>
        new DeferredOperations({
          ...{ rows, gates, handle, logger, connectors: config.connectors, registry: messageRegistry(messages) },
          ...{ leaseMs: config.leaseMs + 2 * config.callTimeoutMs, everyMs: deferredEveryMs },
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
    [Kafka, MessageProducer, BeginChecks, Presence, DeferredOperations],
    (
      kafka: Kafka,
      producer: MessageProducer,
      checks: BeginChecks,
      presence: Presence,
      deferred: DeferredOperations,
    ) => {
      // A worker that drains begins no more operations, neither from topics nor from disk.
      const stop = async (): Promise<void> => void (await Promise.all([presence.stop(), deferred.stop()]));
      return beginChecksTransport({ checks, presence: { stop }, config, kafka, producer, logger });
    },
  ),
];

/** Wires the service. */
@Module({})
export class ConnectorWorkerModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly sweep: EventSweep,
    private readonly presence: Presence,
    private readonly rewraps: RotationConsumer,
    private readonly deferred: DeferredOperations,
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

  /** Redis is optional for health: without it only the stored CVCs are lost. */
  static disposable(app: INestApplicationContext): HealthChecks {
    return { redis: () => app.get<RedisClient>(redisClient).ping() };
  }

  /** In this order, after the transports: outcomes are published first, then connections are closed. */
  static closers(app: INestApplicationContext): readonly (() => Promise<unknown>)[] {
    return [
      () => app.get(RotationConsumer).close(),
      () => app.get(ConnectorHttp).close(),
      async () => app.get<RedisClient>(redisClient).disconnect(),
      ...infrastructureClosers(app),
    ];
  }

  onModuleInit(): void {
    this.sweep.start();
    this.presence.start();
    this.rewraps.start();
    this.deferred.start();
  }

  onApplicationShutdown(): void {
    this.sweep.stop();
  }
}

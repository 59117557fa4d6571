import { Module } from '@nestjs/common';
import type {
  DynamicModule,
  FactoryProvider,
  INestApplicationContext,
  OnApplicationShutdown,
  OnModuleInit,
} from '@nestjs/common';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import { topics } from '@payorch/contracts';
import { systemClock } from '@payorch/kernel';
import { AccountGates, ConnectorHttp, type HealthChecks } from '@payorch/platform/http';
import { AccountSettings, Broker, MessageProducer } from '@payorch/platform/kafka';
import { reading } from '@payorch/platform/postgres';
import { ResealJob, resealJob, RotationTransport } from '@payorch/platform/rewrap';
import {
  CurrentPrivateKeys,
  CvcVault,
  followPrivateKeys,
  MerchantSeals,
  openRedis,
  type RedisClient,
} from '@payorch/platform/sealing';
import {
  followedSettings,
  infrastructure,
  infrastructureClosers,
  provide,
  provideFrom,
  provideOptions,
} from '@payorch/platform/service';
import { OpsServer } from '@payorch/platform/shell';
import type { Logger } from '@payorch/platform/telemetry';
import { DataSource } from 'typeorm';
import { admissionProviders } from './admission/admission.providers';
import { OperationTurns } from './admission/operation-turns';
import { SyncPace } from './admission/sync-pace';
import { OpenedAccounts } from './accounts/opened-accounts';
import { applePayProviders } from './apple-pay/apple-pay.providers';
import type { Config } from './config';
import { ConnectorHandlers, ConnectorHandlersOptions } from './messages/connector.handlers';
import { deferredOperationOf, DeferredOperations } from './admission/deferred-operations';
import { BeginChecks, BeginChecksOptions, BeginChecksTransport } from './messages/begin-checks';
import { ConnectorQueries, ConnectorQueriesTransport } from './messages/connector-queries';
import { OpsHandlers, OpsParts } from './ops/ops.handlers';
import { isRetryable } from './messages/retryable-faults';
import { Rewraps, RewrapsOptions } from './messages/rewraps';
import { TokenDeletionsTransport, TokenMessages, TokenQueriesTransport } from './messages/token-messages';
import { networkTokenProviders } from './network-tokens/network-tokens.providers';
import { TokenCalls } from './network-tokens/token-call';
import { TokenService } from './network-tokens/token-service';
import { BeginChecker } from './operations/check-begun';
import { CallPreparer } from './operations/call-preparer';
import { OperationLog } from './operations/operation-log';
import { ProcessorCall } from './operations/processor-call';
import { OperationRunner } from './operations/run-operation';
import { OperationSync } from './operations/sync-operation';
import { cardNetworksOf, UsedCvcs } from './operations/used-cvcs';
import { DeferredOperationRepository } from './persistence/deferred-operation.repository';
import { OperationRepository } from './persistence/operation.repository';
import { resealedTables } from './persistence/resealed-tables';
import { entities, migrations, schema } from './persistence/schema';
import { WorkerPresenceRepository } from './persistence/worker-presence.repository';
import { HealthReports } from './health-reports';
import { BrokerTopics } from './lanes/broker-topics';
import { LaneTransports } from './lanes/lane-transports';
import { Presence } from './presence';
import { CardOpener } from './sealed/card-opener';
import { MethodDataOpener } from './sealed/method-data-opener';
import { Rewrapper } from './sealed/rewrapper';
import { EventSweep } from './webhooks/event-sweep';
import { WebhookReceiver } from './webhooks/receive-webhook';

const redisClient = Symbol('redis');
const clock = systemClock;

const outside = (config: Config, logger: Logger): FactoryProvider[] => [
  ...infrastructure({ name: 'connector-worker', database: { schema, entities, migrations }, config, logger }),
  ...followedSettings(logger),
  provide<RedisClient, []>(redisClient, [], () => openRedis({ url: config.redisUrl, logger })),
  provide(
    ConnectorHttp,
    [AccountGates],
    (gates: AccountGates) => new ConnectorHttp({ gates, connectTimeoutMs: config.connectTimeoutMs }),
  ),
];

/** How often the worker tries to begin deferred operations; less often when there are none. */
const deferredEveryMs = 1_000;

const stored = (config: Config, logger: Logger): FactoryProvider[] => [
  provide(OperationRepository, [DataSource], (database: DataSource) => new OperationRepository(database)),
  provide(
    DeferredOperationRepository,
    [DataSource],
    (database: DataSource) => new DeferredOperationRepository(database),
  ),
  provide(OperationLog, [OperationRepository], (rows: OperationRepository) => new OperationLog(rows)),
  // With the seals, so that the outcomes can be opened.
  provide(
    ResealJob,
    [DataSource, AccountSettings, MerchantSeals],
    (database: DataSource, settings: AccountSettings, _seals: MerchantSeals) =>
      resealJob(resealedTables, { database, settings, config, logger }),
  ),
];

const sealed = (config: Config, logger: Logger): FactoryProvider[] => [
  provide(CurrentPrivateKeys, [], () => {
    const ring = new CurrentPrivateKeys(config.sealingPrivateKeys);
    followPrivateKeys(ring, { logger, everyMs: config.keysReloadEveryMs });
    return ring;
  }),
  provide(CvcVault, [redisClient], (redis: RedisClient) => new CvcVault(redis)),
  provide(
    CardOpener,
    [CurrentPrivateKeys, CvcVault],
    ({ keys }: CurrentPrivateKeys, vault: CvcVault) => new CardOpener(keys, vault),
  ),
  provide(MethodDataOpener, [CurrentPrivateKeys], ({ keys }: CurrentPrivateKeys) => new MethodDataOpener(keys)),
  provide(Rewrapper, [CurrentPrivateKeys], (ring: CurrentPrivateKeys) => new Rewrapper(ring)),
];

const operations = (config: Config, logger: Logger): FactoryProvider[] => {
  const { leaseMs, syncAgainMs, publicUrl, baseUrls, callTimeoutMs, accountVersionWaitMs: waitMs } = config;
  const parts = { log: OperationLog, accounts: OpenedAccounts, usedCvcs: UsedCvcs };
  const stores = { rows: OperationRepository, deferred: DeferredOperationRepository };
  return [
    provide(
      UsedCvcs,
      [CvcVault, AccountSettings],
      (vault: CvcVault, settings: AccountSettings) => new UsedCvcs({ vault, settings, networksOf: cardNetworksOf }),
    ),
    provide(ProcessorCall, [ConnectorHttp], (http: ConnectorHttp) => new ProcessorCall(http, config)),
    provide(
      OpenedAccounts,
      [AccountSettings, CurrentPrivateKeys],
      (settings: AccountSettings, { keys }: CurrentPrivateKeys) =>
        new OpenedAccounts({ settings, keys, logger, baseUrls, waitMs }),
    ),
    provideFrom(
      CallPreparer,
      { cards: CardOpener, methodData: MethodDataOpener, tokens: TokenCalls, seals: MerchantSeals },
      { publicUrl, clock, logger },
    ),
    provideFrom(OperationRunner, { ...parts, preparer: CallPreparer, processor: ProcessorCall }, { leaseMs, logger }),
    provideFrom(
      OperationSync,
      { ...parts, ...stores, processor: ProcessorCall, pace: SyncPace },
      { logger, syncAgainMs, absenceCountsAfterMs: 2 * callTimeoutMs },
    ),
    provideFrom(WebhookReceiver, { ...parts, rows: OperationRepository }, { clock }),
    provide(
      BeginChecker,
      [OperationLog, OperationRepository, Presence, AccountSettings],
      (log: OperationLog, rows: OperationRepository, presence: Presence, { lanes }: AccountSettings) =>
        new BeginChecker({ log, rows, presence, lanes }),
    ),
    provide(
      Presence,
      [DataSource],
      (database: DataSource) => new Presence(new WorkerPresenceRepository(database), logger, config.presenceEveryMs),
    ),
    provide(
      HealthReports,
      [MessageProducer],
      (producer: MessageProducer) => new HealthReports({ producer, clock, logger, everyMs: config.healthEveryMs }),
    ),
    provide(EventSweep, [OperationRepository], (rows: OperationRepository) => new EventSweep(rows, logger)),
    provide(
      DeferredOperations,
      [DeferredOperationRepository, AccountGates, LaneTransports],
      (rows: DeferredOperationRepository, gates: AccountGates, lanes: LaneTransports) =>
        new DeferredOperations({
          rows,
          gates,
          lanes,
          logger,
          leaseMs: leaseMs + 2 * callTimeoutMs,
          everyMs: deferredEveryMs,
        }),
    ),
  ];
};

/** The parts of the message handlers. */
const handlers = (logger: Logger): FactoryProvider[] => [
  provideOptions(
    ConnectorHandlersOptions,
    {
      runner: OperationRunner,
      sync: OperationSync,
      webhooks: WebhookReceiver,
      rows: OperationRepository,
      accounts: OpenedAccounts,
      producer: MessageProducer,
      seals: MerchantSeals,
    },
    { clock, logger },
  ),
  provideOptions(
    BeginChecksOptions,
    { checker: BeginChecker, producer: MessageProducer, seals: MerchantSeals },
    { clock, logger },
  ),
  provideOptions(RewrapsOptions, { rewrapper: Rewrapper, producer: MessageProducer }, { clock }),
];

/** How often the worker looks for lanes that an operator has added or deleted. */
const lanesEveryMs = 5_000;

const transports = (config: Config): FactoryProvider[] => [
  provide(BrokerTopics, [Broker], (broker: Broker) => new BrokerTopics(broker)),
  provide(
    LaneTransports,
    [Broker, OperationTurns, BrokerTopics, Presence, HealthReports, AccountSettings, DeferredOperationRepository],
    (
      broker: Broker,
      turns: OperationTurns,
      brokerTopics: BrokerTopics,
      presence: Presence,
      health: HealthReports,
      { lanes }: AccountSettings,
      deferred: DeferredOperationRepository,
    ) =>
      new LaneTransports({
        own: config.lanes,
        maxInFlight: config.maxInFlight,
        topics: brokerTopics,
        defer: (incoming) => deferred.add(deferredOperationOf(incoming)),
        everyMs: lanesEveryMs,
        broker,
        turns,
        presence,
        health,
        lanes,
        clock,
      }),
  ),
  provide(
    BeginChecksTransport,
    [Broker, Presence, DeferredOperations, HealthReports],
    (broker: Broker, presence: Presence, deferred: DeferredOperations, health: HealthReports) =>
      // A worker that drains begins no more operations, neither from topics nor from disk.
      new BeginChecksTransport(broker, async () => {
        health.stop();
        await Promise.all([presence.stop(), deferred.stop()]);
      }),
  ),
  provide(OpsParts, [DataSource], (database: DataSource) => ({
    read: (merchants, work) => reading(database, merchants, work),
  })),
  provide(OpsServer, [Broker], (broker: Broker) => new OpsServer(broker, topics.connectorOps.name, 0)),
  // Each worker has every key, so that all workers share one group.
  provide(RotationTransport, [Broker, CurrentPrivateKeys], (broker: Broker, ring: CurrentPrivateKeys) => {
    const topic = topics.connectorRewraps.name;
    const consumer = { ...broker, groupId: 'connector-worker.rewraps', topics: [topic], isTransient: isRetryable };
    const isTurning = (): boolean => ring.keys.size > 1;
    return new RotationTransport({ ...consumer, isTurning, everyMs: config.keysReloadEveryMs });
  }),
];

/** Wires the service. */
@Module({})
export class ConnectorWorkerModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly sweep: EventSweep,
    private readonly presence: Presence,
    private readonly deferred: DeferredOperations,
    private readonly resealing: ResealJob,
  ) {}

  static with(config: Config, logger: Logger): DynamicModule {
    return {
      module: ConnectorWorkerModule,
      controllers: [ConnectorHandlers, BeginChecks, ConnectorQueries, TokenMessages, Rewraps, OpsHandlers],
      providers: [
        ...outside(config, logger),
        ...admissionProviders(config),
        ...stored(config, logger),
        ...sealed(config, logger),
        ...operations(config, logger),
        ...applePayProviders(config, logger),
        ...networkTokenProviders(config, logger),
        ...handlers(logger),
        ...transports(config),
      ],
    };
  }

  static strategies(app: INestApplicationContext): readonly CustomTransportStrategy[] {
    return [
      app.get(LaneTransports),
      app.get(BeginChecksTransport),
      app.get(ConnectorQueriesTransport),
      app.get(OpsServer),
      app.get(TokenQueriesTransport),
      app.get(TokenDeletionsTransport),
      app.get(RotationTransport),
    ];
  }

  /** Redis is optional for health: without it only the stored CVCs are lost. */
  static disposable(app: INestApplicationContext): HealthChecks {
    return { redis: () => app.get<RedisClient>(redisClient).ping() };
  }

  /** In this order, after the transports: outcomes are published first, then connections are closed. */
  static closers(app: INestApplicationContext): readonly (() => Promise<unknown>)[] {
    return [
      () => app.get(ConnectorHttp).close(),
      () => app.get(TokenService).close(),
      () => app.get(ResealJob).close(),
      () => app.get(BrokerTopics).close(),
      async () => app.get<RedisClient>(redisClient).disconnect(),
      ...infrastructureClosers(app),
    ];
  }

  onModuleInit(): void {
    this.sweep.start();
    this.presence.start();
    this.deferred.start();
    this.resealing.start();
  }

  onApplicationShutdown(): void {
    this.sweep.stop();
  }
}

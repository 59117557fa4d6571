import type { DynamicModule, FactoryProvider, INestApplicationContext } from '@nestjs/common';
import { Module } from '@nestjs/common';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import { definitionOf } from '@payorch/connectors/catalogue';
import type { DataOf } from '@payorch/contracts';
import { accountMessages, connectorHealth, topics } from '@payorch/contracts';
import { systemClock } from '@payorch/kernel';
import type { MessageContext } from '@payorch/platform/kafka';
import {
  AccountSettings,
  BatchTransport,
  Broker,
  ConfigFollower,
  logFieldsOf,
  messageRegistry,
  PositionedTransport,
} from '@payorch/platform/kafka';
import { closedAtShutdown } from '@payorch/platform/lifecycle';
import { openRedis, type RedisClient } from '@payorch/platform/sealing';
import { databaseModule, infrastructure, provide } from '@payorch/platform/service';
import { QueryServer } from '@payorch/platform/shell';
import type { Logger } from '@payorch/platform/telemetry';
import { metrics } from '@payorch/platform/telemetry';
import { Redis } from 'ioredis';
import { Kafka } from 'kafkajs';
import { DataSource } from 'typeorm';
import type { RoutingConfig } from './config';
import { ConnectorHealth } from './domain/accounts/connector-health';
import { RecentRoutes } from './messages/recent-routes';
import { RoutePublisher } from './messages/route-publisher';
import type { Routed } from './messages/route-requests';
import { RouteRequests, RouteRequestsParts } from './messages/route-requests';
import { RoutingAlgorithmParts, RoutingAlgorithms } from './messages/routing-algorithms';
import { RoutingEvaluationParts, RoutingEvaluations } from './messages/routing-evaluations';
import { EvaluatedOutcomes } from './messages/scores/evaluated-outcomes';
import { orderByScores } from './messages/scores/order-by-scores';
import { ScoreBoard } from './messages/scores/score-board';
import { ScoreCounter } from './messages/scores/score-counter';
import { SettingsCopy } from './messages/settings-copy';
import { database } from './persistence/database';
import { AccountSettingsRepository } from './persistence/account-settings.repository';
import { EvaluationStore } from './persistence/evaluation-store';
import { RoutingAlgorithmRepository } from './persistence/routing-algorithms.repository';
import { ScoreStore } from './persistence/score-store';

const topic = topics.accountsConfig.name;
const registry = messageRegistry(accountMessages);
const saveEveryMs = 500;

const settings = (logger: Logger): FactoryProvider[] => [
  provide(AccountSettings, [], () => new AccountSettings()),
  provide(SettingsCopy, [AccountSettings, DataSource], (memory: AccountSettings, dataSource: DataSource) => {
    const repository = new AccountSettingsRepository(dataSource);
    const onFault = (error: Error): void => logger.warn({ error }, 'saving account settings failed; retrying');
    const copy = new SettingsCopy({ settings: memory, repository, topic, registry, saveEveryMs, onFault });
    // The follower closes before it, since it depends on it: what it has read is saved.
    return closedAtShutdown(copy, () => copy.close());
  }),
  provide(ConfigFollower, [Kafka, SettingsCopy], async (kafka: Kafka, { load, apply }: SettingsCopy) => {
    const follower = new ConfigFollower({ kafka, log: logger, topic, registry, apply });
    const stored = await load();
    await follower.start();
    // With a stored copy routing starts at once: a request waits for settings that are newer than the copy.
    if (stored === 0) await follower.ready();
    return closedAtShutdown(follower, () => follower.close());
  }),
];

class HealthFollower extends ConfigFollower {}

const health = (logger: Logger): FactoryProvider[] => [
  provide(
    ConnectorHealth,
    [AccountSettings],
    ({ lanes }: AccountSettings) => new ConnectorHealth(() => performance.now(), lanes),
  ),
  provide(HealthFollower, [Kafka, ConnectorHealth], (kafka: Kafka, known: ConnectorHealth) => {
    const follower = new HealthFollower({
      kafka,
      log: logger,
      topic: topics.connectorHealth.name,
      from: 'end',
      registry: messageRegistry([connectorHealth]),
      apply: ({ data }) => known.apply(data as DataOf<typeof connectorHealth>),
    });
    // Nothing waits for it: what is not known is healthy.
    void follower.start().catch((error: Error) => logger.warn({ error }, 'the health of connectors is not followed'));
    return closedAtShutdown(follower, () => follower.close());
  }),
];

const routing = ({ settingsWaitMs, refusalWaitMs }: RoutingConfig, logger: Logger): FactoryProvider[] => [
  provide(
    RouteRequestsParts,
    [AccountSettings, ConnectorHealth, ScoreBoard],
    (memory: AccountSettings, known: ConnectorHealth, board: ScoreBoard) => ({
      healthOf: known.of,
      orderByScores: orderByScores(board, systemClock),
      settings: memory,
      recent: new RecentRoutes(),
      clock: systemClock,
      settingsWaitMs,
      refusalWaitMs,
      capabilitiesOf: (connector) => definitionOf(connector)?.capabilities,
      payoutsOf: (connector) => {
        const definition = definitionOf(connector);
        return definition && (definition.payouts ?? []);
      },
    }),
  ),
  provide(
    BatchTransport<MessageContext, Routed>,
    [Broker, ConfigFollower],
    (broker: Broker, _follower: ConfigFollower) => {
      const { onBatch } = new RoutePublisher({
        producer: broker.producer,
        metrics,
        logger,
        onDeadLettered: (incoming, error) => {
          const { origin } = incoming;
          metrics.countDeadLetter(origin.topic, 'unsendable');
          logger.error({ ...origin, ...logFieldsOf(incoming), error }, 'a route request is dead-lettered');
        },
      });
      return new BatchTransport({ ...broker, groupId: 'routing', topics: [topics.routingRequests.name], onBatch });
    },
  ),
];

/** Counts the ends of attempts into Redis, and reads the scores of all instances into memory. */
const scores = ({ redisUrl, scoreHistoryMs }: RoutingConfig, logger: Logger): FactoryProvider[] => [
  provide<RedisClient, []>(Redis, [], async () =>
    closedAtShutdown(await openRedis({ url: redisUrl, logger }), (redis) => redis.disconnect()),
  ),
  provide(ScoreStore, [Redis], (redis: RedisClient) => new ScoreStore(redis)),
  provide(EvaluatedOutcomes, [Redis, ScoreStore], (redis: RedisClient, store: ScoreStore) => {
    return new EvaluatedOutcomes({ evaluations: new EvaluationStore(redis), store, clock: systemClock });
  }),
  provide(
    ScoreBoard,
    [ScoreStore, AccountSettings, ConfigFollower],
    async (store: ScoreStore, memory: AccountSettings, _follower: ConfigFollower) => {
      const board = new ScoreBoard({ store, settings: memory, clock: systemClock });
      // Route requests arrive before the application has started: the scores are there, and stay new.
      await board.run();
      board.onApplicationBootstrap();
      return board;
    },
  ),
  provide(
    PositionedTransport,
    [Broker, ScoreStore, AccountSettings, ConfigFollower],
    (broker: Broker, store: ScoreStore, memory: AccountSettings, _follower: ConfigFollower) => {
      const { onBatch } = new ScoreCounter({ store, settings: memory });
      return new PositionedTransport({
        ...broker,
        groupId: 'routing.scores',
        topic: topics.paymentsLifecycle.name,
        historyMs: scoreHistoryMs,
        onBatch,
        positionsOf: (partitions) => store.positionsOf(partitions),
      });
    },
  ),
];

class AlgorithmCommands extends QueryServer {}
class AlgorithmQueries extends QueryServer {}

/** Stores, shows and executes algorithms, apart from the batches of route requests. */
const algorithms = ({ settingsWaitMs }: RoutingConfig): FactoryProvider[] => [
  provide(RoutingAlgorithmParts, [DataSource, AccountSettings], (dataSource: DataSource, memory: AccountSettings) => ({
    repository: new RoutingAlgorithmRepository(dataSource),
    settings: memory,
    clock: systemClock,
    settingsWaitMs,
  })),
  provide(
    RoutingEvaluationParts,
    [RouteRequestsParts, EvaluatedOutcomes, DataSource],
    (
      { settings: memory, capabilitiesOf, ...moving }: RouteRequestsParts,
      outcomes: EvaluatedOutcomes,
      dataSource: DataSource,
    ) => ({
      settings: memory,
      outcomes,
      capabilitiesOf,
      settingsWaitMs,
      ...(moving.orderByScores && { orderByScores: moving.orderByScores }),
      ...(moving.healthOf && { healthOf: moving.healthOf }),
      repository: new RoutingAlgorithmRepository(dataSource),
    }),
  ),
  provide(AlgorithmCommands, [Broker], (broker: Broker) => {
    return new AlgorithmCommands(broker, topics.routingCommands.name, settingsWaitMs);
  }),
  provide(AlgorithmQueries, [Broker], (broker: Broker) => {
    return new AlgorithmQueries(broker, topics.routingQueries.name, settingsWaitMs);
  }),
];

/**
 * All wiring of the app: follows settings into memory, consumes route requests in batches and publishes their results, and
 * owns algorithms.
 */
@Module({})
export class RoutingModule {
  static with(config: RoutingConfig, logger: Logger): DynamicModule {
    const shared = infrastructure({ name: 'routing', config, logger });
    return {
      module: RoutingModule,
      imports: [databaseModule({ ...database, poolSize: 4 }, { config, logger })],
      controllers: [RouteRequests, RoutingAlgorithms, RoutingEvaluations],
      providers: [
        ...shared,
        ...settings(logger),
        ...health(logger),
        ...scores(config, logger),
        ...routing(config, logger),
        ...algorithms(config),
      ],
    };
  }

  static strategies(app: INestApplicationContext): readonly CustomTransportStrategy[] {
    return [
      app.get(BatchTransport),
      app.get(AlgorithmCommands),
      app.get(AlgorithmQueries),
      app.get(PositionedTransport),
    ];
  }
}

import type { DynamicModule, INestApplicationContext, Provider } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { definitionOf } from '@payorch/connectors/catalogue';
import type { MessageDefinition } from '@payorch/contracts';
import { allMessages, routeBeginCheck, routeRequest, topics } from '@payorch/contracts';
import { systemClock } from '@payorch/kernel';
import {
  AccountSettings,
  assertHandledOnce,
  BatchTransport,
  ConfigFollower,
  logFieldsOf,
  MessageProducer,
  messageRegistry,
} from '@payorch/platform/kafka';
import { groupTimes, infrastructure } from '@payorch/platform/service';
import type { Logger } from '@payorch/platform/telemetry';
import { metrics } from '@payorch/platform/telemetry';
import { Kafka } from 'kafkajs';
import { DataSource } from 'typeorm';
import type { RoutingConfig } from './config';
import type { CapabilitiesOf } from './domain/capabilities';
import { RouteRequests } from './messages/route-requests';
import { SettingsCopy } from './messages/settings-copy';
import { database } from './persistence/database';
import { AccountSettingsRepository } from './persistence/account-settings.repository';

const handled = [routeRequest as MessageDefinition, routeBeginCheck as MessageDefinition];
const requests = topics.routingRequests.name;
const settingsTopic = topics.accountsConfig.name;
const settingsMessages = messageRegistry(allMessages.filter(({ topic }) => topic === settingsTopic));
const saveEveryMs = 500;

const capabilitiesOf: CapabilitiesOf = (connector) => definitionOf(connector)?.capabilities;

const settings = (logger: Logger): Provider[] => [
  AccountSettings,
  {
    provide: SettingsCopy,
    inject: [AccountSettings, DataSource],
    useFactory: (memory: AccountSettings, dataSource: DataSource) =>
      new SettingsCopy({
        settings: memory,
        repository: new AccountSettingsRepository(dataSource),
        topic: settingsTopic,
        registry: settingsMessages,
        saveEveryMs,
        onFault: (error) => logger.warn({ error }, 'saving account settings failed; retrying'),
      }),
  },
  {
    provide: ConfigFollower,
    inject: [Kafka, SettingsCopy],
    useFactory: async (kafka: Kafka, { load, apply }: SettingsCopy) => {
      const registry = settingsMessages;
      const follower = new ConfigFollower({ kafka, log: logger, topic: settingsTopic, registry, apply });
      const stored = await load();
      await follower.start();
      // With a stored copy routing starts at once: a request waits for settings that are newer than the copy.
      if (stored === 0) await follower.ready();
      return follower;
    },
  },
];

const routing = (config: RoutingConfig, logger: Logger): Provider[] => [
  {
    provide: RouteRequests,
    inject: [AccountSettings, MessageProducer],
    useFactory: (memory: AccountSettings, producer: MessageProducer) =>
      new RouteRequests({
        settings: memory,
        capabilitiesOf,
        producer,
        clock: systemClock,
        metrics,
        settingsWaitMs: config.settingsWaitMs,
        refusalWaitMs: config.refusalWaitMs,
        onDeadLettered: (incoming, error) => {
          const { origin } = incoming;
          metrics.countDeadLetter(origin.topic, 'unsendable');
          logger.error({ ...origin, ...logFieldsOf(incoming), error }, 'a route request is dead-lettered');
        },
      }),
  },
  {
    provide: BatchTransport,
    inject: [Kafka, MessageProducer, RouteRequests, ConfigFollower],
    useFactory: (kafka: Kafka, producer: MessageProducer, routeRequests: RouteRequests) =>
      new BatchTransport({
        kafka,
        log: logger,
        producer,
        groupId: 'routing',
        topics: [requests],
        times: groupTimes(config),
        registry: messageRegistry(handled),
        onBatch: (batch) => routeRequests.onBatch(batch),
      }),
  },
];

/** All wiring of the app: follows settings into memory, consumes requests in batches and publishes their results. */
@Module({})
export class RoutingModule {
  static with(config: RoutingConfig, logger: Logger): DynamicModule {
    assertHandledOnce([requests], handled);
    const shared = infrastructure({ name: 'routing', database: { ...database, poolSize: 2 }, config, logger });
    return {
      module: RoutingModule,
      providers: [...shared, ...settings(logger), ...routing(config, logger)],
    };
  }

  /** Runs in this order after the transport has stopped, so that consumed requests are published and settings saved. */
  static closers(app: INestApplicationContext): readonly (() => Promise<void>)[] {
    return [
      () => app.get(ConfigFollower).close(),
      () => app.get(MessageProducer).close(),
      () => app.get(SettingsCopy).close(),
      () => app.get(DataSource).destroy(),
    ];
  }
}

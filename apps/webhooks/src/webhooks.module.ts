import type { DynamicModule, INestApplicationContext, OnApplicationBootstrap, Provider } from '@nestjs/common';
import { Module } from '@nestjs/common';
import type { MessageDefinition } from '@payorch/contracts';
import { topics, webhookRequested } from '@payorch/contracts';
import { systemClock } from '@payorch/kernel';
import { egressPolicy } from '@payorch/platform/egress';
import {
  AccountSettings,
  assertHandledOnce,
  BatchTransport,
  ConfigFollower,
  logFactsOf,
  MessageProducer,
  messageRegistry,
} from '@payorch/platform/kafka';
import { followedSettings, groupTimes, infrastructure, infrastructureClosers } from '@payorch/platform/service';
import { followSettingsKeys, SettingsBox } from '@payorch/platform/sealing';
import type { Logger } from '@payorch/platform/telemetry';
import { metrics } from '@payorch/platform/telemetry';
import { Kafka } from 'kafkajs';
import { DataSource } from 'typeorm';
import type { WebhooksConfig } from './config';
import { Courier } from './delivery/courier';
import { deliveryFactsOf } from './delivery/log-facts';
import { EndpointSlots } from './delivery/endpoint-slots';
import { receiverOf } from './delivery/receiver';
import { ResultWriter } from './delivery/result-writer';
import { WebhookSender } from './delivery/send-webhook';
import { WebhookRequests } from './messages/webhook-requests';
import { database } from './persistence/database';
import { DeliveryRepository } from './persistence/delivery.repository';

const handled = [webhookRequested as MessageDefinition];
const requests = topics.webhooksRequests.name;
const longestRetryAfterMs = 86_400_000;

const delivery = (config: WebhooksConfig, logger: Logger): Provider[] => [
  {
    provide: DeliveryRepository,
    inject: [DataSource],
    // Nobody may take a delivery over while its try can still be under way.
    useFactory: (dataSource: DataSource) => new DeliveryRepository(dataSource, 3 * config.timeoutMs),
  },
  {
    provide: WebhookSender,
    useFactory: () => {
      const { connectTimeoutMs, timeoutMs } = config;
      return new WebhookSender({ policy: egressPolicy(config), connectTimeoutMs, timeoutMs, clock: systemClock });
    },
  },
  {
    provide: SettingsBox,
    useFactory: () => {
      const box = new SettingsBox(config.settingsKeys);
      followSettingsKeys(box, { logger, everyMs: config.keysReloadEveryMs });
      return box;
    },
  },
  {
    provide: Courier,
    inject: [DeliveryRepository, WebhookSender, AccountSettings, SettingsBox, ConfigFollower],
    useFactory: (repository: DeliveryRepository, sender: WebhookSender, settings: AccountSettings, box: SettingsBox) =>
      new Courier({
        repository,
        sender,
        receiverOf: receiverOf(settings, box),
        slots: new EndpointSlots({ perEndpoint: config.perEndpoint, total: config.inFlight }),
        results: new ResultWriter(
          (records) => repository.finish(records),
          (error, records) => {
            const about = records.slice(0, mostNamed).map(({ delivery }) => deliveryFactsOf(delivery));
            logger.error(
              { error, records: records.length, about },
              'results of webhooks are lost; they are sent again',
            );
          },
        ),
        policy: {
          delaysMs: config.retrySchedule,
          overloadedPauseMs: config.overloadedPauseMs,
          longestRetryAfterMs,
        },
        pollMs: config.pollMs,
        metrics,
        onFault: (error, delivery) =>
          delivery
            ? logger.error({ error, ...deliveryFactsOf(delivery) }, 'a webhook could not be made or sent; trying again')
            : logger.error({ error }, 'webhooks could not be looked after; trying again'),
      }),
  },
];

/** Of results that are lost, so many are named in the log. */
const mostNamed = 20;

const intake = (config: WebhooksConfig, logger: Logger): Provider[] => [
  {
    provide: WebhookRequests,
    inject: [DeliveryRepository, Courier, AccountSettings, MessageProducer],
    useFactory: (
      repository: DeliveryRepository,
      courier: Courier,
      settings: AccountSettings,
      producer: MessageProducer,
    ) =>
      new WebhookRequests({
        repository,
        courier,
        settings,
        producer,
        settingsWaitMs: config.settingsWaitMs,
        onParked: (incoming, error) => {
          const { origin } = incoming;
          metrics.countDeadLetter(origin.topic, 'unstorable');
          logger.error({ ...origin, ...logFactsOf(incoming), error }, 'a webhook request is parked');
        },
      }),
  },
  {
    provide: BatchTransport,
    inject: [Kafka, MessageProducer, WebhookRequests],
    useFactory: (kafka: Kafka, producer: MessageProducer, webhookRequests: WebhookRequests) =>
      new BatchTransport({
        kafka,
        log: logger,
        producer,
        groupId: 'webhooks',
        topics: [requests],
        times: groupTimes(config),
        registry: messageRegistry(handled),
        onBatch: (batch) => webhookRequests.onBatch(batch),
      }),
  },
];

/** All wiring of the app: requests are stored and sent at once, what failed is claimed again when it is due. */
@Module({})
export class WebhooksModule implements OnApplicationBootstrap {
  constructor(private readonly courier: Courier) {}

  static with(config: WebhooksConfig, logger: Logger): DynamicModule {
    assertHandledOnce([requests], handled);
    const standing = infrastructure({ name: 'webhooks', database: { ...database, poolSize: 4 }, config, logger });
    return {
      module: WebhooksModule,
      providers: [...standing, ...followedSettings(logger), ...delivery(config, logger), ...intake(config, logger)],
    };
  }

  /** What an earlier process left is due as well. */
  onApplicationBootstrap(): void {
    this.courier.start();
  }

  /** In this order, after the transport: tries under way end and are stored, then their ways out close. */
  static closers(app: INestApplicationContext): readonly (() => Promise<unknown>)[] {
    return [() => app.get(Courier).drain(drainMs), () => app.get(WebhookSender).close(), ...infrastructureClosers(app)];
  }
}

/** Of the 25 s that a service has to end: a try takes 15 s at most. What is cut off is sent again when its lease is over. */
const drainMs = 17_000;

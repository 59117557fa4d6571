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
  logFieldsOf,
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
import { DeliveryLoop } from './delivery/delivery-loop';
import { deliveryLogFields } from './delivery/log-fields';
import { EndpointSlots } from './delivery/endpoint-slots';
import { receiverOf } from './delivery/receiver';
import { ResultWriter } from './delivery/result-writer';
import { WebhookSender } from './delivery/send-webhook';
import { WebhookRequests } from './messages/webhook-requests';
import { database } from './persistence/database';
import { DeliveryRepository } from './persistence/delivery.repository';

const handled = [webhookRequested as MessageDefinition];
const requests = topics.webhooksRequests.name;
const maxRetryAfterMs = 86_400_000;

const delivery = (config: WebhooksConfig, logger: Logger): Provider[] => [
  {
    provide: DeliveryRepository,
    inject: [DataSource],
    // No other process may claim a delivery while its attempt can still be in flight.
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
    provide: DeliveryLoop,
    inject: [DeliveryRepository, WebhookSender, AccountSettings, SettingsBox, ConfigFollower],
    useFactory: (repository: DeliveryRepository, sender: WebhookSender, settings: AccountSettings, box: SettingsBox) =>
      new DeliveryLoop({
        repository,
        sender,
        receiverOf: receiverOf(settings, box),
        slots: new EndpointSlots({ perEndpoint: config.perEndpoint, total: config.inFlight }),
        results: new ResultWriter(
          (records) => repository.finish(records),
          (error, records) => {
            const deliveries = records.slice(0, maxLoggedResults).map(({ delivery }) => deliveryLogFields(delivery));
            logger.error(
              { error, records: records.length, deliveries },
              'saving webhook results failed; these webhooks will be sent again',
            );
          },
        ),
        policy: {
          delaysMs: config.retrySchedule,
          overloadedPauseMs: config.overloadedPauseMs,
          maxRetryAfterMs,
        },
        pollMs: config.pollMs,
        metrics,
        onFault: (error, delivery) =>
          delivery
            ? logger.error({ error, ...deliveryLogFields(delivery) }, 'preparing or sending a webhook failed; retrying')
            : logger.error({ error }, 'claiming due webhooks failed; retrying'),
      }),
  },
];

/** Limit of lost results that one log line names. */
const maxLoggedResults = 20;

const intake = (config: WebhooksConfig, logger: Logger): Provider[] => [
  {
    provide: WebhookRequests,
    inject: [DeliveryRepository, DeliveryLoop, AccountSettings, MessageProducer],
    useFactory: (
      repository: DeliveryRepository,
      deliveryLoop: DeliveryLoop,
      settings: AccountSettings,
      producer: MessageProducer,
    ) =>
      new WebhookRequests({
        repository,
        deliveryLoop,
        settings,
        producer,
        settingsWaitMs: config.settingsWaitMs,
        onDeadLettered: (incoming, error) => {
          const { origin } = incoming;
          metrics.countDeadLetter(origin.topic, 'unstorable');
          logger.error({ ...origin, ...logFieldsOf(incoming), error }, 'a webhook request is dead-lettered');
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

/** All wiring of the app: stores and sends requests at once, and claims failed deliveries when their retry is due. */
@Module({})
export class WebhooksModule implements OnApplicationBootstrap {
  constructor(private readonly deliveryLoop: DeliveryLoop) {}

  static with(config: WebhooksConfig, logger: Logger): DynamicModule {
    assertHandledOnce([requests], handled);
    const shared = infrastructure({ name: 'webhooks', database: { ...database, poolSize: 4 }, config, logger });
    return {
      module: WebhooksModule,
      providers: [...shared, ...followedSettings(logger), ...delivery(config, logger), ...intake(config, logger)],
    };
  }

  /** The loop also claims deliveries that an earlier process left. */
  onApplicationBootstrap(): void {
    this.deliveryLoop.start();
  }

  /** Runs in this order after the transport has stopped: attempts in flight end and are saved before connections close. */
  static closers(app: INestApplicationContext): readonly (() => Promise<unknown>)[] {
    return [
      () => app.get(DeliveryLoop).drain(drainMs),
      () => app.get(WebhookSender).close(),
      ...infrastructureClosers(app),
    ];
  }
}

/** Part of the 25 s in which a service shuts down; an attempt takes at most 15 s. A cut-off delivery is sent again after its lease. */
const drainMs = 17_000;

import type { CustomTransportStrategy } from '@nestjs/microservices';
import type { DynamicModule, FactoryProvider, INestApplicationContext, Provider } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { topics } from '@payorch/contracts';
import { systemClock } from '@payorch/kernel';
import { egressPolicy } from '@payorch/platform/egress';
import type { MessageContext } from '@payorch/platform/kafka';
import { AccountSettings, BatchTransport, Broker, ConfigFollower, logFieldsOf } from '@payorch/platform/kafka';
import { closedAtShutdown } from '@payorch/platform/lifecycle';
import { OpsServer } from '@payorch/platform/shell';
import {
  databaseModule,
  followedSettings,
  incidentProviders,
  infrastructure,
  provide,
  resealProvider,
} from '@payorch/platform/service';
import { followSettingsKeys, MerchantSeals, SettingsBox } from '@payorch/platform/sealing';
import type { Logger } from '@payorch/platform/telemetry';
import { QueryServer } from '@payorch/platform/shell';
import { metrics } from '@payorch/platform/telemetry';
import { DataSource } from 'typeorm';
import type { WebhooksConfig } from './config';
import { DeliveryLoop } from './delivery/delivery-loop';
import { attemptLine, deliveryLogFields, disabledLine } from './delivery/log-fields';
import { EndpointSlots } from './delivery/endpoint-slots';
import { receiverOf } from './delivery/receiver';
import { ResultWriter } from './delivery/result-writer';
import { WebhookSender } from './delivery/send-webhook';
import { EventIntake } from './messages/event-intake';
import { EventQueries, EventQueriesParts } from './messages/event-queries';
import type { RequestedEvent } from './messages/webhook-requests';
import { WebhookQueries, WebhookQueriesParts } from './messages/webhook-queries';
import { WebhookRequests, WebhookRequestsParts } from './messages/webhook-requests';
import { database } from './persistence/database';
import { incidents } from './ops/incidents';
import { OpsHandlers } from './ops/ops.handlers';
import { DeliveryRepository } from './persistence/delivery.repository';
import { EndpointIncidents } from './persistence/endpoint-incidents';
import { EventRepository } from './persistence/event.repository';
import { ExpiredEvents } from './persistence/expired-events';
import { EventRedaction } from './persistence/event-redaction';
import { resealedTables } from './persistence/resealed-tables';

const maxRetryAfterMs = 86_400_000;
/** Part of the 25 s in which a service shuts down; an attempt takes at most 15 s. A cut-off delivery is sent again after its lease. */
const drainMs = 17_000;
/** How often incidents are compared with the endpoints that exist, and counted. */
const incidentsEveryMs = 30_000;
/** Limit of lost results that one log line names. */
const maxLoggedResults = 20;

const delivery = (config: WebhooksConfig, logger: Logger): FactoryProvider[] => [
  // No other process may claim a delivery while its attempt can still be in flight.
  provide(
    DeliveryRepository,
    [DataSource, MerchantSeals],
    (dataSource: DataSource, seals: MerchantSeals) =>
      new DeliveryRepository(dataSource, seals, 3 * config.timeoutMs, config.disableAfterMs),
  ),
  provide(
    EventRepository,
    [DataSource, MerchantSeals],
    (dataSource: DataSource, seals: MerchantSeals) => new EventRepository(dataSource, seals),
  ),
  provide(ExpiredEvents, [DataSource], (dataSource: DataSource) => {
    const { retentionMs, retentionEveryMs: everyMs } = config;
    return new ExpiredEvents(dataSource, { retentionMs, everyMs, logger });
  }),
  // The copy of the settings is complete before an endpoint that it lacks counts as deleted.
  provide(
    EndpointIncidents,
    [DataSource, AccountSettings, ConfigFollower],
    (dataSource: DataSource, settings: AccountSettings, _follower: ConfigFollower) =>
      new EndpointIncidents(dataSource, { everyMs: incidentsEveryMs, settings, logger }),
  ),
  provide(WebhookSender, [], () => {
    const { connectTimeoutMs, timeoutMs, storedBytes } = config;
    const policy = egressPolicy(config);
    const sender = new WebhookSender({ policy, connectTimeoutMs, timeoutMs, storedBytes, clock: systemClock });
    return closedAtShutdown(sender, () => sender.close());
  }),
  provide(SettingsBox, [], () => {
    const box = new SettingsBox(config.settingsKeys);
    followSettingsKeys(box, { logger, everyMs: config.keysReloadEveryMs });
    return box;
  }),
  provide(ResultWriter, [DeliveryRepository], (repository: DeliveryRepository) => resultWriter(repository, logger)),
  // The copy of the settings is complete before the first delivery.
  provide(
    DeliveryLoop,
    [DeliveryRepository, WebhookSender, AccountSettings, SettingsBox, ResultWriter, ConfigFollower],
    (
      repository: DeliveryRepository,
      sender: WebhookSender,
      settings: AccountSettings,
      box: SettingsBox,
      results: ResultWriter,
      _follower: ConfigFollower,
    ) => {
      const { retrySchedule: delaysMs, overloadedPauseMs, perEndpoint, inFlight: total, pollMs } = config;
      return new DeliveryLoop({
        repository,
        sender,
        results,
        metrics,
        pollMs,
        drainMs,
        receiverOf: receiverOf(settings, box, systemClock),
        slots: new EndpointSlots({ perEndpoint, total }),
        policy: { delaysMs, overloadedPauseMs, maxRetryAfterMs },
        onFault: (error, delivery) =>
          delivery
            ? logger.error({ error, ...deliveryLogFields(delivery) }, 'preparing or sending a webhook failed; retrying')
            : logger.error({ error }, 'claiming due webhooks failed; retrying'),
      });
    },
  ),
];

const resultWriter = (repository: DeliveryRepository, logger: Logger): ResultWriter =>
  new ResultWriter(
    async (records) => {
      const disabled = await repository.finish(records);
      for (const endpoint of disabled) {
        metrics.countWebhookEndpointDisabled();
        logger.operation(disabledLine(endpoint));
      }
      for (const record of records) logger.operation(attemptLine(record));
    },
    (error, records) => {
      const deliveries = records.slice(0, maxLoggedResults).map(({ delivery }) => deliveryLogFields(delivery));
      logger.error(
        { error, records: records.length, deliveries },
        'saving webhook results failed; these webhooks will be sent again',
      );
    },
  );

const intake = ({ settingsWaitMs }: WebhooksConfig, logger: Logger): Provider[] => [
  provide(WebhookRequestsParts, [AccountSettings], (settings: AccountSettings) => ({ settings, settingsWaitMs })),
  EventRedaction,
  provide(
    BatchTransport<MessageContext, RequestedEvent>,
    [Broker, DeliveryRepository, DeliveryLoop, EventRedaction],
    (broker: Broker, repository: DeliveryRepository, deliveryLoop: DeliveryLoop, redaction: EventRedaction) => {
      const { onBatch } = new EventIntake({
        repository,
        deliveryLoop,
        redaction,
        producer: broker.producer,
        seals: broker.seals,
        onDeadLettered: (incoming, error) => {
          const { origin } = incoming;
          metrics.countDeadLetter(origin.topic, 'unstorable');
          logger.error({ ...origin, ...logFieldsOf(incoming), error }, 'a webhook request is dead-lettered');
        },
      });
      return new BatchTransport({ ...broker, groupId: 'webhooks', topics: [topics.webhooksRequests.name], onBatch });
    },
  ),
];

/** Serves queries beside the deliveries. */
const queries = ({ settingsWaitMs }: WebhooksConfig): FactoryProvider[] => [
  provide(
    WebhookQueriesParts,
    [AccountSettings, SettingsBox, WebhookSender],
    (settings: AccountSettings, box: SettingsBox, sender: WebhookSender) => ({
      settings,
      settingsWaitMs,
      sender,
      clock: systemClock,
      receiverOf: receiverOf(settings, box, systemClock),
    }),
  ),
  provide(EventQueriesParts, [EventRepository], (events: EventRepository) => ({ events })),
  provide(
    QueryServer,
    [Broker],
    (broker: Broker) => new QueryServer(broker, topics.webhooksQueries.name, settingsWaitMs),
  ),
];

const resealing = (config: WebhooksConfig, logger: Logger): FactoryProvider =>
  resealProvider(resealedTables, { config, logger });

/** All wiring of the app: stores and sends requests at once, and claims failed deliveries when their retry is due. */
@Module({})
export class WebhooksModule {
  static with(config: WebhooksConfig, logger: Logger): DynamicModule {
    const shared = infrastructure({ name: 'webhooks', config, logger });
    return {
      module: WebhooksModule,
      imports: [databaseModule({ ...database, poolSize: 4 }, { config, logger })],
      controllers: [WebhookRequests, WebhookQueries, EventQueries, OpsHandlers],
      providers: [
        ...shared,
        ...followedSettings(logger),
        ...delivery(config, logger),
        ...intake(config, logger),
        ...queries(config),
        resealing(config, logger),
        ...incidentProviders(topics.webhooksOps.name, { incidents }, config),
      ],
    };
  }

  static strategies(app: INestApplicationContext): readonly CustomTransportStrategy[] {
    return [app.get(BatchTransport), app.get(QueryServer), app.get(OpsServer)];
  }
}

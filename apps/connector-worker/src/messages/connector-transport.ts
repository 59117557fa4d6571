import { connectorCommandsTopic, connectorWebhooksTopic } from '@payorch/contracts';
import type { ConnectorName } from '@payorch/connectors';
import type { MessageProducer } from '@payorch/platform/kafka';
import { assertHandledOnce, KeyedTransport, messageRegistry, SendAborted } from '@payorch/platform/kafka';
import { isTransient } from '@payorch/platform/postgres';
import type { Logger } from '@payorch/platform/telemetry';
import type { Kafka } from 'kafkajs';
import { SettingsBehind } from '../accounts/settings-behind';
import type { Config } from '../config';
import type { ConnectorHandlers } from './connector.handlers';

export interface ConnectorTransportOptions {
  readonly connector: ConnectorName;
  readonly config: Pick<Config, 'maxInFlight'>;
  readonly kafka: Kafka;
  /** Parks what can never be handled. */
  readonly producer: Pick<MessageProducer, 'send'>;
  readonly handlers: ConnectorHandlers;
  readonly logger: Logger;
}

/** Worth another try for as long as it takes: the world failed us, or has not told us yet. */
const isFaultOfTheWorld = (error: Error): boolean =>
  isTransient(error) || error instanceof SettingsBehind || error instanceof SendAborted;

/** An idle fetch may wait long: a message ends it at once. */
const maxWaitMs = 1_000;

/**
 * One connector's messages, in a group of its own: instances that name other connectors share nothing with it, and its
 * offsets stay where they are when it moves. Webhooks do not wait behind calls that hang: they have a share of their own.
 */
export function connectorTransport(options: ConnectorTransportOptions): KeyedTransport {
  const { connector, config, kafka, producer, handlers, logger } = options;
  const topics = [connectorCommandsTopic(connector), connectorWebhooksTopic(connector)];
  assertHandledOnce(topics, handlers.messages);
  return new KeyedTransport({
    kafka,
    log: logger,
    producer,
    groupId: `connector-worker.${connector}`,
    topics,
    registry: messageRegistry(handlers.messages),
    handler: handlers.handle,
    onExpired: handlers.expired,
    cap: config.maxInFlight,
    isTransient: isFaultOfTheWorld,
    times: { maxWaitMs },
  });
}

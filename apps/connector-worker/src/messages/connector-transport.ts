import { connectorCommandsTopic, connectorWebhooksTopic } from '@payorch/contracts';
import type { ConnectorName } from '@payorch/connectors';
import type { Incoming, MessageProducer } from '@payorch/platform/kafka';
import { assertHandledOnce, KeyedTransport, messageRegistry, SendAborted } from '@payorch/platform/kafka';
import { isTransient } from '@payorch/platform/postgres';
import { groupTimes } from '@payorch/platform/service';
import type { Logger } from '@payorch/platform/telemetry';
import { metrics } from '@payorch/platform/telemetry';
import type { Kafka } from 'kafkajs';
import type { OperationTurn, OperationTurns } from '../admission/operation-turns';
import { SettingsOutdated } from '../accounts/settings-outdated';
import type { Config } from '../config';
import type { ConnectorHandlers } from './connector.handlers';

export interface ConnectorTransportOptions {
  readonly connector: ConnectorName;
  readonly config: Pick<Config, 'maxInFlight' | 'kafkaSessionMs'>;
  readonly kafka: Kafka;
  /** Publishes messages that cannot be handled to the dead-letter topic. */
  readonly producer: Pick<MessageProducer, 'send'>;
  readonly handlers: ConnectorHandlers;
  /** Decides when an operation may begin at its connector account. */
  readonly turns: OperationTurns;
  readonly logger: Logger;
}

/** Retryable without a limit: infrastructure is down, or settings have not arrived yet. */
export const isRetryable = (error: Error): boolean =>
  isTransient(error) || error instanceof SettingsOutdated || error instanceof SendAborted;

/** How long an idle fetch waits. A message ends the fetch at once; room in a full lane is noticed only after the fetch. */
const maxWaitMs = 500;

/** A drain ends after 25 s. Calls in flight get most of it; the rest is for publishing outcomes and releasing partitions. */
const drainMs = 22_000;

type Handle = (incoming: Incoming, turn?: OperationTurn) => Promise<void>;

/** Measures the handler. A message that fails is redelivered, and each delivery is counted. */
const observed =
  (handle: Handle): Handle =>
  async (incoming, turn) => {
    const labels = { destination: incoming.origin.topic, type: incoming.message.type };
    const begun = performance.now();
    const observe = (outcome: 'done' | 'retried') =>
      metrics.observeMessage({ ...labels, outcome }, (performance.now() - begun) / 1_000);
    try {
      await handle(incoming, turn);
      observe('done');
    } catch (error) {
      observe('retried');
      throw error;
    }
  };

/**
 * Consumes one connector's messages in a consumer group of its own: instances with other connectors share nothing with it,
 * and its offsets remain when the connector moves to another instance. Each connector account has separate lanes for charges,
 * follow-ups and syncs; webhooks wait behind none of these.
 */
export function connectorTransport(options: ConnectorTransportOptions): KeyedTransport<OperationTurn> {
  const { connector, config, kafka, producer, handlers, turns, logger } = options;
  const { maxInFlight: cap } = config;
  const topics = [connectorCommandsTopic(connector), connectorWebhooksTopic(connector)];
  assertHandledOnce(topics, handlers.messages);
  return new KeyedTransport({
    kafka,
    log: logger,
    producer,
    groupId: `connector-worker.${connector}`,
    topics,
    registry: messageRegistry(handlers.messages),
    handler: observed(handlers.handle),
    onExpired: observed(handlers.expired),
    cap,
    turns,
    isTransient: isRetryable,
    times: { ...groupTimes(config), maxWaitMs },
    drainMs,
  });
}

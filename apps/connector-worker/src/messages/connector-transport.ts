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
import { SettingsBehind } from '../accounts/settings-behind';
import type { Config } from '../config';
import type { ConnectorHandlers } from './connector.handlers';

export interface ConnectorTransportOptions {
  readonly connector: ConnectorName;
  readonly config: Pick<Config, 'maxInFlight' | 'kafkaSessionMs'>;
  readonly kafka: Kafka;
  /** Parks what can never be handled. */
  readonly producer: Pick<MessageProducer, 'send'>;
  readonly handlers: ConnectorHandlers;
  /** When the turn of an operation comes at its connector account. */
  readonly turns: OperationTurns;
  readonly logger: Logger;
}

/** Worth another try for as long as it takes: the world failed us, or has not told us yet. */
export const isFaultOfTheWorld = (error: Error): boolean =>
  isTransient(error) || error instanceof SettingsBehind || error instanceof SendAborted;

/** How long an idle fetch waits: a message ends it at once, but room in a full lane is noticed only then. */
const maxWaitMs = 500;

/** A drain ends after 25 s: what is called then gets most of them, the rest is for telling and for giving back. */
const drainMs = 22_000;

type Handle = (incoming: Incoming, turn?: OperationTurn) => Promise<void>;

/** The same, measured: a message that fails comes again, and is counted each time. */
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
 * One connector's messages, in a group of its own: instances that name other connectors share nothing with it, and its
 * offsets stay where they are when it moves. Each connector account has lanes of its own for charges, for what follows them
 * and for syncs; webhooks wait behind none of these.
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
    isTransient: isFaultOfTheWorld,
    times: { ...groupTimes(config), maxWaitMs },
    drainMs,
  });
}

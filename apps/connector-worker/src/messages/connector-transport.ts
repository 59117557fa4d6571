import { connectorCommandsTopic, connectorWebhooksTopic } from '@payorch/contracts';
import type { ConnectorName } from '@payorch/connectors';
import type { Broker, Incoming, KeyedDelivery, MessageProducer } from '@payorch/platform/kafka';
import { KeyedTransport, SendAborted } from '@payorch/platform/kafka';
import { isTransient } from '@payorch/platform/postgres';
import { DataKeysUnknown } from '@payorch/platform/sealing';
import { metrics } from '@payorch/platform/telemetry';
import { SettingsOutdated } from '../accounts/settings-outdated';
import type { OperationTurn, OperationTurns } from '../admission/operation-turns';

export interface ConnectorTransportOptions {
  readonly connector: ConnectorName;
  readonly broker: Pick<Broker, 'kafka' | 'log' | 'times'> & { readonly producer: Pick<MessageProducer, 'send'> };
  /** Maximum number of concurrent messages. */
  readonly maxInFlight: number;
  /** Decides when an operation may begin at its connector account. */
  readonly turns: OperationTurns;
  /** Stores a follow-up until its account has room; durable when the promise resolves. */
  readonly defer: (incoming: Incoming) => Promise<void>;
}

/** Retryable without a limit: infrastructure is down, or settings have not arrived yet. */
export const isRetryable = (error: Error): boolean =>
  isTransient(error) ||
  error instanceof SettingsOutdated ||
  error instanceof DataKeysUnknown ||
  error instanceof SendAborted;

/** A drain ends after 25 s. Calls in flight get most of it; the rest is for publishing outcomes and releasing partitions. */
const drainMs = 22_000;

/**
 * Consumes one connector's messages in a consumer group of its own: instances with other connectors share nothing with it,
 * and its offsets remain when the connector moves to another instance. Each connector account has separate lanes for charges,
 * follow-ups and syncs; webhooks wait behind none of these.
 */
export class ConnectorTransport extends KeyedTransport<OperationTurn> {
  private readonly defer: ConnectorTransportOptions['defer'];

  constructor({ connector, broker, maxInFlight: cap, turns, defer }: ConnectorTransportOptions) {
    super({
      ...broker,
      groupId: `connector-worker.${connector}`,
      topics: [connectorCommandsTopic(connector), connectorWebhooksTopic(connector)],
      cap,
      turns,
      drainMs,
      isTransient: isRetryable,
    });
    this.defer = defer;
  }

  /** Measures the handler. A message that fails is redelivered, and each delivery is counted. */
  override async deliver(delivery: KeyedDelivery<OperationTurn>): Promise<void> {
    const { incoming, turn } = delivery;
    const labels = { destination: incoming.origin.topic, type: incoming.message.type };
    const begun = performance.now();
    const observe = (outcome: 'done' | 'retried') =>
      metrics.observeMessage({ ...labels, outcome }, (performance.now() - begun) / 1_000);
    try {
      await (turn?.kind === 'defer' ? this.defer(incoming) : this.handle(incoming, delivery));
      observe('done');
    } catch (error) {
      observe('retried');
      throw error;
    }
  }
}

import type { AccountRef } from '@payorch/contracts';
import type {
  Broker,
  Handle,
  Incoming,
  KeyedDelivery,
  MessageProducer,
  MessageRegistry,
} from '@payorch/platform/kafka';
import { KeyedTransport } from '@payorch/platform/kafka';
import { metrics } from '@payorch/platform/telemetry';
import type { OperationTurn, OperationTurns } from '../admission/operation-turns';
import { isRetryable } from './retryable-faults';
import type { Lane } from '@payorch/contracts';
import type { LaneMoves } from './lane-moves';

export interface LaneTransportOptions {
  readonly lane: Lane;
  readonly broker: Pick<Broker, 'kafka' | 'log' | 'times' | 'seals'> & {
    readonly producer: Pick<MessageProducer, 'send'>;
  };
  /** Maximum number of concurrent messages. */
  readonly maxInFlight: number;
  /** Decides when an operation may begin at its connector account. */
  readonly turns: OperationTurns;
  /** Absent: no account moves. */
  readonly moves?: Pick<LaneMoves, 'holds'>;
  /** Stores an operation until its account has room; durable when the promise resolves. */
  readonly defer: (incoming: Incoming) => Promise<void>;
  readonly registry: MessageRegistry;
  readonly handle: Handle<KeyedDelivery<OperationTurn>, void>;
}

/** A drain ends after 25 s. Calls in flight get most of it; the rest is for publishing outcomes and releasing partitions. */
const drainMs = 22_000;

/**
 * Consumes one lane in a consumer group of its own: instances of other lanes share nothing with it. Each connector account has
 * separate queues for charges, follow-ups and syncs; webhooks wait behind none of these.
 */
export class LaneTransport extends KeyedTransport<OperationTurn> {
  constructor(private readonly parts: LaneTransportOptions) {
    const { lane, broker, maxInFlight: cap, turns, moves } = parts;
    super({
      ...broker,
      groupId: lane.groupId,
      topics: [lane.commands, lane.webhooks],
      cap,
      turns: {
        queueOf: (incoming) => turns.queueOf(incoming),
        turnOf: (incoming, wait) =>
          moves?.holds(lane, (incoming.data as { readonly account: AccountRef }).account)
            ? undefined
            : turns.turnOf(incoming, wait),
        maxQueued: turns.maxQueued,
        maxQueuedTotal: turns.maxQueuedTotal,
      },
      drainMs,
      isTransient: isRetryable,
    });
  }

  /** The messages of a lane, whatever the names of its topics. */
  override get registry(): MessageRegistry {
    return this.parts.registry;
  }

  /** Measures the handler. A message that fails is redelivered, and each delivery is counted. */
  override async deliver(delivery: KeyedDelivery<OperationTurn>): Promise<void> {
    const { defer, handle } = this.parts;
    const { incoming, turn } = delivery;
    const labels = { destination: incoming.origin.topic, type: incoming.message.type };
    const begun = performance.now();
    const observe = (outcome: 'done' | 'retried') =>
      metrics.observeMessage({ ...labels, outcome }, (performance.now() - begun) / 1_000);
    try {
      await (turn?.kind === 'defer' ? defer(incoming) : handle(incoming, delivery));
      observe('done');
    } catch (error) {
      observe('retried');
      throw error;
    }
  }
}

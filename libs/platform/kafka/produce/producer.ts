import { Fault } from '@payorch/kernel';
import type { Kafka, Producer, TopicMessages } from 'kafkajs';
import { backoffMs, pause, settlesWithin } from '../client/backoff';
import type { Log } from '../client/client';
import type { EncodedMessage } from '../messages/envelope';
import { pinningPartitioner } from './partitioner';
import { ProduceQueue, type QueuedMessage, SendAborted, type SendOptions } from './produce-queue';

/** The broker refuses this message permanently: too large, or no such topic. The sender decides what to do. */
export class UnsendableMessage extends Error {
  override readonly name = 'UnsendableMessage';
  constructor(
    readonly encoded: EncodedMessage,
    override readonly cause: unknown,
  ) {
    super(`cannot be sent to ${encoded.topic}: ${String(cause)}`);
  }
}

export interface MessageProducerOptions {
  readonly kafka: Pick<Kafka, 'producer'>;
  readonly log: Log;
  readonly onProduced?: (messages: number, durationMs: number) => void;
  readonly onRebuilt?: (cause: Error) => void;
}

const refusedForGood = new Set([
  'UNKNOWN_TOPIC_OR_PARTITION',
  'MESSAGE_TOO_LARGE',
  'INVALID_TOPIC_EXCEPTION',
  'RECORD_LIST_TOO_LARGE',
  'TOPIC_AUTHORIZATION_FAILED',
  'INVALID_RECORD',
]);

/** The client wraps the broker's error in one error for each layer that gave up. */
function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { type } = error as { type?: string };
  return (type !== undefined && refusedForGood.has(type)) || isRefusedForGood(error.cause);
}

/** Longer than every timeout of the client itself: after it, the client's promise will never settle. */
const produceTimeoutMs = 45_000;

function byTopic(chunk: readonly QueuedMessage[]): TopicMessages[] {
  const topics = new Map<string, TopicMessages>();
  for (const { message } of chunk) {
    const { topic, key, value, headers } = message;
    let group = topics.get(topic);
    if (!group) topics.set(topic, (group = { topic, messages: [] }));
    group.messages.push({ key, value, headers });
  }
  return [...topics.values()];
}

/**
 * Produces in the order of sending, acknowledged by all replicas, one call in flight: messages sent meanwhile join the
 * next call. Faults are retried for ever. A failed inner producer is replaced: after a partial failure its sequence
 * numbers no longer match the broker's, and the broker would drop the next messages as duplicates.
 */
export class MessageProducer {
  private readonly queue = new ProduceQueue();
  private readonly abort = new AbortController();
  private producer: Producer | null = null;
  private pumping: Promise<void> | null = null;
  private isClosing = false;

  constructor(private readonly options: MessageProducerOptions) {}

  /** Resolves when the broker is reachable. `send` does not require it. */
  async connect(): Promise<void> {
    for (let attempt = 0; !this.abort.signal.aborted; attempt++) {
      try {
        await this.inner();
        return;
      } catch (error) {
        await this.afterFault(error as Error, attempt);
      }
    }
  }

  /**
   * Resolves when all messages are acknowledged. Rejects with `UnsendableMessage` when the broker refuses one
   * permanently; later messages of the same call are then not sent. A message may arrive twice.
   */
  send(messages: readonly EncodedMessage[], options: SendOptions = {}): Promise<void> {
    if (this.isClosing) return Promise.reject(new SendAborted('the producer is closed'));
    const sent = this.queue.add(messages, options);
    this.pumping ??= this.pump();
    return sent;
  }

  /** Accepts nothing more, waits for messages under way, then aborts the rest. */
  async close(graceMs = 5_000): Promise<void> {
    this.isClosing = true;
    if (this.pumping && !(await settlesWithin(this.pumping, graceMs))) {
      this.abort.abort();
      this.queue.failAll(new SendAborted('the producer closed before the message was sent'));
      await settlesWithin(this.pumping, graceMs);
    }
    this.abort.abort();
    await this.discard();
  }

  private async pump(): Promise<void> {
    // Messages sent in this very turn join the call.
    await Promise.resolve();
    for (let chunk = this.queue.take(Date.now()); chunk.length > 0; chunk = this.queue.take(Date.now())) {
      await this.deliver(chunk);
    }
    // Reset in the turn of the last check: otherwise a message sent in between would stay in the queue.
    this.pumping = null;
  }

  private async deliver(chunk: readonly QueuedMessage[]): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const open = chunk.filter(({ ticket }) => ticket.isOpen);
      if (open.length === 0) return;
      if (this.abort.signal.aborted) return open.forEach(({ ticket }) => ticket.fail(new SendAborted('closed')));
      try {
        await this.produce(open);
        return open.forEach(({ ticket }) => ticket.acknowledge());
      } catch (error) {
        if (isRefusedForGood(error)) return this.deliverApart(open, error as Error);
        await this.afterFault(error as Error, attempt);
      }
    }
  }

  /** Halves the chunk until the refused message is alone, so that one message does not block the others. */
  private async deliverApart(chunk: readonly QueuedMessage[], error: Error): Promise<void> {
    await this.discard();
    const [first] = chunk;
    if (first && chunk.length === 1) {
      this.options.log.error({ err: error, topic: first.message.topic }, 'the broker refuses a message permanently');
      return first.ticket.fail(new UnsendableMessage(first.message, error));
    }
    const middle = Math.ceil(chunk.length / 2);
    await this.deliver(chunk.slice(0, middle));
    await this.deliver(chunk.slice(middle));
  }

  private async produce(chunk: readonly QueuedMessage[]): Promise<void> {
    const producer = await this.inner();
    const begun = performance.now();
    const produced = producer.sendBatch({ topicMessages: byTopic(chunk) });
    if (!(await settlesWithin(produced, produceTimeoutMs))) throw new Fault('no answer to a produce request');
    await produced;
    this.options.onProduced?.(chunk.length, performance.now() - begun);
  }

  private async inner(): Promise<Producer> {
    if (this.producer) return this.producer;
    const producer = this.options.kafka.producer({
      idempotent: true,
      allowAutoTopicCreation: false,
      createPartitioner: pinningPartitioner,
      retry: { initialRetryTime: 100, maxRetryTime: 500, retries: 3 },
    });
    this.producer = producer;
    await producer.connect();
    return producer;
  }

  private async afterFault(error: Error, attempt: number): Promise<void> {
    this.options.log.warn({ err: error, attempt }, 'cannot produce; retrying with a new producer');
    this.options.onRebuilt?.(error);
    await this.discard();
    await pause(backoffMs(attempt), this.abort.signal);
  }

  private async discard(): Promise<void> {
    const producer = this.producer;
    this.producer = null;
    await producer?.disconnect().catch(() => undefined);
  }
}

import type { EncodedMessage } from '../messages/envelope';

export interface SendOptions {
  /** Aborts the messages that are not acknowledged yet; a message under way may still arrive. */
  readonly signal?: AbortSignal;
  /** The message is not sent after this time, because no caller waits any more. Milliseconds since the epoch. */
  readonly notAfter?: number;
}

/** One call of `send`: settled when its last message is acknowledged, or its first one has failed. */
class Ticket {
  isOpen = true;
  readonly settled: Promise<void>;
  private resolve!: () => void;
  private reject!: (error: Error) => void;

  constructor(
    private unacknowledged: number,
    readonly notAfter: number,
  ) {
    this.settled = new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));
  }

  acknowledge(): void {
    if (--this.unacknowledged > 0 || !this.isOpen) return;
    this.isOpen = false;
    this.resolve();
  }

  fail(error: Error): void {
    this.isOpen = false;
    this.reject(error);
  }
}

export interface QueuedMessage {
  readonly message: EncodedMessage;
  readonly ticket: Ticket;
}

export class SendAborted extends Error {
  override readonly name = 'SendAborted';
}

/** Small enough for one record batch of a topic with the broker's default limit, 1 MiB. */
const chunkBytes = 768 * 1024;
/** The client library groups messages by partition in quadratic time. */
const chunkMessages = 500;

/** Messages waiting to be produced, in the order of sending, in chunks that fit one produce call. */
export class ProduceQueue {
  private waiting: QueuedMessage[] = [];
  private taken = 0;

  add(messages: readonly EncodedMessage[], { signal, notAfter = Infinity }: SendOptions): Promise<void> {
    if (messages.length === 0) return Promise.resolve();
    if (signal?.aborted) return Promise.reject(new SendAborted('aborted before it was sent'));
    const ticket = new Ticket(messages.length, notAfter);
    for (const message of messages) this.waiting.push({ message, ticket });
    if (!signal) return ticket.settled;
    const abort = () => ticket.fail(new SendAborted('aborted'));
    signal.addEventListener('abort', abort, { once: true });
    return ticket.settled.finally(() => signal.removeEventListener('abort', abort));
  }

  /** The next chunk; empty if no message waits. A single message larger than a chunk is sent alone. */
  take(nowMs: number): QueuedMessage[] {
    const chunk: QueuedMessage[] = [];
    let bytes = 0;
    for (; this.taken < this.waiting.length && chunk.length < chunkMessages; this.taken++) {
      const queued = this.waiting[this.taken]!;
      if (queued.ticket.isOpen && queued.ticket.notAfter < nowMs)
        queued.ticket.fail(new SendAborted('too late to send'));
      if (!queued.ticket.isOpen) continue;
      bytes += queued.message.value.length;
      if (bytes > chunkBytes && chunk.length > 0) break;
      chunk.push(queued);
    }
    this.forgetTaken();
    return chunk;
  }

  failAll(error: Error): void {
    for (const { ticket } of this.waiting.slice(this.taken)) if (ticket.isOpen) ticket.fail(error);
    this.waiting = [];
    this.taken = 0;
  }

  private forgetTaken(): void {
    if (this.taken < this.waiting.length && this.taken < 4_096) return;
    this.waiting = this.waiting.slice(this.taken);
    this.taken = 0;
  }
}

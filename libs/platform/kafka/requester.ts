import { type Outgoing, refuse } from '@payorch/contracts';
import { randomText } from '@payorch/kernel';
import type { Batch, Kafka } from 'kafkajs';
import type { Log } from './client';
import { encode, Unreadable } from './codec';
import type { Reply } from './envelope';
import type { GroupTimes } from './group-consumer';
import type { MessageProducer } from './producer';
import { decodeReply } from './reply-codec';
import { TopicReader } from './topic-reader';
import { childOf } from './trace-context';

/** Nobody answered in time: the command may have run, or will never. Only asking again tells. */
export interface NoReply {
  readonly kind: 'no_reply';
}

export interface RequestOptions {
  /** How long an answer is awaited; the command is not begun after it either. */
  readonly deadlineMs: number;
  readonly correlationId: string;
  readonly traceparent: string;
  readonly accountVersion?: number;
  /** Given where the same command may be sent again: its effect is recorded under this id. */
  readonly messageId?: string;
  /** The id of the command whose fate is asked for. */
  readonly behind?: string;
  /** Objects of this profile alone are shown and changed. */
  readonly onlyProfile?: string;
}

export interface RequesterOptions {
  readonly kafka: Pick<Kafka, 'consumer' | 'admin'>;
  readonly log: Log;
  readonly producer: Pick<MessageProducer, 'send'>;
  /** Read by this process alone, such as `gateway.replies.<slot>`. */
  readonly replyTopic: string;
  /** Beyond so many open questions a new one is refused at once. */
  readonly maxWaiting?: number;
  readonly times?: GroupTimes;
}

interface PendingReply {
  readonly expiresAt: number;
  readonly answer: (reply: Reply | NoReply) => void;
}

/** Deadlines are seconds: how exactly one is met matters less than what looking for it costs an idle gateway. */
const sweepEveryMs = 100;
/** A reply may be a list of a hundred payments. */
const maxReplyBytes = 9 * 1024 * 1024;

/** Sends commands and queries and gives back what their owners answer. */
export class Requester {
  /** By patience, since questions of equal patience expire in the order in which they were asked. */
  private readonly byTimeout = new Map<number, Map<string, PendingReply>>();
  private readonly pending = new Map<string, { readonly question: PendingReply; readonly patience: number }>();
  private readonly reader: TopicReader;
  /** Tells this process's questions from those of an earlier one that had the same topic. */
  private readonly prefix = randomText(8);
  private asked = 0;
  private sweep: NodeJS.Timeout | undefined;

  constructor(private readonly options: RequesterOptions) {
    this.reader = new TopicReader({
      kafka: options.kafka,
      log: options.log,
      topic: options.replyTopic,
      from: 'end',
      maxBytesPerPartition: maxReplyBytes,
      ...(options.times && { times: options.times }),
      onBatch: (batch) => this.onReplies(batch),
    });
  }

  /** To be awaited before the first question: resolves when no reply can be missed any more. */
  async start(): Promise<void> {
    await this.reader.start();
    this.sweep = setInterval(() => this.expire(Date.now()), sweepEveryMs);
    this.sweep.unref();
  }

  get waiting(): number {
    return this.pending.size;
  }

  /** Rejects only where the message can never be sent; a broker that is away ends in silence. */
  request(outgoing: Outgoing, options: RequestOptions): Promise<Reply | NoReply> {
    if (options.behind === undefined && this.isFull()) return Promise.resolve(refuse('overloaded'));
    const id = `${this.prefix}${(this.asked++).toString(36)}`;
    const expiresAt = Date.now() + options.deadlineMs;
    return new Promise((resolve, reject) => {
      this.remember(id, { expiresAt, answer: resolve }, options.deadlineMs);
      this.post(id, expiresAt, outgoing, options).catch((error: unknown) => {
        // Past the deadline the question has been answered already, and this changes nothing.
        this.forget(id);
        reject(error as Error);
      });
    });
  }

  /** What is asked behind a command takes the place of that command's question: there is always room for it. */
  private isFull(): boolean {
    return this.pending.size >= (this.options.maxWaiting ?? 5_000);
  }

  /** Whoever still waits hears silence. */
  async close(): Promise<void> {
    clearInterval(this.sweep);
    await this.reader.close();
    this.expire(Infinity);
  }

  private async post(
    id: string,
    expiresAt: number,
    { message, data }: Outgoing,
    options: RequestOptions,
  ): Promise<void> {
    const context = {
      messageId: options.messageId ?? `msg_${id}`,
      correlationId: options.correlationId,
      traceparent: childOf(options.traceparent),
      occurredAt: new Date(),
      replyTo: { topic: this.options.replyTopic, correlationId: id },
      deadline: new Date(expiresAt),
      ...(options.accountVersion !== undefined && { accountVersion: options.accountVersion }),
      ...(options.behind !== undefined && { behind: options.behind }),
      ...(options.onlyProfile !== undefined && { onlyProfile: options.onlyProfile }),
    };
    await this.options.producer.send([encode({ message, data, context })], { notAfter: expiresAt + 1_000 });
  }

  private onReplies({ messages }: Batch): void {
    for (const record of messages) {
      const arrived = decodeReply(record);
      if (arrived instanceof Unreadable) {
        this.options.log.warn({ offset: record.offset, cause: arrived.cause }, 'a reply cannot be read');
        continue;
      }
      this.forget(arrived.correlationId)?.answer(arrived.reply);
    }
  }

  private remember(id: string, question: PendingReply, patience: number): void {
    this.pending.set(id, { question, patience });
    const peers = this.byTimeout.get(patience);
    if (peers) peers.set(id, question);
    else this.byTimeout.set(patience, new Map([[id, question]]));
  }

  private forget(id: string): PendingReply | undefined {
    const found = this.pending.get(id);
    if (!found) return undefined;
    this.pending.delete(id);
    const peers = this.byTimeout.get(found.patience);
    peers?.delete(id);
    if (peers?.size === 0) this.byTimeout.delete(found.patience);
    return found.question;
  }

  private expire(nowMs: number): void {
    for (const peers of [...this.byTimeout.values()]) {
      for (const [id, { expiresAt, answer }] of peers) {
        if (expiresAt > nowMs) break;
        this.forget(id);
        answer({ kind: 'no_reply' });
      }
    }
  }
}

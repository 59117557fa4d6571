import { type Outgoing, refuse } from '@payorch/contracts';
import { randomText } from '@payorch/kernel';
import { childOf, isTracing } from '@payorch/platform/tracing';
import type { Batch, Kafka } from 'kafkajs';
import type { Log } from '../client/client';
import { type BodySeals, encode, Unreadable } from '../messages/codec';
import type { Reply } from '../messages/envelope';
import type { GroupTimes } from '../consume/group-consumer';
import type { MessageProducer } from '../produce/producer';
import { decodeReply } from './reply-codec';
import { TopicReader } from '../consume/topic-reader';
import { sendSpan } from '../messages/message-spans';

/** No reply in time: the command may have run, or never will. Only a check of the command shows the result. */
export interface NoReply {
  readonly kind: 'no_reply';
}

export interface RequestOptions {
  /** Timeout of the reply; the command does not begin after it either. In ms. */
  readonly deadlineMs: number;
  readonly correlationId: string;
  readonly traceparent: string;
  readonly accountVersion?: number;
  /** Set if the same command may be sent again: its effect is recorded under this id. */
  readonly messageId?: string;
  /** The id of the command whose result is checked. */
  readonly checkOf?: string;
  /** Restricts the request to objects of this profile. */
  readonly onlyProfile?: string;
  /** Of a message that travels in lanes; absent: the shared one. */
  readonly lane?: string;
}

export interface RequesterOptions {
  readonly kafka: Pick<Kafka, 'consumer' | 'admin'>;
  readonly log: Log;
  readonly producer: Pick<MessageProducer, 'send'>;
  /** Seals requests and opens replies. */
  readonly seals: BodySeals;
  /** Resolves when `seals` has the keys of the merchant. */
  readonly loadKeys: (merchantId: string) => Promise<void>;
  /** A topic that only this process reads, such as `gateway.replies.<slot>`. */
  readonly replyTopic: string;
  /** Maximum number of pending replies; a further request is refused at once. */
  readonly maxWaiting?: number;
  readonly times?: GroupTimes;
}

interface PendingReply {
  readonly expiresAt: number;
  readonly answer: (reply: Reply | NoReply) => void;
}

/** Deadlines are seconds: precision matters less than the cost of the timer in an idle gateway. */
const sweepEveryMs = 100;
/** A reply may be a list of a hundred payments. */
const maxReplyBytes = 9 * 1024 * 1024;

/** Sends commands and queries, and returns the replies of their owners. */
export class Requester {
  /** By timeout, because requests with equal timeouts expire in the order of sending. */
  private readonly byTimeout = new Map<number, Map<string, PendingReply>>();
  private readonly pending = new Map<string, { readonly pendingReply: PendingReply; readonly timeoutMs: number }>();
  private readonly reader: TopicReader;
  /** Distinguishes this process's requests from those of an earlier process with the same topic. */
  private readonly prefix = randomText(8);
  private sent = 0;
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

  /** Await it before the first request: resolves when no reply can be missed any more. */
  async start(): Promise<void> {
    await this.reader.start();
    this.sweep = setInterval(() => this.expire(Date.now()), sweepEveryMs);
    this.sweep.unref();
  }

  get waiting(): number {
    return this.pending.size;
  }

  /** Rejects only if the message can never be sent; while the broker is unavailable the request ends in `no_reply`. */
  request(outgoing: Outgoing, options: RequestOptions): Promise<Reply | NoReply> {
    if (options.checkOf === undefined && this.isFull()) return Promise.resolve(refuse('overloaded'));
    const id = `${this.prefix}${(this.sent++).toString(36)}`;
    const expiresAt = Date.now() + options.deadlineMs;
    return new Promise((resolve, reject) => {
      this.remember(id, { expiresAt, answer: resolve }, options.deadlineMs);
      this.post(id, expiresAt, outgoing, options).catch((error: unknown) => {
        // Past the deadline the request has already ended with `no_reply`; this changes nothing.
        this.forget(id);
        reject(error as Error);
      });
    });
  }

  /** A check of a command replaces that command's pending reply: there is always room for it. */
  private isFull(): boolean {
    return this.pending.size >= (this.options.maxWaiting ?? 5_000);
  }

  /** Every pending request ends with `no_reply`. */
  async close(): Promise<void> {
    clearInterval(this.sweep);
    await this.reader.close();
    this.expire(Infinity);
  }

  private post(id: string, expiresAt: number, outgoing: Outgoing, options: RequestOptions): Promise<void> {
    if (!isTracing())
      return this.send(id, expiresAt, outgoing, { ...options, traceparent: childOf(options.traceparent) });
    const span = sendSpan(outgoing.message, options.traceparent);
    return span.run(() => this.send(id, expiresAt, outgoing, { ...options, traceparent: span.traceparent }));
  }

  private async send(
    id: string,
    expiresAt: number,
    { message, data }: Outgoing,
    options: RequestOptions,
  ): Promise<void> {
    const context = {
      messageId: options.messageId ?? `msg_${id}`,
      correlationId: options.correlationId,
      traceparent: options.traceparent,
      occurredAt: new Date(),
      replyTo: { topic: this.options.replyTopic, correlationId: id },
      deadline: new Date(expiresAt),
      ...(options.accountVersion !== undefined && { accountVersion: options.accountVersion }),
      ...(options.checkOf !== undefined && { checkOf: options.checkOf }),
      ...(options.onlyProfile !== undefined && { onlyProfile: options.onlyProfile }),
    };
    const { seals, loadKeys, producer } = this.options;
    const { merchantId } = data as { readonly merchantId?: string | null };
    // An operator's message is about every merchant: it goes to a topic that is not sealed.
    if (typeof merchantId === 'string') await loadKeys(merchantId);
    await producer.send([encode({ message, data, context, lane: options.lane }, seals)], {
      notAfter: expiresAt + 1_000,
    });
  }

  private onReplies({ messages }: Batch): void {
    for (const record of messages) {
      const arrived = decodeReply(record, this.options.seals);
      if (arrived instanceof Unreadable) {
        this.options.log.warn({ offset: record.offset, cause: arrived.cause }, 'a reply cannot be read');
        continue;
      }
      this.forget(arrived.correlationId)?.answer(arrived.reply);
    }
  }

  private remember(id: string, pendingReply: PendingReply, timeoutMs: number): void {
    this.pending.set(id, { pendingReply, timeoutMs });
    const peers = this.byTimeout.get(timeoutMs);
    if (peers) peers.set(id, pendingReply);
    else this.byTimeout.set(timeoutMs, new Map([[id, pendingReply]]));
  }

  private forget(id: string): PendingReply | undefined {
    const found = this.pending.get(id);
    if (!found) return undefined;
    this.pending.delete(id);
    const peers = this.byTimeout.get(found.timeoutMs);
    peers?.delete(id);
    if (peers?.size === 0) this.byTimeout.delete(found.timeoutMs);
    return found.pendingReply;
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

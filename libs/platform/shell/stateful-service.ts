import type { MessageDefinition } from '@payorch/contracts';
import type { Clock } from '@payorch/kernel';
import type { DueJob } from '@payorch/platform/jobs';
import { dueJobs, JobClock, jobsTopic, nextDueInMs } from '@payorch/platform/jobs';
import type { AccountSettings, GroupTimes, Incoming, Log, MessageProducer } from '@payorch/platform/kafka';
import {
  assertHandledOnce,
  BatchTransport,
  deadLetterOfMessage,
  logFieldsOf,
  messageRegistry,
  newTraceparent,
} from '@payorch/platform/kafka';
import { deleteExpired, markPublished, unpublished, unpublishedCount } from '@payorch/platform/outbox';
import { inTransaction, inTransactionEndingWith, reading } from '@payorch/platform/postgres';
import type { Sql } from '@payorch/platform/postgres';
import { metrics } from '@payorch/platform/telemetry';
import type { Kafka } from 'kafkajs';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { BatchShell } from './batch-shell';
import type { RedeliveryReply, Handler, Repository } from './step';

export interface StatefulServiceParts<State, Shared> {
  readonly name: string;
  readonly database: DataSource;
  readonly kafka: Kafka;
  readonly log: Log;
  readonly producer: MessageProducer;
  readonly settings: Pick<AccountSettings, 'waitForVersion'>;
  readonly clock: Clock;
  /** Topics of the broker; jobs come from the service's own table. */
  readonly topics: readonly string[];
  readonly handlers: readonly Handler<State, Shared>[];
  readonly repository: Repository<State, Shared>;
  readonly replyToRedelivery: (state: State | undefined, incoming: Incoming, shared: Shared) => RedeliveryReply;
  /** Finds objects that should have a job and have none; runs at `sweepMs` over all rows. */
  readonly sweep?: (sql: Sql) => Promise<void>;
  /** Like `sweep`, at a shorter interval: it must cost almost nothing if it finds nothing. */
  readonly watch?: { readonly everyMs: number; readonly work: (sql: Sql) => Promise<void> };
  readonly times: ServiceTimes;
  readonly groupTimes: GroupTimes;
}

/** In milliseconds, all from configuration, so that a test can shorten them. */
export interface ServiceTimes {
  readonly jobPollMs: number;
  readonly sweepMs: number;
  readonly settingsWaitMs: number;
  readonly outboxRetentionMs: number;
  readonly inboxRetentionMs: number;
}

const relayAtOnce = 500;
const jobsAtOnce = 500;
/** Maximum number of messages of a failed batch that the log names. */
const maxLoggedMessages = 20;

/**
 * A complete stateful service: transport, shell, outbox relay and jobs. The app provides its messages, its decisions
 * and its repository.
 */
export class StatefulService<State, Shared> {
  readonly transport: BatchTransport;
  private readonly shell: BatchShell<State, Shared>;
  private readonly jobTypes: ReadonlyMap<string, MessageDefinition>;
  private partitions: readonly number[] = [];
  private readonly jobClock: JobClock;
  private isStopping = false;
  private readonly timers: NodeJS.Timeout[] = [];

  constructor(private readonly parts: StatefulServiceParts<State, Shared>) {
    const { handlers, topics, log, producer, kafka, name } = parts;
    const fromTopics = handlers.map(({ message }) => message).filter(({ topic }) => topic !== jobsTopic);
    assertHandledOnce(topics, fromTopics);
    this.jobTypes = new Map(
      handlers.filter(({ message }) => message.topic === jobsTopic).map(({ message }) => [message.type, message]),
    );
    const { jobPollMs } = parts.times;
    this.jobClock = new JobClock({ pollMs: jobPollMs, idleQueryMs: 5 * jobPollMs });
    this.shell = new BatchShell({
      ...parts,
      transact: (merchants, work) => inTransactionEndingWith(parts.database, { merchants }, work),
      read: (merchants, work) => reading(parts.database, merchants, work),
      settingsWaitMs: parts.times.settingsWaitMs,
      deadLetter: (incoming, cause) => this.deadLetter(incoming, cause),
      publishPending: () => this.relay(this.partitions),
      onFault: (error, batchSize, batch = []) => {
        const about = batch.slice(0, maxLoggedMessages).map(logFieldsOf);
        log.error({ err: error, batchSize, ...(about.length > 0 && { about }) }, 'a batch failed');
      },
      onScheduled: (delaysMs) => this.jobClock.expect(delaysMs),
    });
    this.transport = new BatchTransport({
      kafka,
      log,
      producer,
      groupId: name,
      topics,
      times: parts.groupTimes,
      registry: messageRegistry(fromTopics),
      onBatch: (batch) => this.onBatch(batch),
      onAssigned: (gained) => this.onAssigned(gained),
      onRevoked: async (lost) => {
        this.partitions = this.partitions.filter((partition) => !lost.includes(partition));
      },
      localSource: () => this.takeDueJobs(),
    });
  }

  /** Starts the timers; messages arrive once the transport is connected. */
  start(): void {
    const { jobPollMs, sweepMs } = this.parts.times;
    this.every(jobPollMs, async () => {
      if (this.jobClock.isTime()) this.transport.requestRound();
    });
    this.every(1_000, () => this.markPublished());
    this.every(sweepMs, () => this.tidy());
    this.every(sweepMs, () => this.deleteExpired());
    const { watch } = this.parts;
    if (watch) this.every(watch.everyMs, () => this.everywhere(watch.work));
  }

  stop(): Promise<void> {
    this.isStopping = true;
    for (const timer of this.timers) clearInterval(timer);
    return this.markPublished();
  }

  private async onBatch(batch: readonly Incoming[]): Promise<void> {
    const began = performance.now();
    await this.shell.onBatch(batch);
    const seconds = (performance.now() - began) / 1_000;
    metrics.observeBatch(batch.length);
    for (const { origin, message } of batch) {
      metrics.observeMessage({ destination: origin.topic, type: message.type, outcome: 'done' }, seconds);
    }
  }

  /**
   * Publishes what the partitions' earlier owner committed but did not publish, before any new decision on these
   * partitions.
   */
  private async onAssigned(gained: readonly number[]): Promise<void> {
    await this.relay(gained);
    this.partitions = [...new Set([...this.partitions, ...gained])];
    this.jobClock.queryNow();
  }

  private async relay(partitions: readonly number[]): Promise<void> {
    for (;;) {
      // First, otherwise published rows that are not marked yet would be published again.
      await this.markPublished();
      const rows = await this.everywhere((sql) => unpublished(sql, partitions, relayAtOnce));
      if (rows.length === 0) return;
      await this.shell.publish(rows);
    }
  }

  private markPublished(): Promise<void> {
    return this.shell.markPublished((ids) => this.everywhere((sql) => markPublished(sql, ids)));
  }

  private async takeDueJobs(): Promise<Incoming[]> {
    if (!this.jobClock.isTime() || this.partitions.length === 0) return [];
    const [due, nextInMs] = await this.everywhere((sql) =>
      Promise.all([dueJobs(sql, this.partitions, jobsAtOnce), nextDueInMs(sql, this.partitions)]),
    );
    if (due.length < jobsAtOnce) this.jobClock.queried(nextInMs);
    metrics.setJobsDue(due.length);
    return due.flatMap((job) => this.toIncoming(job));
  }

  private toIncoming({ id, type, key, partition, data }: DueJob): Incoming[] {
    const message = this.jobTypes.get(type);
    const parsed = message && z.safeDecode(message.schema, data as never);
    if (!message || !parsed?.success) {
      this.parts.log.error({ id, type }, 'a job cannot be read');
      return [];
    }
    const context = {
      messageId: `${id}@${Date.now()}`,
      correlationId: id,
      traceparent: newTraceparent(),
      occurredAt: this.parts.clock.now(),
    };
    return [{ message, data: parsed.data, key, context, origin: { topic: jobsTopic, partition, offset: id } }];
  }

  private async tidy(): Promise<void> {
    await this.everywhere(async (sql) => {
      await this.parts.sweep?.(sql);
      metrics.setOutboxPending(await unpublishedCount(sql));
    });
  }

  /**
   * Separate from the sweep: after a long stop there may be many rows to delete, and the sweep for forgotten payments
   * must not wait for them.
   */
  private async deleteExpired(): Promise<void> {
    const { database, times, log } = this.parts;
    const deleted = await deleteExpired({
      transact: (work) => inTransaction(database, { merchants: [], commit: 'asynchronous' }, work),
      retention: times,
      shouldStop: () => this.isStopping,
    });
    log.debug(deleted, 'old messages are deleted');
  }

  private async deadLetter(incoming: Incoming, cause: Error): Promise<void> {
    const { log, producer } = this.parts;
    const { message, key, context, origin } = incoming;
    const facts = { type: message.type, messageId: context.messageId, key, ...logFieldsOf(incoming) };
    log.error({ err: cause, ...facts }, 'a message is dead-lettered');
    metrics.countDeadLetter(origin.topic, cause.name);
    await producer.send([deadLetterOfMessage(incoming, cause)]);
  }

  private everywhere<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return inTransaction(this.parts.database, { merchants: 'every' }, work);
  }

  /** Logs a failed tick; the next tick does the same work. */
  private every(ms: number, work: () => Promise<void>): void {
    let isBusy = false;
    const tick = async (): Promise<void> => {
      if (isBusy) return;
      isBusy = true;
      await work().catch((error: Error) =>
        this.parts.log.warn({ err: error }, 'a timed task failed; the next tick retries it'),
      );
      isBusy = false;
    };
    this.timers.push(setInterval(() => void tick(), ms));
  }
}

import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { Clock } from '@payorch/kernel';
import type { DueJob } from '@payorch/platform/jobs';
import { dueJobs, JobClock, jobsTopic, lateJobSeconds, nextDueInMs } from '@payorch/platform/jobs';
import type { AccountSettings, Broker, Incoming } from '@payorch/platform/kafka';
import { BatchTransport, deadLetterOfMessage, logFieldsOf, newTraceparent } from '@payorch/platform/kafka';
import {
  deleteMarked,
  deletePublished,
  expiringInbox,
  unpublished,
  unpublishedBacklog,
} from '@payorch/platform/outbox';
import { deleteExpired } from '@payorch/platform/retention';
import { inTransaction, inTransactionEndingWith, reading } from '@payorch/platform/postgres';
import type { Sql } from '@payorch/platform/postgres';
import type { Logger } from '@payorch/platform/telemetry';
import { metrics } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { BatchShell } from './batch-shell';
import type { HandleStep } from './decide-batch';
import { operationLines } from './operation-lines';
import type { RedeliveryReply, Repository, Step, StepContext } from './step';

export interface StatefulServiceParts<State, Shared> {
  /** Also the name of the consumer group. */
  readonly name: string;
  readonly database: DataSource;
  readonly broker: Broker;
  readonly settings: Pick<AccountSettings, 'lanes' | 'pollingProfiles' | 'waitForVersion'>;
  readonly clock: Clock;
  /** The gateway's public address, where the schemas of public events are. */
  readonly publicUrl: string;
  /** Topics of the broker; jobs come from the service's own table. */
  readonly topics: readonly string[];
  readonly repository: Repository<State, Shared>;
  readonly replyToRedelivery: (state: State | undefined, incoming: Incoming, shared: Shared) => RedeliveryReply;
  /** Finds objects that should have a job and have none; runs at `sweepMs` over all rows. */
  readonly sweep?: (sql: Sql, settings: Pick<AccountSettings, 'pollingProfiles'>) => Promise<void>;
  /** Sets gauges; at `sweepMs`, in a transaction of its own, so that its failure never undoes a sweep. */
  readonly measure?: (sql: Sql) => Promise<void>;
  /** Like `sweep`, at a shorter interval: it must cost almost nothing if it finds nothing. */
  readonly watch?: { readonly everyMs: number; readonly work: (sql: Sql) => Promise<void> };
  readonly times: ServiceTimes;
  readonly logger: Pick<Logger, 'operation'>;
}

/** In milliseconds, all from configuration, so that a test can shorten them. */
export interface ServiceTimes {
  readonly jobPollMs: number;
  readonly sweepMs: number;
  readonly settingsWaitMs: number;
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
export class StatefulService<State, Shared> implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly transport: BatchTransport<StepContext<State, Shared>, Step<State>>;
  private readonly shell: BatchShell<State, Shared>;
  private partitions: readonly number[] = [];
  private readonly jobClock: JobClock;
  private isStopping = false;
  private isRelayDue = false;
  private readonly timers: NodeJS.Timeout[] = [];

  constructor(private readonly parts: StatefulServiceParts<State, Shared>) {
    const { topics, broker, name } = parts;
    const { log, producer, seals } = broker;
    const { jobPollMs } = parts.times;
    this.jobClock = new JobClock({ pollMs: jobPollMs, idleQueryMs: 5 * jobPollMs });
    this.shell = new BatchShell({
      ...parts,
      producer,
      seals,
      lanes: parts.settings.lanes,
      handle: this.handle,
      isForwarded: (incoming) => this.transport.isForwarded(incoming),
      transact: (merchants, work) => inTransactionEndingWith(parts.database, { merchants }, work),
      read: (merchants, work) => reading(parts.database, merchants, work),
      settingsWaitMs: parts.times.settingsWaitMs,
      deadLetter: (incoming, cause) => this.deadLetter(incoming, cause),
      publishPending: () => this.relay(this.partitions),
      onFault: (error, batchSize, batch = []) => {
        const about = batch.slice(0, maxLoggedMessages).map(logFieldsOf);
        log.error({ err: error, batchSize, ...(about.length > 0 && { about }) }, 'a batch failed');
      },
      onKeysWait: (wait) => {
        metrics.setKeysWait(wait.waitedMs / 1_000);
        if (wait.messages > 0) log.error({ ...wait }, 'messages wait for data keys, and later messages behind them');
      },
      onScheduled: (delaysMs) => this.jobClock.expect(delaysMs),
    });
    this.transport = new BatchTransport({
      ...broker,
      groupId: name,
      topics,
      localTopic: jobsTopic,
      onBatch: (batch) => this.onBatch(batch),
      onAssigned: (gained) => this.onAssigned(gained),
      onRevoked: async (lost) => {
        this.partitions = this.partitions.filter((partition) => !lost.includes(partition));
      },
      localSource: () => this.localWork(),
    });
  }

  /** Starts the timers; messages arrive once the transport is connected. */
  onApplicationBootstrap(): void {
    const { jobPollMs, sweepMs } = this.parts.times;
    this.every(jobPollMs, async () => {
      if (this.jobClock.isTime()) this.transport.requestRound();
    });
    this.every(1_000, () => this.deletePublished());
    this.every(sweepMs, () => this.tidy());
    this.every(sweepMs, () => this.measure());
    this.every(sweepMs, () => this.deleteExpired());
    const { watch } = this.parts;
    if (watch) this.every(watch.everyMs, () => this.everywhere(watch.work));
  }

  beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    for (const timer of this.timers) clearInterval(timer);
    return this.deletePublished();
  }

  /** Logs operations once their step has committed. */
  private readonly handle: HandleStep<State, Shared> = async (incoming, context) => {
    const step = await this.transport.handle(incoming, context);
    const handled = { incoming, before: context.state, now: context.now };
    const onCommit = (): void => {
      step.onCommit?.();
      for (const line of operationLines(handled, step)) this.parts.logger.operation(line);
    };
    return { ...step, onCommit };
  };

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
      // First, otherwise published rows that are not deleted yet would be published again.
      await this.deletePublished();
      const rows = await this.everywhere((sql) => unpublished(sql, partitions, { limit: relayAtOnce }));
      if (rows.length === 0) return;
      await this.shell.publish(rows);
    }
  }

  private deletePublished(): Promise<void> {
    return this.shell.deletePublished((ids) => this.everywhere((sql) => deletePublished(sql, ids)));
  }

  private async localWork(): Promise<Incoming[]> {
    if (this.isRelayDue) await this.relay(this.partitions);
    this.isRelayDue = false;
    return this.takeDueJobs();
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
    const message = this.transport.messages.find((job) => job.topic === jobsTopic && job.type === type);
    const parsed = message && z.safeDecode(message.schema, data as never);
    if (!message || !parsed?.success) {
      this.parts.broker.log.error({ id, type }, 'a job cannot be read');
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
      await this.parts.sweep?.(sql, this.parts.settings);
      await deleteMarked(sql);
      const backlog = await unpublishedBacklog(sql);
      metrics.setOutboxPending(backlog);
      // An instance that lost its partitions may commit once more and then die: no assignment follows its death.
      this.isRelayDue = backlog.rows > 0;
    });
    if (this.isRelayDue) this.transport.requestRound();
  }

  private measure(): Promise<void> {
    return this.everywhere(async (sql) => {
      metrics.setJobsLate(await lateJobSeconds(sql, this.partitions));
      await this.parts.measure?.(sql);
    });
  }

  /**
   * Separate from the sweep: after a long stop there may be many rows to delete, and the sweep for forgotten payments
   * must not wait for them.
   */
  private async deleteExpired(): Promise<void> {
    const { database, times, broker } = this.parts;
    const deleted = await deleteExpired({
      rows: expiringInbox,
      transact: (work) => inTransaction(database, { merchants: [], commit: 'asynchronous' }, work),
      retentionMs: times.inboxRetentionMs,
      shouldStop: () => this.isStopping,
    });
    broker.log.debug({ deleted }, 'old inbox rows are deleted');
  }

  private async deadLetter(incoming: Incoming, cause: Error): Promise<void> {
    const { log, producer, seals } = this.parts.broker;
    const { message, key, context, origin } = incoming;
    const facts = { type: message.type, messageId: context.messageId, key, ...logFieldsOf(incoming) };
    log.error({ err: cause, ...facts }, 'a message is dead-lettered');
    metrics.countDeadLetter(origin.topic, cause.name);
    await producer.send([deadLetterOfMessage(incoming, cause, seals)]);
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
        this.parts.broker.log.warn({ err: error }, 'a timed task failed; the next tick retries it'),
      );
      isBusy = false;
    };
    this.timers.push(setInterval(() => void tick(), ms));
  }
}

import { errorText } from '@payorch/platform/telemetry';
import { refuse } from '@payorch/contracts';
import { failPoint } from '@payorch/platform/config';
import { claimJobs, jobsTopic, postponeJob } from '@payorch/platform/jobs';
import type { EncodedMessage, Incoming } from '@payorch/platform/kafka';
import { encodeReply } from '@payorch/platform/kafka';
import type { StoredMessage } from '@payorch/platform/outbox';
import { inboxEntries, unpublished } from '@payorch/platform/outbox';
import type { Ending, Sql } from '@payorch/platform/postgres';
import { CommitUnknownError, isTransient, isVersionConflict } from '@payorch/platform/postgres';
import { DataKeysUnknown } from '@payorch/platform/sealing';
import { Admission, type Answered, type DeadLettered } from './admission';
import { decideBatch } from './decide-batch';
import { separateRedelivered, type Redelivered } from './redelivery';
import type { Decided } from './decide-batch';
import type { Step } from './step';
import { forwarded, batchWritesOf, batchWritesStatement } from './batch-writes';
import type { ShellParts } from './shell-parts';
import { KeysWait, separateWaiting, timedOut } from './waiting-messages';

interface Committed {
  readonly delaysMs: readonly number[];
  readonly outbox: readonly StoredMessage[];
  readonly replies: readonly EncodedMessage[];
  readonly deadLettered: readonly DeadLettered[];
  readonly steps: readonly { readonly step: Pick<Step<unknown>, 'onCommit'> }[];
}

/**
 * The imperative shell around pure decisions: loads, decides, writes and publishes a batch as one. Only the shell
 * handles transactions, redelivery and retries.
 */
export class BatchShell<State, Shared> {
  /** Ids of published outbox rows that are not marked yet: the next batch marks them with its own writes. */
  private published: string[] = [];
  /** Those of them that a transaction is marking: until its commit they look unpublished to another one. */
  private readonly beingMarked = new Set<string>();
  /** A COMMIT had no answer: its outbox rows may exist, and the retried batch will not know them. */
  private mayHaveUnpublished = false;

  private readonly admission: Admission;

  constructor(private readonly parts: ShellParts<State, Shared>) {
    this.admission = new Admission({
      clock: parts.clock,
      settings: parts.settings,
      settingsWaitMs: parts.settingsWaitMs,
      merchantOf: (incoming) => parts.repository.merchantsOf([incoming])[0],
    });
  }

  /** Handles the whole batch, or throws an error that no retry can cure. Called for one batch at a time. */
  async onBatch(batch: readonly Incoming[]): Promise<void> {
    let remaining = batch;
    for (let attempt = 0; remaining.length > 0; attempt++) {
      const { ready, refused, deadLettered, deferred } = await this.admission.admit(remaining, attempt);
      if (refused.length > 0) await this.parts.producer.send(refused.map(this.toReplyMessage));
      if (ready.length > 0) await this.handle(ready);
      for (const message of deadLettered) await this.toDeadLetter(message);
      remaining = deferred;
    }
  }

  /** Marks the outbox rows published since the last batch; rows that cannot be marked now are marked next time. */
  async markPublished(mark: (ids: readonly string[]) => Promise<void>): Promise<void> {
    if (this.published.length > 0) await this.withPublishedIds(mark);
  }

  /** Publishes in order and records what is published; also for rows left by an earlier owner. */
  async publish(rows: readonly StoredMessage[], replies: readonly EncodedMessage[] = []): Promise<void> {
    const messages = [...rows.map(({ message }) => message), ...replies];
    if (messages.length > 0) await this.send(messages);
    for (const { id } of rows) this.published.push(id);
  }

  /** A committed message must be published: wait even for a missing topic, so that no message overtakes another. */
  private async send(messages: EncodedMessage[]): Promise<void> {
    for (;;) {
      try {
        return await this.parts.producer.send(messages);
      } catch (error) {
        this.parts.onFault(error as Error, messages.length);
        await pause(1_000);
      }
    }
  }

  /**
   * Retries transient faults; halves a batch that fails for another reason until the failing message is alone. Messages
   * of a merchant without data keys wait behind the others.
   */
  private async handle(batch: readonly Incoming[]): Promise<void> {
    const { repository, settingsWaitMs } = this.parts;
    const wait = new KeysWait(settingsWaitMs, this.parts.onKeysWait);
    for (let failures = 0; ; failures++) {
      try {
        await this.attempt(batch);
        return wait.end();
      } catch (error) {
        this.parts.onFault(error as Error, batch.length, batch);
        this.mayHaveUnpublished ||= error instanceof CommitUnknownError;
        if (error instanceof DataKeysUnknown) {
          const isWaiting = (one: Incoming) => repository.merchantsOf([one]).includes(error.merchantId);
          const { waiting, others } = separateWaiting(batch, isWaiting);
          if (others.length > 0) await this.handle(others);
          batch = wait.isOver() ? await this.stopWaiting(waiting, error) : waiting;
          wait.goOn(batch.length);
          if (batch.length === 0) return;
        }
        if (isVersionConflict(error) || isTransient(error) || error instanceof DataKeysUnknown) {
          await pause(Math.min(2000, 20 * 2 ** Math.min(failures, 7)));
          continue;
        }
        const [first] = batch;
        if (batch.length === 1) return this.toDeadLetter({ incoming: first!, cause: error as Error });
        const middle = Math.ceil(batch.length / 2);
        await this.handle(batch.slice(0, middle));
        batch = batch.slice(middle);
        failures = -1;
      }
    }
  }

  private async stopWaiting(messages: readonly Incoming[], cause: DataKeysUnknown): Promise<readonly Incoming[]> {
    const { refused, jobs, waiting } = timedOut(messages);
    if (refused.length > 0) await this.parts.producer.send(refused.map(this.toReplyMessage));
    for (const incoming of jobs) await this.toDeadLetter({ incoming, cause });
    return waiting;
  }

  private async attempt(batch: readonly Incoming[]): Promise<void> {
    if (this.mayHaveUnpublished) await this.parts.publishPending();
    this.mayHaveUnpublished = false;
    const merchants = this.parts.repository.merchantsOf(batch);
    const committed = batch.every(this.parts.isForwarded)
      ? await this.parts.read(merchants, (sql) => this.forwardAll(sql, batch))
      : await this.withPublishedIds((publishedIds) =>
          this.parts.transact(merchants, (sql) => this.run(sql, batch, publishedIds)),
        );
    for (const { step } of committed.steps) step.onCommit?.();
    this.parts.onScheduled?.(committed.delaysMs);
    failPoint('after-commit-before-publish');
    await this.publish(committed.outbox, committed.replies);
    failPoint('after-publish-before-offset');
    for (const message of committed.deadLettered) await this.toDeadLetter(message);
  }

  private async withPublishedIds<T>(work: (ids: readonly string[]) => Promise<T>): Promise<T> {
    const ids = this.published;
    this.published = [];
    for (const id of ids) this.beingMarked.add(id);
    try {
      return await work(ids);
    } catch (error) {
      this.published.push(...ids);
      throw error;
    } finally {
      for (const id of ids) this.beingMarked.delete(id);
    }
  }

  /** Writes nothing: the owner that receives the commands stores them. */
  private async forwardAll(sql: Sql, batch: readonly Incoming[]): Promise<Committed> {
    const [loaded, shared] = await Promise.all([
      this.parts.repository.load(sql, keysOf(batch), 'reading'),
      this.parts.repository.loadShared(sql, batch),
    ]);
    const now = this.parts.clock.now();
    const { steps, deadLettered } = await decideBatch(batch, loaded, this.parts.handle, { now, shared });
    return { delaysMs: [], outbox: [], replies: this.forwardsOf(steps), deadLettered, steps: [] };
  }

  private async run(sql: Sql, batch: readonly Incoming[], marked: readonly string[]): Promise<Ending<Committed>> {
    const live = await this.withoutClaimedJobs(sql, batch);
    const handledHere = live.filter((incoming) => !this.parts.isForwarded(incoming));
    // One round trip; the connection preserves the order. Inbox and outbox are read after the row locks: another instance
    // that handled one of these messages has committed by then, and its rows are visible. It may not have published
    // them, for example because it lost the broker and then its partitions: its versions must go first.
    const messageIds = handledHere.flatMap(({ context: { messageId, checkOf } }) =>
      checkOf ? [messageId, checkOf] : [messageId],
    );
    const loading = this.parts.repository.load(sql, keysOf(live), 'writing');
    const [loaded, shared, before, earlier] = await Promise.all([
      loading,
      this.parts.repository.loadShared(sql, live, loading),
      inboxEntries(sql, messageIds),
      unpublished(sql, partitionsOf(handledHere), { except: [...this.beingMarked] }),
    ]);
    const now = this.parts.clock.now();
    const { fresh, redelivered } = separateRedelivered(live, before, now, this.parts.isForwarded);
    const decided = await decideBatch(fresh, loaded, this.parts.handle, { now, shared });
    const after = new Map<string, State>([
      ...loaded,
      ...decided.changes.map(({ key, after: state }) => [key, state] as const),
    ]);
    const onlyForwarded = decided.steps.filter(({ incoming }) => this.parts.isForwarded(incoming));
    const handledSteps = decided.steps.filter(({ incoming }) => !this.parts.isForwarded(incoming));
    const replies = [
      ...this.forwardsOf(onlyForwarded),
      ...this.repliesOf(decided).map(this.toReplyMessage),
      ...this.repliesToRedelivered(redelivered, after, shared),
    ];
    const plumbing = batchWritesOf(handledSteps, this.parts.seals);
    const last = batchWritesStatement(plumbing, marked);
    const writes = decided.changes.length > 0 ? this.parts.repository.writes(decided.changes, shared) : [];
    failPoint('before-commit');
    return {
      statements: last ? [...writes, last] : writes,
      result: (rows) => ({
        delaysMs: plumbing.jobs.map(({ delayMs }) => delayMs),
        outbox: [
          ...earlier,
          ...plumbing.outbox.map((message, index) => ({ ...message, id: String(rows.at(-1)![index]!['id']) })),
        ],
        replies,
        deadLettered: decided.deadLettered,
        steps: decided.steps,
      }),
    };
  }

  private async withoutClaimedJobs(sql: Sql, batch: readonly Incoming[]): Promise<readonly Incoming[]> {
    const jobs = batch.filter(({ origin }) => origin.topic === jobsTopic);
    if (jobs.length === 0) return batch;
    const claimed = await claimJobs(
      sql,
      jobs.map(({ origin }) => origin.offset),
    );
    return batch.filter(({ origin }) => origin.topic !== jobsTopic || claimed.has(origin.offset));
  }

  private repliesOf({ steps }: Decided<State>): Answered[] {
    return steps.flatMap(({ incoming, step }) => {
      const replies = (step.replies ?? []).map((reply) => ({ ...reply, command: incoming }));
      const { replyTo } = incoming.context;
      return step.refusal && replyTo ? [...replies, { to: replyTo, reply: step.refusal, command: incoming }] : replies;
    });
  }

  private repliesToRedelivered(
    again: readonly Redelivered[],
    states: ReadonlyMap<string, State>,
    shared: Shared,
  ): EncodedMessage[] {
    return again.flatMap(({ incoming, refusal }) => {
      const { replyTo } = incoming.context;
      const reply =
        replyTo && (refusal ?? this.parts.replyToRedelivery(states.get(incoming.key ?? ''), incoming, shared));
      if (!replyTo || !reply) return [];
      if (reply.kind === 'forward') return [forwarded(reply.outgoing, incoming, this.parts)];
      return [this.toReplyMessage({ to: replyTo, reply, command: incoming })];
    });
  }

  private forwardsOf(steps: Steps): EncodedMessage[] {
    return steps.flatMap(({ incoming, step }) =>
      (step.forwards ?? []).map((outgoing) => forwarded(outgoing, incoming, this.parts)),
    );
  }

  private readonly toReplyMessage = ({ to, reply, command }: Answered): EncodedMessage =>
    encodeReply(to, command, reply, this.parts.seals);

  private async toDeadLetter({ incoming, cause }: DeadLettered): Promise<void> {
    if (incoming.origin.topic === jobsTopic) {
      await this.parts.transact([], async (sql) => {
        await postponeJob(sql, incoming.origin.offset, errorText(cause));
        return { statements: [], result: () => undefined };
      });
      return;
    }
    await this.parts.deadLetter(incoming, cause);
    const { replyTo } = incoming.context;
    if (replyTo)
      await this.parts.producer.send([
        this.toReplyMessage({ to: replyTo, reply: refuse('internal'), command: incoming }),
      ]);
  }
}

const keysOf = (batch: readonly Incoming[]): string[] => [...new Set(batch.map(({ key }) => key ?? ''))].sort();

const partitionsOf = (batch: readonly Incoming[]): number[] => [
  ...new Set(batch.map(({ origin }) => origin.partition)),
];

type Steps = Decided<unknown>['steps'];

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

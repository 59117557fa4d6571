import type { Outgoing, Refusal } from '@payorch/contracts';
import type { JobDefinition } from '@payorch/platform/jobs';
import type { Incoming, Reply, ReplyAddress } from '@payorch/platform/kafka';
import { handlerDecorator } from '@payorch/platform/kafka';
import type { Sql, Statement } from '@payorch/platform/postgres';

/** The result of one message. All of it commits together with the state, or not at all. */
export interface Step<State> {
  /** The new state; absent if unchanged. */
  readonly state?: State;
  /** Published through the outbox, in this order. */
  readonly messages?: readonly Outgoing[];
  /**
   * Published after `messages`, with the caller's reply address and deadline: the receiver replies instead of this
   * service.
   */
  readonly forwards?: readonly Outgoing[];
  readonly jobs?: readonly ScheduledJob[];
  /** Ids of jobs to delete. */
  readonly cancelledJobs?: readonly string[];
  /** Sent after the commit. A reply may be lost; the caller can check the result. */
  readonly replies?: readonly AddressedReply[];
  /** The reply to the caller, now and at every redelivery. */
  readonly refusal?: Refusal;
  /** Called once the step has committed, for counts: a retried batch decides again, and only its last decision commits. */
  readonly onCommit?: () => void;
}

export interface ScheduledJob {
  readonly job: JobDefinition;
  readonly data: unknown;
  readonly delayMs: number;
}

/** Pairs a job with matching data. */
export const scheduled = <Data>(job: JobDefinition<Data>, data: Data, delayMs: number): ScheduledJob =>
  ({ job, data, delayMs }) as ScheduledJob;

/**
 * The reply to a redelivered command; `forward`: to the service that replied the first time and knows the command by
 * its id.
 */
export type RedeliveryReply = Reply | { readonly kind: 'forward'; readonly outgoing: Outgoing } | undefined;

export interface AddressedReply {
  readonly to: ReplyAddress;
  readonly reply: Reply;
}

/** The input of a handler besides its message. */
export interface StepContext<State, Shared> {
  /** The aggregate of the message's key, after the earlier messages of the batch. */
  readonly state: State | undefined;
  readonly now: Date;
  readonly incoming: Incoming;
  readonly shared: Shared;
}

/** The result of a handler that only forwards. */
export interface Forwarding {
  readonly forwards: readonly [Outgoing];
}

/**
 * The decorators for the handlers of one service. Handlers are synchronous: a batch is decided between two statements of
 * its transaction. `Forwards`: the handler makes the message for the command's owner. This service stores nothing of
 * such a command. A redelivered command is forwarded again under the same id, and the owner, which remembers the id,
 * replies as before. Therefore a command must be forwarded in every state: only the owner refuses.
 */
export const stepDecorators = <State, Shared>() => ({
  Handles: handlerDecorator<StepContext<State, Shared>, Step<State>>(),
  Forwards: handlerDecorator<StepContext<State, Shared>, Forwarding>({ isForwarded: true }),
});

export interface Change<State> {
  readonly key: string;
  readonly before: State | undefined;
  readonly after: State;
  /** The partition of the key on the keyed topics. */
  readonly partition: number;
}

/**
 * Loads and writes many aggregates at once, by message key. `Shared`: data that several aggregates may need (customers,
 * mandates).
 */
export interface Repository<State, Shared> {
  /** Merchants whose rows the batch accesses: the scope of row-level security. */
  merchantsOf(batch: readonly Incoming[]): readonly string[];
  /** The existing rows, locked in key order; with `reading` not locked, for a batch that writes nothing. */
  load(sql: Sql, keys: readonly string[], purpose: 'writing' | 'reading'): Promise<ReadonlyMap<string, State>>;
  /**
   * Runs after `load`, table by table in a fixed order with sorted ids, so that two batches never deadlock. `loading`: the
   * result of `load`, for data that only the aggregates themselves name; to wait for it costs a round trip where a query
   * follows. Absent for a batch that writes nothing.
   */
  loadShared(sql: Sql, batch: readonly Incoming[], loading?: Promise<ReadonlyMap<string, State>>): Promise<Shared>;
  /**
   * The writes, table by table. A row that differs from `before` fails its statement (`exactly`): COMMIT is sent with
   * these statements, before their results are known.
   */
  writes(changes: readonly Change<State>[], shared: Shared): readonly Statement[];
}

import type { MessageDefinition, Outgoing, Refusal } from '@payorch/contracts';
import type { JobDefinition } from '@payorch/platform/jobs';
import type { Incoming, Reply, ReplyAddress } from '@payorch/platform/kafka';
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

/** The input of a handler besides its aggregate and its message. */
export interface StepContext<Shared> {
  readonly now: Date;
  readonly incoming: Incoming;
  readonly shared: Shared;
}

export interface Handler<State, Shared> {
  readonly message: MessageDefinition;
  /** Made by `forwarding`: this service stores nothing of the command. */
  readonly isForwarded?: true;
  readonly handle: (state: State | undefined, data: unknown, context: StepContext<Shared>) => Step<State>;
}

/** Binds a message to the function that handles it; the compiler checks that they match. */
export const on = <State, Shared, Data>(
  message: MessageDefinition<Data>,
  handle: (state: State | undefined, data: Data, context: StepContext<Shared>) => Step<State>,
): Handler<State, Shared> => ({ message, handle }) as unknown as Handler<State, Shared>;

/**
 * Binds a command to the function that makes the message for its owner. This service stores nothing of the command. A
 * redelivered command is forwarded again under the same id, and the owner, which remembers the id, replies as before.
 * Therefore a command must be forwarded in every state: only the owner refuses.
 */
export const forwarding = <State, Shared, Data>(
  message: MessageDefinition<Data>,
  messageOf: (state: State | undefined, data: Data, context: StepContext<Shared>) => Outgoing,
): Handler<State, Shared> => ({
  ...on(message, (state: State | undefined, data: Data, context: StepContext<Shared>) => ({
    forwards: [messageOf(state, data, context)],
  })),
  isForwarded: true,
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
  /** Runs after `load`, table by table in a fixed order with sorted ids, so that two batches never deadlock. */
  loadShared(sql: Sql, batch: readonly Incoming[]): Promise<Shared>;
  /**
   * The writes, table by table. A row that differs from `before` fails its statement (`exactly`): COMMIT is sent with
   * these statements, before their results are known.
   */
  writes(changes: readonly Change<State>[], shared: Shared): readonly Statement[];
}

import type { MessageDefinition, Outgoing, Refusal } from '@payorch/contracts';
import type { JobDefinition } from '@payorch/platform/jobs';
import type { Incoming, Reply, ReplyAddress } from '@payorch/platform/kafka';
import type { Sql, Statement } from '@payorch/platform/postgres';

/** What one message led to. Everything in it commits together with the state, or not at all. */
export interface Step<State> {
  /** The state from now on; absent where it stays as it is. */
  readonly state?: State;
  /** Leave through the outbox, in this order. */
  readonly messages?: readonly Outgoing[];
  /** Leave behind those, with the asker's address and deadline: whoever gets them answers instead of us. */
  readonly forwards?: readonly Outgoing[];
  readonly jobs?: readonly ScheduledJob[];
  /** Ids of jobs that have nothing left to do. */
  readonly cancelledJobs?: readonly string[];
  /** Sent after the commit; they may be lost, since all they say can be asked for again. */
  readonly replies?: readonly AddressedReply[];
  /** The asker is told so, now and whenever the message comes again. */
  readonly refusal?: Refusal;
}

export interface ScheduledJob {
  readonly job: JobDefinition;
  readonly data: unknown;
  readonly delayMs: number;
}

/** Pairs a job with data that fits it. */
export const scheduled = <Data>(job: JobDefinition<Data>, data: Data, delayMs: number): ScheduledJob =>
  ({ job, data, delayMs }) as ScheduledJob;

/** What is said to a command that comes again; `forward`: to whoever answered it the first time, and knows it by its id. */
export type AnswerAgain = Reply | { readonly kind: 'forward'; readonly outgoing: Outgoing } | undefined;

export interface AddressedReply {
  readonly to: ReplyAddress;
  readonly reply: Reply;
}

/** What a handler may look at besides its aggregate and its message. */
export interface StepContext<Shared> {
  readonly now: Date;
  readonly incoming: Incoming;
  readonly shared: Shared;
}

export interface Handler<State, Shared> {
  readonly message: MessageDefinition;
  /** Made by `forwarding`: nothing of it is kept here. */
  readonly isForwarded?: true;
  readonly handle: (state: State | undefined, data: unknown, context: StepContext<Shared>) => Step<State>;
}

/** Binds a message to the function that handles it; the compiler sees that the two fit. */
export const on = <State, Shared, Data>(
  message: MessageDefinition<Data>,
  handle: (state: State | undefined, data: Data, context: StepContext<Shared>) => Step<State>,
): Handler<State, Shared> => ({ message, handle }) as unknown as Handler<State, Shared>;

/**
 * Binds a command to the function that makes the message for its owner. Nothing of the command is kept here. A command that
 * comes again is forwarded again under the same id, and the owner, which remembers it, answers as before. So a command must be
 * forwarded whatever the state says: the owner alone refuses.
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
  /** Of the key on the keyed topics. */
  readonly partition: number;
}

/** Many aggregates at once, by message key. `Shared` is what several of them may need (customers, mandates). */
export interface Repository<State, Shared> {
  /** Merchants whose rows the batch touches: the scope of row-level security. */
  merchantsOf(batch: readonly Incoming[]): readonly string[];
  /** The rows that exist, locked in key order; `reading`: as they are, for a batch that writes nothing. */
  load(sql: Sql, keys: readonly string[], purpose: 'writing' | 'reading'): Promise<ReadonlyMap<string, State>>;
  /** After `load`, table by table in a fixed order, ids sorted: so that two batches never wait for each other in a circle. */
  loadShared(sql: Sql, batch: readonly Incoming[]): Promise<Shared>;
  /**
   * What to write, table by table. A row that is not what `before` says fails its statement (`exactly`): COMMIT leaves with
   * these statements, and nobody looks at what they say first.
   */
  writes(changes: readonly Change<State>[], shared: Shared): readonly Statement[];
}

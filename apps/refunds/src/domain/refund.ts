import type { AccountRef, JsonObject, ProcessorError } from '@payorch/contracts';
import type { AttemptId, EventOf, Money, NextState, OperationId, ProfileId, RefundId } from '@payorch/kernel';
import { nextState } from '@payorch/kernel';
import type { RefundState } from './refund.machine';
import { refundMachine } from './refund.machine';

/** A caller that gets its reply when the outcome arrives. */
export interface PendingReply {
  readonly replyTopic: string;
  readonly replyCorrelationId: string;
}

interface AtProcessor {
  /** The processor's id of the refund; null until an outcome carries it. */
  readonly reference: string | null;
}

/** The data that each state requires. */
export interface Facts {
  readonly scheduled: Record<never, never>;
  readonly pending: AtProcessor & { readonly error: ProcessorError | null };
  readonly manual_review: AtProcessor & { readonly error: ProcessorError | null };
  readonly success: AtProcessor;
  readonly failure: AtProcessor & {
    readonly error: ProcessorError;
    /** Set when the refund was a success before: a repeated success outcome is then stale. */
    readonly hadSucceeded: boolean;
  };
}

interface RefundBase {
  readonly id: RefundId;
  /** 0 before the first save; every saved change raises the version by one. */
  readonly version: number;
  /** Identifies the refund at the processor and never changes. */
  readonly operation: OperationId;
  readonly profileId: ProfileId;
  readonly attemptId: AttemptId;
  readonly account: AccountRef;
  /** The processor's id of the payment. */
  readonly paymentReference: string;
  /** Network of the charged card; null without a card, or when the request names none. */
  readonly cardNetwork: string | null;
  readonly money: Money;
  readonly reason: string | null;
  readonly metadata: JsonObject | null;
  readonly splitRefunds: JsonObject | null;
  /** Number of syncs since the refund entered its state. */
  readonly syncCount: number;
  /** When to send or sync the refund; null when neither is left to do. */
  readonly dueAt: Date | null;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
  readonly pendingReplies: readonly PendingReply[];
}

export type Refund<S extends RefundState = RefundState> = {
  [K in S]: RefundBase & { readonly state: K; readonly facts: Facts[K] };
}[S];

type Table = typeof refundMachine;

/** The only way to change the state: the machine gives the next state, the types its required facts. */
export const move = <S extends RefundState, E extends EventOf<Table, S>>(
  from: Refund<S>,
  on: E,
  facts: Facts[NextState<Table, S, E>],
): Refund<NextState<Table, S, E>> =>
  ({ ...from, state: nextState(refundMachine, from.state, on), facts }) as unknown as Refund<NextState<Table, S, E>>; // the one cast

export const isIn = <S extends RefundState>(
  refund: Refund,
  ...states: readonly S[]
): refund is Extract<Refund, { readonly state: S }> => (states as readonly RefundState[]).includes(refund.state);

/** The processor's id of the refund; null until an outcome carries it. */
export const referenceOf = ({ facts }: Refund): string | null => ('reference' in facts ? facts.reference : null);

export const errorOf = ({ facts }: Refund): ProcessorError | null => ('error' in facts ? facts.error : null);

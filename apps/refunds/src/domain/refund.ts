import type { AccountRef, JsonObject, ProcessorError } from '@payorch/contracts';
import type { AttemptId, EventOf, Money, NextState, OperationId, ProfileId, RefundId } from '@payorch/kernel';
import { nextState } from '@payorch/kernel';
import type { RefundState } from './refund.machine';
import { refundMachine } from './refund.machine';

/** A request that is answered once the processor has spoken. */
export interface Waiter {
  readonly replyTopic: string;
  readonly replyCorrelationId: string;
}

interface AtProcessor {
  /** The processor's id of the refund; null where we never heard it. */
  readonly reference: string | null;
}

/** What is known in each state, and cannot be missing there. */
export interface Facts {
  readonly scheduled: Record<never, never>;
  readonly pending: AtProcessor & { readonly error: ProcessorError | null };
  readonly manual_review: AtProcessor & { readonly error: ProcessorError | null };
  readonly success: AtProcessor;
  readonly failure: AtProcessor & {
    readonly error: ProcessorError;
    /** It had succeeded before: that it did is old news, however often it is told. */
    readonly hadSucceeded: boolean;
  };
}

interface RefundBase {
  readonly id: RefundId;
  /** 0 before it is stored; every stored change raises it by one. */
  readonly version: number;
  /** Its only name at the processor, for life. */
  readonly operation: OperationId;
  readonly profileId: ProfileId;
  readonly attemptId: AttemptId;
  readonly account: AccountRef;
  /** The processor's id of the payment. */
  readonly paymentReference: string;
  /** Of the card that was charged; null where there was none, or nobody told. */
  readonly cardNetwork: string | null;
  readonly money: Money;
  readonly reason: string | null;
  readonly metadata: JsonObject | null;
  readonly splitRefunds: JsonObject | null;
  /** How often the processor was asked since the refund last waited for its word. */
  readonly asked: number;
  /** When to send it, or to ask about it; null where nothing is left to do. */
  readonly dueAt: Date | null;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
  readonly waiters: readonly Waiter[];
}

export type Refund<S extends RefundState = RefundState> = {
  [K in S]: RefundBase & { readonly state: K; readonly facts: Facts[K] };
}[S];

type Table = typeof refundMachine;

/** The only way to another state: the table says where `on` leads, the types what must be known there. */
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

/** The processor's id of the refund, as far as we were told. */
export const referenceOf = ({ facts }: Refund): string | null => ('reference' in facts ? facts.reference : null);

export const errorOf = ({ facts }: Refund): ProcessorError | null => ('error' in facts ? facts.error : null);

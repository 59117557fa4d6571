import type { AccountRef, ProcessorError, RouteDecision, RoutingFacts } from '@payorch/contracts';
import type { OperationId, PayoutAttemptId } from '@payorch/kernel';
import type { PayoutStep } from '@payorch/operations';

/** The steps of a payout at one connector account. */
export interface Attempt {
  readonly id: PayoutAttemptId;
  /** From 1. */
  readonly number: number;
  /** The step under way, or the last one; null until routing has chosen the account, whose connector says which is the first. */
  readonly step: PayoutStep | null;
  /** Identifies the step at the worker and at the processor. Each step, and each repetition, has its own. */
  readonly operation: OperationId;
  /** How often the present step was sent, each time as a new operation. */
  readonly tries: number;
  /** When the present step was sent, in the ISO form. */
  readonly sentAt: string;
  /** Null until routing has chosen it. */
  readonly account: AccountRef | null;
  /** The accounts to try after a definite end, in order. */
  readonly fallbacks: readonly AccountRef[];
  /** Null until the first outcome, and where routing did not send the first step. */
  readonly decision: RouteDecision | null;
  /** What the attempt is routed by, as it was when it began: a repeated request has the same. */
  readonly routingVersion?: number;
  readonly routingFacts?: RoutingFacts;
  /** The processor's ids of the recipient, of the recipient's account, and of the payout. */
  readonly recipientReference: string | null;
  readonly recipientAccountReference: string | null;
  readonly reference: string | null;
  /** What was last refused or failed. */
  readonly error: ProcessorError | null;
}

/** An attempt at an account, with its step. */
export interface PlacedAttempt extends Attempt {
  readonly step: PayoutStep;
  readonly account: AccountRef;
}

export const isPlaced = (attempt: Attempt): attempt is PlacedAttempt =>
  attempt.account !== null && attempt.step !== null;

/** An attempt that has ended, and how the interface shows it. */
export interface EndedAttempt extends Attempt {
  readonly status: 'failed' | 'ineligible';
}

type ReferenceName = 'recipientReference' | 'recipientAccountReference' | 'reference';

/** What a step has created at the processor, under the name of its reference. Another step creates nothing. */
const referenceNames: { readonly [Step in PayoutStep]?: ReferenceName } = {
  payout_recipient: 'recipientReference',
  payout_recipient_account: 'recipientAccountReference',
  payout_create: 'reference',
  payout_fulfill: 'reference',
};

/** The attempt with the reference that an outcome of its step carries; one without changes nothing. */
export function withReference<A extends PlacedAttempt>(attempt: A, step: PayoutStep, reference: string | null): A {
  const name = referenceNames[step];
  return reference === null || name === undefined ? attempt : { ...attempt, [name]: reference };
}

/** The reference by which the attempt's step is looked up at the processor. */
export function lookedUpBy(attempt: PlacedAttempt): string | null {
  const name = referenceNames[attempt.step];
  return name === undefined ? null : attempt[name];
}

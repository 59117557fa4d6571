import type { AccountRef, JsonObject, ProcessorError } from '@payorch/contracts';
import type { AttemptId, InState, Money, OperationId, ProfileId, RefundId } from '@payorch/kernel';
import { moveOf } from '@payorch/kernel';
import type { FollowedOperation } from '@payorch/operations';
import type { RefundState } from './refund.machine';
import { refundMachine } from './refund.machine';
import type { SplitRefund } from './split-refund';

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

interface RefundBase extends Omit<FollowedOperation, 'state'> {
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
  /** Null for a payment without a split. */
  readonly splitRefund: SplitRefund | null;
  /** When to send or sync the refund; null when neither is left to do. */
  readonly dueAt: Date | null;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
}

export type Refund<S extends RefundState = RefundState> = InState<RefundBase, Facts, S>;

export const move = moveOf<typeof refundMachine, RefundBase, Facts>(refundMachine);

export const isIn = <S extends RefundState>(
  refund: Refund,
  ...states: readonly S[]
): refund is Extract<Refund, { readonly state: S }> => (states as readonly RefundState[]).includes(refund.state);

/** The processor's id of the refund; null until an outcome carries it. */
export const referenceOf = ({ facts }: Refund): string | null => ('reference' in facts ? facts.reference : null);

export const errorOf = ({ facts }: Refund): ProcessorError | null => ('error' in facts ? facts.error : null);

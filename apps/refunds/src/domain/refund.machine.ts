import type { AnyEventOf, StateOf } from '@payorch/kernel';
import { defineMachine } from '@payorch/kernel';
import { defineOperation } from '@payorch/operations';

/** An operator declares the outcome that the processor does not report. */
const onDeclaration = { declared_success: 'success', declared_failure: 'failure' } as const;

/** One refund. Only a definite refusal by the processor, or an operator, fails a refund; a missing answer never does. */
export const refundMachine = defineMachine({
  // disputed: the customer's bank has meanwhile taken the money back.
  scheduled: { ...onDeclaration, due: 'pending', disputed: 'failure' },
  pending: {
    ...onDeclaration,
    refunded: 'success',
    failed: 'failure',
    left_open: 'pending',
    under_review: 'manual_review',
    mismatched: 'manual_review',
  },
  manual_review: { ...onDeclaration, refunded: 'success', failed: 'failure', left_open: 'manual_review' },
  // A bank may return money that the processor has paid out. The opposite never happens without an operator.
  success: { failed: 'failure', declared_failure: 'failure' },
  failure: { declared_success: 'success' },
});

export type RefundState = StateOf<typeof refundMachine>;
export type RefundEvent = AnyEventOf<typeof refundMachine>;

export const refundOperation = defineOperation({
  machine: refundMachine,
  outcomes: {
    scheduled: {},
    pending: {
      refunded: 'refunded',
      declined: 'failed',
      not_sent: 'failed',
      not_supported: 'failed',
      absent: 'failed',
      accepted: 'left_open',
      unknown: 'left_open',
      under_review: 'under_review',
      mismatched: 'mismatched',
      other_amount: 'mismatched',
      unproven_mismatch: 'verify',
    },
    // The processor has the refund and a person must review it, so `absent` is not an outcome of this state.
    manual_review: {
      refunded: 'refunded',
      declined: 'failed',
      accepted: 'left_open',
      unknown: 'left_open',
      under_review: 'left_open',
      mismatched: 'left_open',
      other_amount: 'left_open',
      unproven_mismatch: 'verify',
    },
    success: { declined: 'failed' },
    failure: { refunded: 'late_success', other_amount: 'late_success' },
  },
});

/** The refund waits for its send time or for an outcome. Its payment has a job; the sweeper adds a missing one. */
export const openStates = ['scheduled', 'pending', 'manual_review'] as const satisfies readonly RefundState[];

/** The states in which a sync with the processor may bring a new outcome. */
export const syncableStates = ['pending', 'manual_review'] as const satisfies readonly RefundState[];

export const isOpen = (state: RefundState): boolean => (openStates as readonly string[]).includes(state);

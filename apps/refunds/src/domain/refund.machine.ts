import type { AnyEventOf, StateOf } from '@payorch/kernel';
import { defineMachine } from '@payorch/kernel';

/** An operator declares the outcome that the processor does not report. */
const onDeclaration = { declared_success: 'success', declared_failure: 'failure' } as const;

/** One refund. Only a definite refusal by the processor, or an operator, fails a refund; a missing answer never does. */
export const refundMachine = defineMachine({
  scheduled: { ...onDeclaration, due: 'pending' },
  pending: {
    ...onDeclaration,
    refunded: 'success',
    declined: 'failure',
    not_sent: 'failure',
    absent: 'failure',
    accepted: 'pending',
    unknown: 'pending',
    under_review: 'manual_review',
    mismatched: 'manual_review',
  },
  // The processor has the refund and a person must review it, so `absent` is not an outcome of this state.
  manual_review: {
    ...onDeclaration,
    refunded: 'success',
    declined: 'failure',
    accepted: 'manual_review',
    unknown: 'manual_review',
    under_review: 'manual_review',
    mismatched: 'manual_review',
  },
  // A bank may return money that the processor has paid out. The opposite never happens without an operator.
  success: { declined: 'failure', declared_failure: 'failure' },
  failure: { declared_success: 'success' },
});

export type RefundState = StateOf<typeof refundMachine>;
export type RefundEvent = AnyEventOf<typeof refundMachine>;

/** The refund waits for its send time or for an outcome. Its payment has a job; the sweeper adds a missing one. */
export const openStates = ['scheduled', 'pending', 'manual_review'] as const satisfies readonly RefundState[];

/** The states in which a sync with the processor may bring a new outcome. */
export const syncableStates = ['pending', 'manual_review'] as const satisfies readonly RefundState[];

export const isOpen = (state: RefundState): boolean => (openStates as readonly string[]).includes(state);
export const isSyncable = (state: RefundState): boolean => (syncableStates as readonly string[]).includes(state);

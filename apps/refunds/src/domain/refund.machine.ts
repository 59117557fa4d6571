import type { AnyEventOf, StateOf } from '@payorch/kernel';
import { defineMachine } from '@payorch/kernel';

/** An operator's word, for what the processor will not tell. */
const onDeclaration = { declared_success: 'success', declared_failure: 'failure' } as const;

/** One refund. Only a definite no of the processor, or of an operator, is a failure: silence never is. */
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
  // They have it, and somebody there or here has to look: that they do not find it is no answer any more.
  manual_review: {
    ...onDeclaration,
    refunded: 'success',
    declined: 'failure',
    accepted: 'manual_review',
    unknown: 'manual_review',
    under_review: 'manual_review',
    mismatched: 'manual_review',
  },
  // A bank may send back what the processor had paid out. The other way never happens by itself.
  success: { declined: 'failure', declared_failure: 'failure' },
  failure: { declared_success: 'success' },
});

export type RefundState = StateOf<typeof refundMachine>;
export type RefundEvent = AnyEventOf<typeof refundMachine>;

/** Where we wait: for the time to send, or for a processor's word. Such a refund has a due time, or the sweeper gives it one. */
export const openStates = ['scheduled', 'pending', 'manual_review'] as const satisfies readonly RefundState[];

/** Where the processor is asked. */
export const askedStates = ['pending', 'manual_review'] as const satisfies readonly RefundState[];

export const isOpen = (state: RefundState): boolean => (openStates as readonly string[]).includes(state);
export const isAsked = (state: RefundState): boolean => (askedStates as readonly string[]).includes(state);

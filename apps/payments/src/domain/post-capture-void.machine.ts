import type { AnyEventOf, StateOf } from '@payorch/kernel';
import { defineMachine } from '@payorch/kernel';

/**
 * One void of a whole charge before its settlement. The payment changes only once the void succeeds. requested: the refunds
 * service is to reserve the charge, and no processor has the void yet. refused: the reservation is not possible, or the
 * connector has no such operation: as if it was never requested.
 */
export const postCaptureVoidMachine = defineMachine({
  requested: { reserved: 'pending', refused: 'refused' },
  pending: {
    voided: 'succeeded',
    declined: 'failed',
    not_sent: 'failed',
    absent: 'failed',
    not_supported: 'refused',
    accepted: 'pending',
    unknown: 'pending',
  },
  succeeded: {},
  failed: {},
  refused: {},
});

export type PostCaptureVoidState = StateOf<typeof postCaptureVoidMachine>;
export type PostCaptureVoidEvent = AnyEventOf<typeof postCaptureVoidMachine>;

/** States that await a reservation or an outcome: a payment has at most one such void. */
export const openVoidStates = ['requested', 'pending'] as const satisfies readonly PostCaptureVoidState[];

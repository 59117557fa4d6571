import type { AnyEventOf, StateOf } from '@payorch/kernel';
import { defineMachine } from '@payorch/kernel';

/**
 * One try to take a charge back, whole, before it is settled. The payment stays what it is until it is known to have
 * succeeded. requested: the owner of refunds is asked to keep the sum, and nothing has been sent. refused: it could not be,
 * or the connector has no such operation: as if it had never been asked for.
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

/** Where somebody else's word is waited for: there is one such void of a payment at most. */
export const openVoidStates = ['requested', 'pending'] as const satisfies readonly PostCaptureVoidState[];

import { defineMachine, type StateOf } from '@payorch/kernel';
import { moneyWire } from '@payorch/values';
import { z } from 'zod';
import { declare } from '../declare';
import { defineOperation, type OutcomeRow } from '../operation';
import { sampleSum } from './samples';

/** Voids a captured charge completely before settlement. `charged` is the captured amount. */
export const postCaptureVoid = declare('post_capture_void', {
  owner: 'payment',
  facts: { reference: z.string(), charged: moneyWire, reason: z.string().nullable() },
  lookup: { flow: 'sync', by: 'given' },
  cases: ['success', 'refusal', 'unseen_status', 'fault'],
  sample: { reference: 'ref_sample', charged: sampleSum, reason: 'requested_by_customer' },
});

/**
 * One void of a whole charge before its settlement. The payment changes only once the void succeeds. requested: the refunds
 * service is to reserve the charge, and no processor has the void yet. refused: the reservation is not possible, or the
 * connector has no such operation: as if it was never requested.
 */
export const postCaptureVoidMachine = defineMachine({
  requested: { reserved: 'pending', refused: 'refused' },
  pending: { voided: 'succeeded', failed: 'failed', not_supported: 'refused', left_open: 'pending' },
  succeeded: {},
  failed: {},
  refused: {},
});

export type PostCaptureVoidState = StateOf<typeof postCaptureVoidMachine>;

/** A void that succeeds although we gave it up. */
const givenUp = { voided: 'late_success' } as const satisfies OutcomeRow;

export const postCaptureVoidOperation = defineOperation({
  machine: postCaptureVoidMachine,
  outcomes: {
    requested: givenUp,
    pending: {
      voided: 'voided',
      declined: 'failed',
      not_sent: 'failed',
      absent: 'failed',
      not_supported: 'not_supported',
      accepted: 'left_open',
      unknown: 'left_open',
    },
    succeeded: {},
    failed: givenUp,
    refused: givenUp,
  },
});

/** States that await a reservation or an outcome: a payment has at most one such void. */
export const openVoidStates = ['requested', 'pending'] as const satisfies readonly PostCaptureVoidState[];

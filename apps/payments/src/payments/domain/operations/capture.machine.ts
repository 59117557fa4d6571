import type { StateOf } from '@payorch/kernel';
import { defineMachine } from '@payorch/kernel';
import type { OutcomeRow } from '@payorch/operations';
import { defineOperation } from '@payorch/operations';

const open = { captured: 'charged', failed: 'failed', left_open: 'pending' } as const;

/**
 * One capture of an authorized amount. pending: the processor has it, or may have it. declared_failed: the processor had contradicted
 * it, and an operator decided.
 */
export const captureMachine = defineMachine({
  started: open,
  pending: open,
  charged: { declared_failed: 'failed' },
  failed: {},
});

export type CaptureState = StateOf<typeof captureMachine>;

/** Any other outcome, such as a void of the authorization, leaves the capture in its state. */
const onOutcome = {
  captured: 'captured',
  captured_partly: 'captured',
  declined: 'failed',
  not_sent: 'failed',
  not_supported: 'failed',
  absent: 'failed',
  accepted: 'left_open',
  unknown: 'left_open',
  authorized: 'left_open',
  mismatched: 'left_open',
  unproven_mismatch: 'verify',
} as const satisfies OutcomeRow;

/** Money moved by a capture that we gave up: a person decides. */
const givenUp = { captured: 'late_success', captured_partly: 'late_success' } as const satisfies OutcomeRow;

export const captureOperation = defineOperation({
  kinds: ['capture'],
  machine: captureMachine,
  outcomes: { started: onOutcome, pending: onOutcome, charged: { declined: 'contradiction' }, failed: givenUp },
});

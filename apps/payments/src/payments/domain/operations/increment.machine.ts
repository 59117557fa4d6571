import type { StateOf } from '@payorch/kernel';
import { defineMachine } from '@payorch/kernel';
import type { OutcomeRow } from '@payorch/operations';
import { defineOperation } from '@payorch/operations';

const open = { authorized: 'success', failed: 'failure', left_open: 'processing', contradicted: 'unresolved' } as const;

/** One increment of an authorized amount. unresolved: the last outcome was neither a success nor a failure of an increment. */
export const incrementMachine = defineMachine({ processing: open, unresolved: open, success: {}, failure: {} });

export type IncrementState = StateOf<typeof incrementMachine>;

const onOutcome = {
  authorized: 'authorized',
  declined: 'failed',
  not_sent: 'failed',
  not_supported: 'failed',
  absent: 'failed',
  accepted: 'left_open',
  unknown: 'left_open',
  // Another amount than the incremented one: the earlier authorization still stands.
  other_amount: 'left_open',
  mismatched: 'contradicted',
  captured: 'contradicted',
  captured_partly: 'contradicted',
  voided: 'contradicted',
} as const satisfies OutcomeRow;

export const incrementOperation = defineOperation({
  kinds: ['increment'],
  machine: incrementMachine,
  outcomes: { processing: onOutcome, unresolved: onOutcome, success: {}, failure: {} },
});

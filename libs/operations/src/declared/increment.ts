import { defineMachine, money, type StateOf } from '@payorch/kernel';
import { moneyWire } from '@payorch/values';
import { z } from 'zod';
import { declare } from '../declare';
import { defineOperation, type OutcomeRow } from '../operation';
import { sampleSum } from './samples';

/** Increments the authorized amount: `money` is the new total, `authorized` the total so far. */
export const increment = declare('increment', {
  owner: 'payment',
  facts: { reference: z.string(), money: moneyWire, authorized: moneyWire, reason: z.string().nullable() },
  lookup: { flow: 'sync', by: 'given' },
  cases: ['success', 'refusal', 'unseen_status', 'other_amount', 'fault'],
  sample: { reference: 'ref_sample', money: money(7540n, 'USD'), authorized: sampleSum, reason: null },
});

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
  machine: incrementMachine,
  outcomes: { processing: onOutcome, unresolved: onOutcome, success: {}, failure: {} },
});

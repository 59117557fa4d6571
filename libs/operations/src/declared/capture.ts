import { defineMachine, type StateOf } from '@payorch/kernel';
import { moneyWire, allKeysRequired } from '@payorch/values';
import { z } from 'zod';
import { declare } from '../declare';
import { defineOperation, type OutcomeRow } from '../operation';
import { sampleSum } from './samples';

/** Captures `money` of an authorization. */
export const capture = declare('capture', {
  owner: 'payment',
  facts: {
    reference: z.string(),
    money: moneyWire,
    authorized: moneyWire,
    /** One of several captures. isLast: the processor may release what is left; otherwise more captures may follow. */
    multiple: z.object({ isLast: z.boolean() }).optional(),
  },
  internal: {
    allKeysRequired,
  },
  lookup: { flow: 'sync', by: 'given' },
  cases: ['success', 'refusal', 'unseen_status', 'other_amount', 'fault'],
  sample: { reference: 'ref_sample', money: sampleSum, authorized: sampleSum },
});

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
  machine: captureMachine,
  outcomes: { started: onOutcome, pending: onOutcome, charged: { declined: 'contradiction' }, failed: givenUp },
});

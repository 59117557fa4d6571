import { defineMachine, type StateOf } from '@payorch/kernel';
import { z } from 'zod';
import { declare } from '../declare';
import { defineOperation } from '../operation';

/** Requests a longer validity of an authorization. */
export const extend = declare('extend', {
  owner: 'payment',
  facts: { reference: z.string() },
  lookup: { flow: 'sync', by: 'given' },
  cases: ['success', 'refusal', 'unseen_status', 'fault'],
  sample: { reference: 'ref_sample' },
});

/**
 * One request to extend an authorization. An extension moves no money and does not change the payment's state, so a late
 * grant is still believed. refused: the connector has no such operation.
 */
export const extensionMachine = defineMachine({
  pending: { extended: 'succeeded', failed: 'failed', not_supported: 'refused', left_open: 'pending' },
  succeeded: {},
  failed: { extended: 'succeeded' },
  refused: {},
});

export type ExtensionState = StateOf<typeof extensionMachine>;

export const extensionOperation = defineOperation({
  machine: extensionMachine,
  outcomes: {
    pending: {
      extended: 'extended',
      declined: 'failed',
      not_sent: 'failed',
      absent: 'failed',
      not_supported: 'not_supported',
      accepted: 'left_open',
      unknown: 'left_open',
    },
    succeeded: {},
    failed: { extended: 'extended' },
    refused: {},
  },
});

/** States that await an outcome: an attempt has at most one such extension. */
export const openExtensionStates = ['pending'] as const satisfies readonly ExtensionState[];

import type { StateOf } from '@payorch/kernel';
import { defineMachine } from '@payorch/kernel';

/**
 * One try to have what is held stay held for longer. It moves no money: whatever comes of it, the payment stays what it is,
 * so that a grant is believed however late it is told. refused: the connector has no such operation.
 */
export const extensionMachine = defineMachine({
  pending: {
    extended: 'succeeded',
    declined: 'failed',
    not_sent: 'failed',
    absent: 'failed',
    not_supported: 'refused',
    accepted: 'pending',
    unknown: 'pending',
  },
  succeeded: {},
  failed: { extended: 'succeeded' },
  refused: {},
});

export type ExtensionState = StateOf<typeof extensionMachine>;

/** Where the processor's word is waited for: there is one such extension of an attempt at most. */
export const openExtensionStates = ['pending'] as const satisfies readonly ExtensionState[];

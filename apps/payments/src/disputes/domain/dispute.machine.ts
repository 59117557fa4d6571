import type { StateOf } from '@payorch/kernel';
import { defineMachine } from '@payorch/kernel';

export const disputeMachine = defineMachine({
  pending: { succeeded: 'succeeded', failed: 'failed' },
  succeeded: {},
  failed: {},
});

export type DisputeState = StateOf<typeof disputeMachine>;

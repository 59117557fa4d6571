import type { StateOf } from '@payorch/kernel';
import { defineMachine } from '@payorch/kernel';
import { defineOperation } from '@payorch/operations';

/**
 * One revocation of a mandate at its processor. While it is pending the mandate cannot be charged. failed: the processor
 * refused it, or never had it: the mandate has its former status again. A success that is reported later still revokes.
 */
export const revocationMachine = defineMachine({
  pending: { revoked: 'succeeded', failed: 'failed', left_open: 'pending' },
  succeeded: {},
  failed: { revoked: 'succeeded' },
});

export type RevocationState = StateOf<typeof revocationMachine>;

export const revocationOperation = defineOperation({
  machine: revocationMachine,
  outcomes: {
    pending: {
      revoked: 'revoked',
      // The connector has no such operation: the mandate is revoked here alone.
      not_supported: 'revoked',
      declined: 'failed',
      not_sent: 'failed',
      absent: 'failed',
      accepted: 'left_open',
      unknown: 'left_open',
    },
    succeeded: {},
    failed: { revoked: 'revoked' },
  },
});

import type { StateOf } from '@payorch/kernel';
import { defineMachine } from '@payorch/kernel';
import { defineOperation } from '@payorch/operations';

/**
 * One order at a processor, which the customer approves before the confirmation. An order moves no money and does not change
 * the payment's state. A failed one stays failed: its id was never shown, so no customer can have approved it.
 */
export const orderMachine = defineMachine({
  pending: { order_created: 'created', failed: 'failed', left_open: 'pending' },
  created: {},
  failed: {},
});

export type OrderState = StateOf<typeof orderMachine>;

export const orderOperation = defineOperation({
  kinds: ['create_order'],
  machine: orderMachine,
  outcomes: {
    pending: {
      order_created: 'order_created',
      mismatched: 'failed',
      declined: 'failed',
      not_sent: 'failed',
      absent: 'failed',
      not_supported: 'failed',
      accepted: 'left_open',
      unknown: 'left_open',
    },
    created: {},
    failed: {},
  },
});

import { defineMachine, type StateOf } from '@payorch/kernel';
import { moneyWire } from '@payorch/values';
import { z } from 'zod';
import { declare } from '../declare';
import { defineOperation } from '../operation';
import { sampleSum } from './samples';

/**
 * Creates an order of `money`, which the customer approves before the confirmation. An order moves no money; `capture`: what its
 * confirmation is to do.
 */
export const createOrder = declare('create_order', {
  owner: 'payment',
  facts: { money: moneyWire, capture: z.enum(['automatic', 'manual']) },
  lookup: { flow: 'sync', by: 'own' },
  cases: ['success', 'refusal', 'unseen_status', 'other_amount', 'other_currency', 'fault'],
  sample: { money: sampleSum, capture: 'automatic' },
});

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

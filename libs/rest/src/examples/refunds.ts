import type { Example } from './example';

const refund = { refund_id: '{{Create a Refund.refund_id}}' };
const since = { start_time: '2026-01-01T00:00:00Z' };

/** Refunds of the demo merchant. */
export const refundExamples: readonly Example[] = [
  {
    operation: 'Create a Refund',
    needs: ['Create a Payment'],
    body: { payment_id: '{{Create a Payment.payment_id}}', amount: 600, reason: 'One article returned' },
  },
  { operation: 'Retrieve a Refund', path: refund },
  { operation: 'Update a Refund', path: refund, body: { reason: 'Two articles returned', metadata: { case: '17' } } },
  { operation: 'Sync a Refund', body: { ...refund, force_sync: true } },
  { operation: 'List all Refunds', body: { limit: 1 } },
  { operation: 'List all Refunds of a Profile', body: { limit: 1 } },
  { operation: 'List the values Refunds are filtered by', body: since },
  { operation: 'List the values all Refunds are filtered by' },
  { operation: 'List the values all Refunds are filtered by of a Profile' },
  { operation: 'Count Refunds by status', query: since },
  { operation: 'Count Refunds by status of a Profile', query: since },
  {
    operation: 'Create a Payment',
    variant: 'refunded later',
    body: {
      amount: 6540,
      currency: 'USD',
      confirm: true,
      routing: { type: 'single', data: 'stripe' },
      payment_method: 'card',
      payment_method_type: 'credit',
      payment_method_data: {
        card: { card_number: '4000000000007726', card_exp_month: '10', card_exp_year: '35', card_cvc: '123' },
      },
    },
  },
  {
    operation: 'Create a Refund',
    variant: 'that ends later',
    needs: ['Create a Payment/refunded later'],
    body: { payment_id: '{{Create a Payment/refunded later.payment_id}}', amount: 600 },
  },
  {
    operation: 'Settle a Refund by hand',
    needs: ['Create a Refund/that ends later'],
    path: { id: '{{Create a Refund/that ends later.refund_id}}' },
    body: {
      refund_id: '{{Create a Refund/that ends later.refund_id}}',
      merchant_id: 'merchant_demo',
      status: 'success',
    },
  },
];

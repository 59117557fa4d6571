import type { Example } from './example';

const payout = { payout_id: '{{Create a Payout.payout_id}}' };
const waiting = { payout_id: '{{Create a Payout/that waits for its fulfilment.payout_id}}' };
const since = { start_time: '2026-01-01T00:00:00Z' };
const toCard = {
  payout_type: 'card',
  payout_method_data: {
    card: { card_number: '4242424242424242', expiry_month: '10', expiry_year: '35', card_holder_name: 'Joseph Doe' },
  },
};

/** Payouts of the demo merchant, whose first account for payouts is created here. */
export const payoutExamples: readonly Example[] = [
  {
    operation: 'Create a Merchant Connector',
    variant: 'for payouts',
    path: { account_id: 'merchant_demo' },
    body: {
      connector_type: 'payout_processor',
      connector_name: 'stripe_test',
      connector_label: 'stripe_test_payouts',
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk_demo_payouts' },
    },
  },
  {
    operation: 'Create a Payout',
    body: { amount: 6540, currency: 'USD', description: 'Winnings of March', customer: { name: 'Joseph Doe' } },
  },
  { operation: 'Retrieve a Payout', path: payout },
  { operation: 'Update a Payout', path: payout, body: { amount: 7000, auto_fulfill: true } },
  { operation: 'Update a Payout by PUT', path: payout, body: { metadata: { month: 'March' } } },
  { operation: 'Confirm a Payout', needs: ['Create a Payout'], path: payout, body: toCard },
  {
    operation: 'Create a Payout',
    variant: 'that waits for its fulfilment',
    body: { amount: 6540, currency: 'USD', confirm: true, customer_id: 'customer_of_payouts', ...toCard },
  },
  {
    operation: 'Settle a Payout by hand',
    needs: ['Create a Payout/that waits for its fulfilment'],
    path: waiting,
    body: {
      merchant_id: 'merchant_demo',
      payout_attempt_id: `${waiting.payout_id}_1`,
      error_message: 'Checked with the processor',
    },
  },
  { operation: 'Fulfill a Payout', needs: ['Create a Payout/that waits for its fulfilment'], path: waiting },
  {
    operation: 'Create a Payout',
    variant: 'that is cancelled',
    body: {
      amount: 100,
      currency: 'EUR',
      payout_type: 'bank',
      payout_method_data: { bank: { iban: 'NL46TEST0136169112' } },
    },
  },
  {
    operation: 'Cancel a Payout',
    needs: ['Create a Payout/that is cancelled'],
    path: { payout_id: '{{Create a Payout/that is cancelled.payout_id}}' },
  },
  { operation: 'List payouts using generic constraints', query: { limit: '1' } },
  { operation: 'List payouts of a Profile using generic constraints', query: { limit: '1' } },
  { operation: 'Filter payouts using specific constraints', body: { limit: 1, currency: ['USD'] } },
  { operation: 'Filter payouts of a Profile using specific constraints', body: { limit: 1 } },
  { operation: 'List available payout filters', body: since },
  { operation: 'List available payout filters of a Profile', body: since },
  { operation: 'List the values all Payouts are filtered by' },
  { operation: 'List the values all Payouts are filtered by of a Profile' },
  { operation: 'Count Payouts by status', query: since },
  { operation: 'Count Payouts by status of a Profile', query: since },
];

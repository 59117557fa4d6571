import type { Example } from './example';

const payment = {
  connector_resource_id: '{{Create a Payment.connector_transaction_id}}',
  connector_id: '{{Create a Payment.merchant_connector_id}}',
};

/**
 * Relays and rates. The page puts the ids of its system into paths, queries and bodies, not into headers: so no example
 * can name the profile of the demo merchant.
 */
export const relayExamples: readonly Example[] = [
  {
    operation: 'Relay Request',
    variant: 'without a profile',
    body: { ...payment, type: 'refund', data: { refund: { amount: 600, currency: 'USD' } } },
    status: 400,
  },
  {
    operation: 'Refund without a Payment',
    variant: 'without a profile',
    body: {
      ...payment,
      connector_resource_id: 'goodwill-17',
      type: 'unreferenced_refund',
      data: {
        unreferenced_refund: {
          amount: 600,
          currency: 'USD',
          customer_id: 'customer_1001',
          recipient_payment_method_data: {
            card: { card_number: '4242424242424242', card_exp_month: '10', card_exp_year: '35' },
          },
        },
      },
    },
    status: 400,
  },
  {
    operation: 'Retrieve a Relay details',
    variant: 'without a profile',
    path: { relay_id: 'relay_example' },
    status: 400,
  },
  // Whether the operator has written rates differs from system to system: both examples are refused before.
  {
    operation: 'Retrieve Forex rates',
    variant: 'for an unknown profile',
    headers: { 'X-Profile-Id': 'profile_example' },
    status: 401,
  },
  {
    operation: 'Convert an amount in minor units',
    variant: 'into an unknown currency',
    query: { amount: '6540', from_currency: 'USD', to_currency: 'EURO' },
    status: 422,
  },
];

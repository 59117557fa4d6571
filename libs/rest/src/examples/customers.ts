import type { Example } from './example';
import { migrationExamples } from './migrations';

const customerId = '{{Create a Customer.customer_id}}';
const customer = { customer_id: customerId };
const method = { payment_method_id: '{{Create a Payment Method.payment_method_id}}' };
const acceptance = {
  acceptance_type: 'online',
  accepted_at: '2026-01-05T10:00:00.000Z',
  online: { ip_address: '10.0.0.1', user_agent: 'Mozilla/5.0' },
};
const card = (card_number: string) => ({
  card_number,
  card_exp_month: '10',
  card_exp_year: '35',
  card_holder_name: 'Joseph Doe',
});
const mandate = { mandate_id: '{{Create a Payment/with a mandate.mandate_id}}' };
const checkout = { client_secret: '{{Create a Payment/of a customer.client_secret}}' };

/** Customers of the demo merchant with their payment methods and mandates. */
export const customerExamples: readonly Example[] = [
  {
    operation: 'Create a Customer',
    body: { name: 'Joseph Doe', email: 'joseph@example.com', phone: '999999999', phone_country_code: '+49' },
  },
  { operation: 'Retrieve a Customer', path: customer },
  { operation: 'Update a Customer', path: customer, body: { description: 'Orders every week' } },
  { operation: 'List all Customers for a Merchant', query: { limit: '1' } },
  { operation: 'List all Customers for a Merchant with their count', query: { limit: '1' } },
  { operation: 'Create an Ephemeral Key', body: customer },
  {
    operation: 'Delete an Ephemeral Key',
    needs: ['Create an Ephemeral Key'],
    path: { id: '{{Create an Ephemeral Key.id}}' },
  },
  {
    operation: 'Create a Payment Method Collect Link',
    body: {
      customer_id: customerId,
      merchant_name: 'Demo shop',
      return_url: 'https://shop.example/return',
      enabled_payment_methods: [{ payment_method: 'card', payment_method_types: ['credit', 'debit'] }],
    },
  },
  {
    operation: 'Create a Payment Method',
    body: {
      payment_method: 'card',
      payment_method_type: 'credit',
      customer_id: customerId,
      card: { ...card('4242424242424242'), nick_name: 'Blue card' },
    },
  },
  {
    operation: 'Create a Payment Method',
    variant: 'without data',
    body: { payment_method: 'card', payment_method_type: 'credit', customer_id: customerId },
  },
  { operation: 'Retrieve a Payment method', path: method },
  {
    operation: 'Update a Payment method',
    path: method,
    body: { card: { card_exp_month: '11', card_exp_year: '36', card_holder_name: 'J. Doe' } },
  },
  {
    operation: 'Save the data of a Payment method',
    needs: ['Create a Payment Method/without data'],
    path: { payment_method_id: '{{Create a Payment Method/without data.payment_method_id}}' },
    body: {
      payment_method: 'card',
      client_secret: '{{Create a Payment Method/without data.client_secret}}',
      payment_method_data: { card: card('5555555555554444') },
    },
  },
  {
    operation: 'Create a Payment',
    variant: 'of a customer',
    body: { amount: 6540, currency: 'USD', customer_id: customerId },
  },
  { operation: 'List all Payment Methods for a Merchant' },
  { operation: 'List all Payment Methods for a Merchant under their own path' },
  {
    operation: 'List the Payment Methods of a Payment for its client',
    path: { payment_id: '{{Create a Payment/of a customer.payment_id}}' },
    query: checkout,
  },
  {
    operation: 'Retrieve the settings of a client SDK',
    path: { platform: 'web' },
    query: checkout,
  },
  {
    operation: 'List the currencies and countries of a Payment Method Type',
    query: { connector: 'stripe_test', paymentMethodType: 'ideal' },
  },
  { operation: 'List Customer Payment Methods via Client Secret', query: checkout },
  { operation: 'List all Payment Methods for a Customer', path: customer },
  {
    // The customer's first payment method is the default already.
    operation: 'Set the Payment Method as Default',
    path: { ...customer, payment_method_id: '{{Create a Payment Method/without data.payment_method_id}}' },
  },
  {
    operation: 'Create a Payment',
    variant: 'with a mandate',
    body: {
      amount: 6540,
      currency: 'USD',
      confirm: true,
      routing: { type: 'single', data: 'stripe' },
      customer_id: customerId,
      setup_future_usage: 'off_session',
      mandate_data: {
        customer_acceptance: acceptance,
        mandate_type: { multi_use: { amount: 6540, currency: 'USD' } },
      },
      payment_method: 'card',
      payment_method_type: 'credit',
      payment_method_data: { card: { ...card('4242424242424242'), card_cvc: '123' } },
    },
  },
  { operation: 'List Mandates', query: { limit: '1' } },
  { operation: 'Retrieve a Mandate', path: mandate },
  { operation: 'List Mandates for a Customer', path: customer },
  { operation: 'Revoke a Mandate', needs: ['Create a Payment/with a mandate'], path: mandate },
  ...migrationExamples,
  {
    operation: 'Delete a Payment method',
    needs: ['Create a Payment Method/without data'],
    path: { payment_method_id: '{{Create a Payment Method/without data.payment_method_id}}' },
  },
  { operation: 'Delete a Customer', needs: ['Create a Customer'], path: customer },
];

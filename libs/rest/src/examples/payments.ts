import type { Example } from './example';

const cardMethod = (card_number: string) => ({
  payment_method: 'card',
  payment_method_type: 'credit',
  payment_method_data: {
    card: { card_number, card_exp_month: '10', card_exp_year: '35', card_holder_name: 'Joseph Doe', card_cvc: '123' },
  },
});
const paidBy = (card_number: string) => ({ amount: 6540, currency: 'USD', confirm: true, ...cardMethod(card_number) });
const confirmed = paidBy('4242424242424242');
const at = (connector: string) => ({ routing: { type: 'single', data: connector } });
const address = { line1: '10 Main Street', city: 'Berlin', country: 'DE', zip: '10115', first_name: 'Joseph' };

const idOf = (variant: string): string => `{{Create a Payment/${variant}.payment_id}}`;
const pathOf = (variant: string) => ({ payment_id: idOf(variant) });
const secretOf = (variant: string) => ({ client_secret: `{{Create a Payment/${variant}.client_secret}}` });
const anew = (variant: string) => ({ needs: [`Create a Payment/${variant}`], path: pathOf(variant) });

const paid = { payment_id: '{{Create a Payment.payment_id}}' };
const since = { start_time: '2026-01-01T00:00:00Z' };
const one = { limit: '1' };

const creations: readonly Example[] = [
  { operation: 'Create a Payment', body: { ...confirmed, capture_method: 'automatic' } },
  { operation: 'Create a Payment', variant: 'authorize only', body: { ...confirmed, capture_method: 'manual' } },
  {
    operation: 'Create a Payment',
    variant: 'extendable',
    body: { ...confirmed, ...at('stripe_test'), capture_method: 'manual', request_extended_authorization: true },
  },
  {
    operation: 'Create a Payment',
    variant: 'incremental',
    body: { ...confirmed, ...at('stripe'), capture_method: 'manual', request_incremental_authorization: true },
  },
  { operation: 'Create a Payment', variant: 'at one connector', body: { ...confirmed, ...at('stripe_test') } },
  {
    operation: 'Create a Payment',
    variant: 'for a checkout',
    body: { amount: 6540, currency: 'USD', description: 'Order 1001', metadata: { order: '1001' } },
  },
  {
    operation: 'Create a Payment',
    variant: 'for a checkout with wallets',
    body: { amount: 6540, currency: 'USD' },
  },
  {
    operation: 'Create a Payment',
    variant: 'with 3DS',
    body: { ...paidBy('4000003800000446'), ...at('stripe_test'), return_url: 'https://shop.example/return' },
  },
];

const reads: readonly Example[] = [
  { operation: 'Retrieve a Payment', path: paid },
  { operation: 'Sync a Payment', body: { ...paid, force_sync: true } },
  { operation: 'List all Payments', query: one },
  { operation: 'Filter Payments', body: { limit: 1 } },
  { operation: 'List all Payments of a Profile', query: one },
  { operation: 'Filter Payments of a Profile', body: { limit: 1 } },
  { operation: 'List the values Payments are filtered by', body: since },
  { operation: 'List the values all Payments are filtered by' },
  { operation: 'List the values all Payments are filtered by of a Profile' },
  { operation: 'Count Payments by status', query: since },
  { operation: 'Count Payments by status of a Profile', query: since },
  { operation: 'Retrieve Poll Status', path: { poll_id: 'poll_example' }, status: 404 },
];

const checkout: readonly Example[] = [
  {
    operation: 'Update a Payment',
    path: pathOf('for a checkout'),
    body: { amount: 7000, metadata: { order: '1002' } },
  },
  {
    operation: 'Calculate Tax for a Payment',
    path: pathOf('for a checkout'),
    body: { ...secretOf('for a checkout'), shipping: { address }, payment_method_type: 'credit' },
  },
  {
    operation: 'Create Session tokens for a Payment',
    body: {
      payment_id: idOf('for a checkout with wallets'),
      ...secretOf('for a checkout with wallets'),
      wallets: ['google_pay'],
    },
  },
  {
    operation: 'Create Post Session Tokens for a Payment',
    path: pathOf('for a checkout with wallets'),
    body: { ...secretOf('for a checkout with wallets'), payment_method: 'wallet', payment_method_type: 'paypal' },
  },
  {
    operation: 'Submit Eligibility data for a Payment',
    path: pathOf('for a checkout'),
    body: {
      payment_method_type: 'card',
      payment_method_data: { card: { card_number: '4242424242424242' } },
    },
  },
  {
    operation: 'Submit Eligibility Check data for a Payment',
    path: pathOf('for a checkout'),
    body: { payment_method_type: 'wallet', payment_method_subtype: 'google_pay' },
  },
  {
    operation: 'Initiate external authentication for a Payment',
    variant: 'of a payment without one',
    path: pathOf('for a checkout'),
    body: { ...secretOf('for a checkout'), device_channel: 'BRW', threeds_method_comp_ind: 'Y' },
    status: 400,
  },
  { operation: 'Confirm a Payment', path: pathOf('for a checkout'), body: cardMethod('4242424242424242') },
  { operation: 'Complete Authorize a Payment', path: pathOf('with 3DS'), body: { shipping: { address } } },
  {
    operation: 'Update Metadata for a Payment',
    path: paid,
    body: { metadata: { order: '1003' } },
  },
];

const operations: readonly Example[] = [
  { operation: 'Capture a Payment', ...anew('authorize only'), body: { amount_to_capture: 6540 } },
  { operation: 'Cancel a Payment', ...anew('authorize only'), body: { cancellation_reason: 'Out of stock' } },
  { operation: 'Approve a Payment', ...anew('authorize only') },
  { operation: 'Reject a Payment', ...anew('authorize only') },
  { operation: 'Extend authorization period for a Payment', path: pathOf('extendable') },
  {
    operation: 'Increment authorized amount for a Payment',
    ...anew('incremental'),
    body: { amount: 8000, reason: 'One night more' },
  },
  {
    operation: 'Cancel a Payment Post Capture',
    ...anew('at one connector'),
    body: { cancellation_reason: 'Ordered twice' },
  },
  // The void of the example before has ended: only one under way can be synced.
  { operation: 'Cancel a Payment Post Capture Retrieve', path: pathOf('at one connector'), status: 400 },
  {
    operation: 'Retrieve the Routing of a Payment',
    path: { payment_id: '{{Create a Payment/incremental.payment_id}}' },
  },
  {
    operation: 'Retrieve the Card of a Payment',
    path: { payment_id: '{{Create a Payment/incremental.payment_id}}' },
  },
  {
    operation: 'Settle a Payment by hand',
    needs: ['Create a Payment/with 3DS'],
    path: pathOf('with 3DS'),
    headers: { 'X-Merchant-Id': 'merchant_demo' },
    body: {
      attempt_id: `${idOf('with 3DS')}_1`,
      merchant_id: 'merchant_demo',
      attempt_status: 'charged',
      amount_capturable: 0,
    },
  },
  {
    operation: 'End the Review of a Payment',
    path: paid,
    headers: { 'X-Merchant-Id': 'merchant_demo' },
    body: { attempt_status: 'charged' },
    status: 422,
  },
];

/** Payments of the demo merchant, from the creation to the end. */
export const paymentExamples: readonly Example[] = [...creations, ...reads, ...checkout, ...operations];

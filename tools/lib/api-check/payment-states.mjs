import { demoPayment } from '../demo.mjs';

/** Cards of the simulated processors, by what happens to their payments. */
const cards = {
  declined: '4000000000000002',
  challenged: '4000003800000446',
  partlyCovered: '4000000000080087',
  captureDenied: '4000000000080095',
  wrongAmount: '4000000000070096',
  slow: '4000000000070104',
  notAuthenticated: '4000000000100125',
  challengedBefore: '4000000000100158',
};

/** The processor decides long after the check. */
const staysOpen = 'pending_then_settled:600000:succeeded';
const failsSoon = 'pending_then_settled:200:failed';

const open = { amount: 6540, currency: 'USD' };
const at = (connector, body) => ({ ...body, routing: { type: 'single', data: connector } });
const manual = (card) => ({ ...demoPayment(card), capture_method: 'manual' });
const inParts = (card) => ({ ...demoPayment(card), capture_method: 'manual_multiple' });
const increasable = { ...manual(), request_incremental_authorization: true };
const extendable = { ...manual(), request_extended_authorization: true };

export const browser = {
  user_agent: 'Mozilla/5.0',
  accept_header: 'text/html',
  language: 'en-GB',
  color_depth: 24,
  screen_height: 900,
  screen_width: 1440,
  time_zone: -60,
  java_enabled: false,
  java_script_enabled: true,
  ip_address: '198.51.100.1',
};
const authenticated = (card) => ({
  ...at('stripe_test', demoPayment(card)),
  authentication_type: 'three_ds',
  request_external_three_ds_authentication: true,
  browser_info: browser,
});

const holder = { bank_account_holder_name: 'Joseph Doe' };
const billing = {
  address: { first_name: 'Joseph', last_name: 'Doe', country: 'DE', city: 'Berlin', line1: 'Street 1', zip: '10115' },
  email: 'joseph@example.com',
};

export const acceptance = {
  acceptance_type: 'online',
  accepted_at: '2026-01-05T10:00:00.000Z',
  online: { ip_address: '10.0.0.1', user_agent: 'Mozilla/5.0' },
};
export const withMandate = (customer_id, more = {}) => ({
  ...at('stripe', demoPayment()),
  customer_id,
  setup_future_usage: 'off_session',
  mandate_data: { customer_acceptance: acceptance, mandate_type: { multi_use: open } },
  ...more,
});

/**
 * The states of payments. `then`: what follows the request, as `[action, body]`. `faults`: what the processor does in later calls
 * about the payment, as `[kind of call, fault]`. `becomes`, `voidBecomes`: the status that the payment or its void has in the end.
 * `isReadLater`: its state needs a minute, and no random request may change it before.
 */
export const paymentStates = (customerId) => [
  { name: 'succeeded', body: demoPayment() },
  { name: 'failed', body: demoPayment(cards.declined) },
  { name: 'requires_customer_action', body: { ...demoPayment(cards.challenged), authentication_type: 'three_ds' } },
  { name: 'processing', body: at('stripe', { ...demoPayment(), metadata: { sandbox_fault: staysOpen } }) },
  { name: 'requires_capture', body: manual() },
  { name: 'partially_captured', body: manual(), then: [['capture', { amount_to_capture: 40 }]] },
  {
    name: 'partially_captured_and_capturable',
    body: inParts(),
    then: [['capture', { amount_to_capture: 40 }]],
  },
  {
    name: 'partially_authorized_and_requires_capture',
    body: at('adyen_test', { ...manual(cards.partlyCovered), enable_partial_authorization: true }),
  },
  { name: 'conflicted', body: at('stripe_test', demoPayment(cards.wrongAmount)), becomes: 'conflicted' },
  {
    name: 'review',
    body: at('adyen_test', manual(cards.captureDenied)),
    then: [['capture', {}]],
    becomes: 'review',
  },
  { name: 'voided', body: manual(), then: [['cancel', {}]] },
  { name: 'void pending', body: at('adyen_test', manual()), faults: [['void', staysOpen]], then: [['cancel', {}]] },
  {
    name: 'void failed',
    body: at('adyen_test', manual()),
    faults: [['void', failsSoon]],
    then: [['cancel', {}]],
    becomes: 'failed',
  },
  {
    name: 'capture pending',
    body: at('adyen_test', manual()),
    faults: [['capture', staysOpen]],
    then: [['capture', {}]],
  },
  {
    name: 'capture failed',
    body: at('adyen_test', manual()),
    faults: [['capture', failsSoon]],
    then: [['capture', {}]],
    becomes: 'failed',
  },
  {
    name: 'one of several captures pending',
    body: at('adyen_test', inParts()),
    faults: [['capture', staysOpen]],
    then: [['capture', { amount_to_capture: 40 }]],
  },
  {
    name: 'one of several captures under way',
    body: at('adyen_test', inParts()),
    faults: [['capture', 'slow:3000']],
    meanwhile: ['capture', { amount_to_capture: 40 }],
  },
  { name: 'cancelled', body: open, then: [['cancel', {}]] },
  { name: 'cancelled_post_capture', body: at('stripe_test', demoPayment()), then: [['cancel_post_capture', {}]] },
  {
    name: 'void after the capture pending',
    body: at('adyen_test', demoPayment()),
    faults: [['post_capture_void', staysOpen]],
    then: [['cancel_post_capture', {}]],
  },
  {
    name: 'void after the capture failed',
    body: at('adyen_test', demoPayment()),
    faults: [['post_capture_void', 'pending_then_settled:0:failed']],
    then: [['cancel_post_capture', {}]],
    becomes: 'succeeded',
    voidBecomes: 'failed',
  },
  { name: 'increment', body: at('stripe', increasable), then: [['incremental_authorization', { amount: 8000 }]] },
  {
    name: 'increment refused',
    body: at('stripe', increasable),
    faults: [['incremental', 'fail_429']],
    then: [['incremental_authorization', { amount: 8000 }]],
  },
  {
    name: 'increment pending',
    body: at('stripe', increasable),
    faults: [
      ['incremental', 'execute_then_500'],
      ['lookup', 'fail_500'],
    ],
    then: [['incremental_authorization', { amount: 8000 }]],
  },
  {
    name: 'increment of another amount',
    body: at('stripe', increasable),
    faults: [
      ['incremental', 'wrong_amount'],
      ['lookup', 'fail_500'],
    ],
    then: [['incremental_authorization', { amount: 8000 }]],
  },
  { name: 'extended', body: at('stripe_test', extendable), then: [['extend_authorization', {}]] },
  { name: 'authorizing', body: at('stripe_test', demoPayment(cards.slow)), isSlow: true },
  { name: 'requires an authentication', body: authenticated(cards.challengedBefore) },
  { name: 'challenged by the issuer', body: authenticated(cards.challengedBefore), isAuthenticated: true },
  { name: 'not authenticated', body: authenticated(cards.notAuthenticated), isAuthenticated: true },
  { name: 'requires_payment_method', body: { ...open, description: 'Order 1001', metadata: { order: '1001' } } },
  { name: 'requires_confirmation', body: { ...demoPayment(), confirm: false } },
  { name: 'ordered in a shop', body: { ...open, payment_channel: 'ecommerce', connector: ['stripe_test'] } },
  { name: 'ordered at a kiosk', body: { ...open, payment_channel: { other: 'kiosk' } } },
  { name: 'of a customer', body: { ...demoPayment(), customer_id: customerId, email: 'joseph@example.com' } },
  {
    name: 'with a link',
    body: { ...open, payment_link: true, return_url: 'https://shop.example/return', customer_id: customerId },
  },
  {
    // The shortest time that a link may have.
    name: 'with a link that expires',
    isReadLater: true,
    body: { ...open, payment_link: true, return_url: 'https://shop.example/return', session_expiry: 60 },
  },
  { name: 'with a mandate', body: withMandate(customerId) },
  {
    name: 'with a mandate for one charge',
    body: withMandate(customerId, {
      mandate_data: { customer_acceptance: acceptance, mandate_type: { single_use: open } },
    }),
  },
  {
    name: 'that only saves a card',
    body: {
      ...demoPayment(),
      amount: 0,
      customer_id: customerId,
      setup_future_usage: 'off_session',
      customer_acceptance: acceptance,
    },
  },
  {
    name: 'that would save a card',
    body: {
      ...at('stripe_test', demoPayment(cards.challenged)),
      customer_id: customerId,
      setup_future_usage: 'off_session',
      customer_acceptance: acceptance,
    },
  },
  {
    name: 'that saves a bank account',
    body: {
      ...at('stripe', { amount: 6540, currency: 'EUR', confirm: true, customer_id: customerId, billing }),
      payment_method: 'bank_debit',
      payment_method_type: 'sepa',
      payment_method_data: { bank_debit: { sepa_bank_debit: { iban: 'DE89370400440532013000', ...holder } } },
      setup_future_usage: 'off_session',
      customer_acceptance: acceptance,
    },
  },
  {
    name: 'that would save a wallet',
    body: {
      ...at('stripe', { amount: 6540, currency: 'EUR', confirm: true, customer_id: customerId, billing }),
      payment_method: 'wallet',
      payment_method_type: 'revolut_pay',
      payment_method_data: { wallet: { revolut_pay: {} } },
      setup_future_usage: 'off_session',
      customer_acceptance: acceptance,
    },
  },
  {
    // The processor denies it: it has expired once that denial counts.
    name: 'whose customer never came',
    isReadLater: true,
    body: at('adyen_test', demoPayment(cards.challenged)),
    faults: [['lookup', 'lookup_not_found_then_found:999']],
  },
];

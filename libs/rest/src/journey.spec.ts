import { checkDto } from './check';
import * as generated from './generated';

type Dto = new () => object;
const address = {
  line1: '1 Main St',
  line2: 'Apt 2',
  city: 'Austin',
  state: 'Texas',
  zip: '73301',
  country: 'US',
  first_name: 'Jo',
  last_name: 'Doe',
};
const card = {
  card_number: '4242424242424242',
  card_exp_month: '10',
  card_exp_year: '30',
  card_holder_name: 'Jo',
  card_cvc: '123',
};
const contact = { address, phone: { number: '5551234567', country_code: '+1' }, email: 'jo@acme.example' };
const online = { ip_address: '127.0.0.1', user_agent: 'amet irure esse' };

/** Bodies as merchants send them: each must be accepted. */
const bodies: readonly (readonly [string, Dto, object])[] = [
  ['a merchant account, least', generated.MerchantAccountCreate, { merchant_id: 'acme_1' }],
  [
    'a merchant account, with settings',
    generated.MerchantAccountCreate,
    {
      merchant_id: 'acme_1',
      merchant_name: 'Acme',
      locker_id: 'm0010',
      return_url: 'https://acme.example/done',
      primary_business_details: [{ country: 'US', business: 'default' }],
      merchant_details: { primary_contact_person: 'Jo', primary_phone: '5551234567', website: 'acme.example', address },
      webhook_details: {
        webhook_url: 'https://acme.example/hook',
        webhook_version: '1.0.1',
        payment_succeeded_enabled: true,
      },
      sub_merchants_enabled: false,
      metadata: { city: 'NY', unit: '245' },
    },
  ],
  ['an account update', generated.MerchantAccountUpdate, { merchant_id: 'acme_1', merchant_name: 'Acme Ltd' }],
  ['an API key', generated.CreateApiKeyRequest, { name: 'k', description: null, expiration: 'never' }],
  ['an API key that ends', generated.CreateApiKeyRequest, { name: 'k', expiration: '2069-09-23T01:02:03.000Z' }],
  ['an API key update', generated.UpdateApiKeyRequest, { name: null, description: 'of the shop' }],
  ['a profile', generated.ProfileCreate, {}],
  [
    'a profile, with settings',
    generated.ProfileCreate,
    {
      profile_name: 'shop',
      session_expiry: 900,
      webhook_details: { webhook_url: 'https://acme.example/hook' },
      routing_algorithm: { type: 'single', data: 'stripe' },
      outgoing_webhook_custom_http_headers: { 'x-shop': '1' },
      card_testing_guard_config: {
        card_ip_blocking_status: 'disabled',
        card_ip_blocking_threshold: 3,
        guest_user_card_blocking_status: 'disabled',
        guest_user_card_blocking_threshold: 10,
        customer_id_blocking_status: 'disabled',
        customer_id_blocking_threshold: 5,
        card_testing_guard_expiry: 3600,
      },
    },
  ],
  [
    'a connector account',
    generated.MerchantConnectorCreate,
    {
      connector_type: 'payment_processor',
      connector_name: 'stripe_test',
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk_acme_12345' },
      test_mode: false,
      disabled: false,
      payment_methods_enabled: [
        {
          payment_method: 'card',
          payment_method_types: [
            {
              payment_method_type: 'credit',
              card_networks: ['Visa', 'Mastercard'],
              accepted_currencies: { type: 'enable_only', list: ['USD', 'EUR'] },
              accepted_countries: { type: 'all_accepted' },
              minimum_amount: 1,
              maximum_amount: 68607706,
              recurring_enabled: true,
              installment_payment_enabled: false,
            },
          ],
        },
        {
          payment_method: 'pay_later',
          payment_method_types: [{ payment_method_type: 'klarna', payment_experience: 'redirect_to_url' }],
        },
      ],
      metadata: { anything: 1 },
      connector_webhook_details: { merchant_secret: 'whsec' },
    },
  ],
  [
    'a connector update',
    generated.MerchantConnectorUpdate,
    { connector_type: 'payment_processor', status: 'inactive', disabled: true },
  ],
  [
    'a payment to confirm later',
    generated.PaymentsCreateRequest,
    {
      amount: 6540,
      currency: 'USD',
      customer_id: 'cus_a',
      confirm: false,
      capture_method: 'automatic',
      authentication_type: 'no_three_ds',
      return_url: 'https://acme.example/done',
    },
  ],
  [
    'a payment with all that a shop knows',
    generated.PaymentsCreateRequest,
    {
      amount: 6540,
      currency: 'USD',
      confirm: true,
      capture_on: '2022-09-10T10:11:12Z',
      amount_to_capture: 6540,
      customer: { id: 'cus_a', name: 'Jo', email: 'jo@acme.example', phone: '5551234567', phone_country_code: '+1' },
      email: 'jo@acme.example',
      name: 'Jo',
      phone: '5551234567',
      phone_country_code: '+65',
      description: 'First order',
      setup_future_usage: 'off_session',
      payment_method: 'card',
      payment_method_type: 'credit',
      payment_method_data: { card, billing: contact },
      billing: contact,
      shipping: contact,
      statement_descriptor_name: 'acme',
      order_details: [
        { product_name: 'Tea', quantity: 1, amount: 6540, tax_rate: 12.5, account_name: 'unknown to us' },
      ],
      metadata: { udf1: 'value1', nested: { list: [1, 2.5, null] } },
      browser_info: {
        ...online,
        color_depth: 24,
        java_enabled: true,
        screen_height: 723,
        screen_width: 1536,
        time_zone: -330,
      },
      customer_acceptance: { acceptance_type: 'online', accepted_at: '1963-05-03T04:07:52.723Z', online },
      mandate_data: {
        customer_acceptance: { acceptance_type: 'offline' },
        mandate_type: { single_use: { amount: 8000, currency: 'USD' } },
      },
      connector_metadata: { noon: { order_category: 'pay' } },
      routing: { type: 'single', data: { connector: 'stripe_test', merchant_connector_id: 'mca_1' } },
      connector: ['stripe_test'],
      session_expiry: 900,
      payment_link: false,
      surcharge_details: { surcharge_amount: 5, tax_amount: 1 },
      feature_metadata: { search_tags: ['a'] },
      split_payments: {
        stripe_split_payment: { charge_type: 'direct', application_fees: 1, transfer_account_id: 'acct' },
      },
      recurring_details: { type: 'payment_method_id', data: 'pm_1' },
      payment_channel: { other: 'kiosk' },
      order_date: '2026-01-05T10:00:00.000Z',
    },
  ],
  [
    'a payment by wallet',
    generated.PaymentsCreateRequest,
    {
      payment_method_data: {
        wallet: {
          google_pay: {
            type: 'CARD',
            description: 'Visa 1234',
            info: { card_network: 'VISA', card_details: '1234' },
            tokenization_data: { type: 'PAYMENT_GATEWAY', token: 'tok' },
          },
        },
      },
    },
  ],
  [
    'a payment by bank redirect',
    generated.PaymentsCreateRequest,
    { payment_method_data: { bank_redirect: { ideal: { bank_name: 'ing' } } } },
  ],
  ['a payment by voucher', generated.PaymentsCreateRequest, { payment_method_data: { voucher: 'oxxo' } }],
  [
    'a refund',
    generated.RefundRequest,
    { payment_id: 'pay_1', refund_id: 'ref_1', amount: 600, reason: 'duplicate', refund_type: 'instant', metadata: {} },
  ],
  [
    'a list of refunds',
    generated.RefundListRequest,
    { payment_id: 'pay_1', limit: 5, start_time: '2026-01-05T10:00:00Z', refund_status: ['succeeded'] },
  ],
  [
    'a GSM rule',
    generated.GsmCreateRequest,
    {
      connector: 'stripe',
      flow: 'Authorize',
      sub_flow: 'sub_flow',
      code: 'card_declined',
      message: 'Your card was declined.',
      status: 'Failure',
      decision: 'retry',
      step_up_possible: false,
      clear_pan_possible: false,
    },
  ],
  [
    'a confirmation',
    generated.PaymentsConfirmRequest,
    { client_secret: 'pay_1_secret_x', payment_method: 'card', payment_method_data: { card } },
  ],
  ['an update', generated.PaymentsUpdateRequest, { amount: 100, profile_id: 'pro_1', business_label: 'food' }],
  [
    'a capture',
    generated.PaymentsCaptureRequest,
    { amount_to_capture: 6000, statement_descriptor_suffix: 'x', unknown: 1 },
  ],
  ['a capture of all', generated.PaymentsCaptureRequest, {}],
  ['a cancellation', generated.PaymentsCancelRequest, { cancellation_reason: 'requested_by_customer' }],
];

describe('bodies of a merchant', () => {
  it.each(bodies)('the body of %s is accepted', (_name, dto, body) => {
    const checked = checkDto(dto, body);
    expect(checked.kind === 'valid' ? [] : checked.violations).toEqual([]);
  });
});

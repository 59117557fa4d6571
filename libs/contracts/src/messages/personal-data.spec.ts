import { withoutPersonalData } from './personal-data';

const address = {
  address: { line1: '1467', first_name: 'Jo' },
  phone: { number: '8056594427' },
  email: 'jo@acme.example',
};

const redactedAddress = {
  address: { line1: 'Redacted', first_name: 'Redacted' },
  phone: { number: 'Redacted' },
  email: 'Redacted',
};

it('a payment loses the data of its customer; ids, sums, states and what the merchant wrote stay', () =>
  expect(
    withoutPersonalData({
      payment_id: 'pay_1',
      amount: 6540,
      status: 'succeeded',
      customer_id: 'cus_1',
      description: 'Two books',
      name: 'Jo',
      email: 'jo@acme.example',
      phone: null,
      billing: address,
      shipping: null,
      sent: { shipping: { address: { country: 'DE', city: 'Ulm', line2: null }, phone: null } },
      customer: {
        id: 'cus_1',
        name: 'Jo',
        email: null,
        phone_country_code: '+1',
        customer_document_details: { document_type: 'cpf' },
      },
      payment_method_data: { card: { last4: '4242', card_holder_name: 'Jo' }, billing: address },
      mandate_data: { customer_acceptance: { acceptance_type: 'online', online: { ip_address: '10.0.0.1' } } },
      browser_info: { ip_address: '10.0.0.1' },
      whole_connector_response: '{"name":"Jo"}',
      metadata: { name: 'kept' },
      order_details: [{ product_name: 'book', name: 'kept' }],
      refunds: [{ refund_id: 'ref_1', reason: 'late' }],
    }),
  ).toEqual({
    payment_id: 'pay_1',
    amount: 6540,
    status: 'succeeded',
    customer_id: 'cus_1',
    description: 'Two books',
    name: 'Redacted',
    email: 'Redacted',
    phone: null,
    billing: redactedAddress,
    shipping: null,
    sent: { shipping: { address: { country: null, city: 'Redacted', line2: null }, phone: null } },
    customer: {
      id: 'cus_1',
      name: 'Redacted',
      email: null,
      phone_country_code: 'Redacted',
      customer_document_details: null,
    },
    payment_method_data: { card: { last4: '4242', card_holder_name: 'Redacted' }, billing: redactedAddress },
    mandate_data: { customer_acceptance: { acceptance_type: 'online', online: null } },
    browser_info: null,
    whole_connector_response: null,
    metadata: { name: 'kept' },
    order_details: [{ product_name: 'book', name: 'kept' }],
    refunds: [{ refund_id: 'ref_1', reason: 'late' }],
  }));

it.each([
  ['a wallet', { wallet: { paypal: { email: 'jo@acme.example' } } }, { wallet: {} }],
  ['a debit', { bank_debit: { sepa: { bank_account_holder_name: 'Jo' } } }, { bank_debit: {} }],
  ['a word', 'reward', 'reward'],
])('nothing of %s stays but its name', (_, payment_method_data, shown) =>
  expect(withoutPersonalData({ payment_method_data })).toEqual({ payment_method_data: shown }),
);

it('a payout loses the data of its recipient and its description; ids, sums, states and metadata stay', () =>
  expect(
    withoutPersonalData({
      payout_id: 'payout_1',
      amount: 6540,
      status: 'success',
      customer_id: 'cus_1',
      customer: { id: 'cus_1', name: 'Jo', email: 'jo@acme.example', phone: '8056594427', phone_country_code: null },
      name: 'Jo',
      email: 'jo@acme.example',
      phone: '8056594427',
      phone_country_code: '+1',
      billing: address,
      payout_method_data: { bank: { iban: 'NL46****4321', account_holder_name: 'Jo' } },
      description: 'Winnings of March',
      metadata: { name: 'kept' },
      connector_transaction_id: 'tr_1',
      attempts: [{ attempt_id: 'payout_1_1', error_message: null }],
      payout_link: { payout_link_id: 'link_1', link: 'https://pay.example/payout_link/acme/payout_1' },
    }),
  ).toEqual({
    payout_id: 'payout_1',
    amount: 6540,
    status: 'success',
    customer_id: 'cus_1',
    customer: { id: 'cus_1', name: 'Redacted', email: 'Redacted', phone: 'Redacted', phone_country_code: null },
    name: 'Redacted',
    email: 'Redacted',
    phone: 'Redacted',
    phone_country_code: 'Redacted',
    billing: redactedAddress,
    payout_method_data: { bank: { iban: 'NL46****4321', account_holder_name: 'Redacted' } },
    description: 'Redacted',
    metadata: { name: 'kept' },
    connector_transaction_id: 'tr_1',
    attempts: [{ attempt_id: 'payout_1_1', error_message: null }],
    payout_link: { payout_link_id: 'link_1', link: 'https://pay.example/payout_link/acme/payout_1' },
  }));

it.each([
  [
    'a card',
    { card: { last4: '4242', card_isin: '424242', card_exp_month: '10', card_holder_name: 'Jo' } },
    { card: { last4: '4242', card_isin: '424242', card_exp_month: '10', card_holder_name: 'Redacted' } },
  ],
  [
    'a bank account',
    {
      bank: {
        bank_account_number: '****6789',
        bank_routing_number: '110***000',
        bank_name: 'ally_bank',
        bank_country_code: 'US',
        bank_city: 'Reno',
        account_holder_name: 'J*',
      },
    },
    {
      bank: {
        bank_account_number: '****6789',
        bank_routing_number: '110***000',
        bank_name: null,
        bank_country_code: null,
        bank_city: 'Redacted',
        account_holder_name: 'Redacted',
      },
    },
  ],
  [
    'a Pix account',
    { bank: { pix_key: 'j***@acme.example', cpf: '***456***', cnpj: null } },
    { bank: { pix_key: 'Redacted', cpf: '***456***', cnpj: null } },
  ],
  [
    'an account without a mask',
    { bank: { iban: 'NL46TEST0136169112', bic: 'ABNANL2A', tags: ['Jo'] } },
    { bank: { iban: 'Redacted', bic: 'Redacted', tags: null } },
  ],
  [
    'PayPal',
    { wallet: { field_type: 'email', email: 'j**@acme.example' } },
    { wallet: { field_type: 'email', email: 'Redacted' } },
  ],
  ['Venmo', { wallet: { telephone_number: '******4427' } }, { wallet: { telephone_number: '******4427' } }],
  [
    'a device’s card',
    { wallet: { card_exp_month: '10', card_exp_year: '30', card_holder_name: 'Jo' } },
    { wallet: { card_exp_month: '10', card_exp_year: '30', card_holder_name: 'Redacted' } },
  ],
  [
    'a wallet in its own object',
    { wallet: { paypal: { email: 'jo@acme.example', paypal_id: 'G83*****N82' } } },
    { wallet: { paypal: { email: 'Redacted', paypal_id: 'G83*****N82' } } },
  ],
])('of the destination %s no person stays', (_, payout_method_data, shown) =>
  expect(withoutPersonalData({ payout_method_data })).toEqual({ payout_method_data: shown }),
);

it('a customer loses everything but its ids and times', () =>
  expect(
    withoutPersonalData({
      customer_id: 'cus_1',
      name: 'Jo',
      email: null,
      description: 'Reads much',
      address: { line1: '1467' },
      created_at: '2026-01-05T10:00:00.000Z',
      metadata: { plan: 'gold' },
      default_payment_method_id: null,
      tax_registration_id: 'T1',
      document_details: { document_number: '1' },
    }),
  ).toEqual({
    customer_id: 'cus_1',
    name: 'Redacted',
    email: null,
    description: 'Redacted',
    address: null,
    created_at: '2026-01-05T10:00:00.000Z',
    metadata: null,
    default_payment_method_id: null,
    tax_registration_id: 'Redacted',
    document_details: null,
  }));

it('a second redaction changes nothing', () => {
  const once = withoutPersonalData({ payment_id: 'pay_1', email: 'a@b.c', payment_method_data: { wallet: { a: 1 } } });
  expect(withoutPersonalData(once)).toEqual(once);
  const paid = withoutPersonalData({
    payout_id: 'p',
    payout_method_data: { bank: { iban: 'NL46****4321', bic: 'A' } },
  });
  expect(withoutPersonalData(paid)).toEqual(paid);
});

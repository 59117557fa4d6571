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
});

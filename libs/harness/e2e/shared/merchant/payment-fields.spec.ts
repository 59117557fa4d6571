import { cardFields, ok, paymentBody } from '@payorch/harness';
import { aPayingMerchant, keysOf, times } from '../../support/paying-merchant';
import { paymentKeys } from '../../support/payment-keys';
import { idLike, precondition, statusAndBody } from '../../support/wire';

const { merchant, newId, created, paid, retrieve } = aPayingMerchant();

const address = {
  city: 'Berlin',
  country: 'DE',
  line1: 'Street 1',
  line2: 'Door 2',
  line3: null,
  zip: '10115',
  state: 'BE',
  first_name: 'Jo',
  last_name: 'Doe',
};
const place = (email: string) => ({ address, phone: { number: '5551234', country_code: '+49' }, email });
const browser = {
  color_depth: 24,
  java_enabled: true,
  java_script_enabled: true,
  language: 'de',
  screen_height: 900,
  screen_width: 1600,
  time_zone: -60,
  ip_address: '203.0.113.7',
  accept_header: '*/*',
  user_agent: 'x',
  os_type: 'linux',
  os_version: '6',
  device_model: 'm',
  accept_language: 'de',
  referer: 'https://a.example/',
};
/** Fields that are stored and returned unchanged. */
const echoed = {
  description: 'two books',
  statement_descriptor_name: 'ACME',
  statement_descriptor_suffix: 'books',
  metadata: { order: 'o-1', nested: { a: [1, null, 'ü'] } },
  merchant_order_reference_id: 'o-1',
  setup_future_usage: 'on_session',
  off_session: false,
  return_url: 'https://acme.example/done?x=1',
  capture_method: 'automatic',
  authentication_type: 'no_three_ds',
  payment_experience: 'redirect_to_url',
  business_country: 'US',
  business_label: 'food',
  business_sub_label: 'bar',
  browser_info: browser,
  allowed_payment_method_types: ['credit', 'debit'],
  connector_metadata: { noon: { order_category: 'pay' } },
  feature_metadata: { search_tags: ['a', 'b'] },
  frm_metadata: { vendor: 'v' },
  shipping_cost: 10,
  surcharge_details: { surcharge_amount: 20, tax_amount: 5 },
  order_tax_amount: 7,
  force_3ds_challenge: true,
  request_extended_authorization: false,
  enable_partial_authorization: false,
  is_stored_credential: false,
  is_iframe_redirection_enabled: false,
  billing_descriptor: { name: 'ACME', city: 'Berlin' },
  split_payments: null,
  enable_overcapture: null,
  payment_channel: 'ecommerce',
  mit_category: 'unscheduled',
  tokenization: 'skip_psp',
};

describe('the fields of the request', () => {
  it('are all returned, at creation and later', async () => {
    const sent = {
      ...echoed,
      shipping: place('ship@acme.example'),
      billing: place('bill@acme.example'),
      order_details: [{ product_name: 'book', quantity: 2, amount: 3270, tax_rate: 0.07, brand: 'B' }],
      customer: {
        id: newId('cus'),
        name: 'Jo Doe',
        email: 'jo@acme.example',
        phone: '5551234',
        phone_country_code: '49',
      },
    };
    const payment = await paid(sent);
    expect(keysOf(payment)).toEqual(paymentKeys);
    const { order_details, customer, shipping, billing, ...rest } = sent;
    expect(payment).toMatchObject(rest);
    expect(payment.shipping).toMatchObject(shipping);
    expect(payment.billing).toMatchObject(billing);
    expect(payment.order_details).toHaveLength(1);
    expect(payment.order_details[0]).toMatchObject({ ...order_details[0], product_id: null });
    expect(payment.customer).toEqual({ ...customer, customer_document_details: null });
    expect(payment).toMatchObject({
      customer_id: customer.id,
      name: customer.name,
      email: customer.email,
      phone: customer.phone,
      net_amount: 6582,
      amount_received: 6582,
      status: 'succeeded',
      force_3ds_challenge_trigger: true,
    });
    expect(await retrieve(payment.payment_id)).toEqual(payment);
  });

  it('may all be replaced or removed by an update', async () => {
    const payment = await created({ ...echoed, customer_id: newId('cus'), billing: place('a@acme.example') });
    const answer = ok(
      await merchant().api.post(`/payments/${payment.payment_id}`, {
        amount: 100,
        currency: 'EUR',
        description: 'one book',
        metadata: null,
        billing: null,
        shipping_cost: null,
        capture_method: 'manual',
        return_url: null,
      }),
    );
    expect(keysOf(answer)).toEqual(paymentKeys);
    expect(answer).toEqual({
      ...payment,
      amount: 100,
      net_amount: 132,
      currency: 'EUR',
      description: 'one book',
      metadata: null,
      billing: null,
      shipping_cost: null,
      capture_method: 'manual',
      return_url: null,
      // An update without these two fields resets them to null.
      business_country: null,
      business_label: null,
      ...times(answer),
    });
    expect(answer.modified_at > payment.modified_at).toBe(true);
    const withCard = ok(await merchant().api.post(`/payments/${payment.payment_id}`, cardFields()));
    expect(withCard).toMatchObject({ status: 'requires_confirmation', payment_token: idLike('token') });
  });
});

describe('the customer of a payment', () => {
  const person = { name: 'Jo Doe', email: 'jo@acme.example', phone: '5551234', phone_country_code: '49' };

  it('is stored with the first payment and used by the next; values of the request take precedence', async () => {
    const customer_id = newId('cus');
    await created({ customer_id, ...person });
    const found = await created({ customer_id, name: 'Jo X. Doe' });
    expect(found.customer).toEqual({ id: customer_id, ...person, name: 'Jo X. Doe', customer_document_details: null });
    expect(found).toMatchObject({ name: 'Jo X. Doe', email: person.email, phone: person.phone });
    const later = await created({ customer: { id: customer_id } });
    expect(later.customer).toMatchObject(person);
  });

  it('is a guest without a customer_id', async () => {
    const guest = await paid({ email: 'guest@acme.example' });
    expect(guest).toMatchObject({ customer_id: null, email: 'guest@acme.example', status: 'succeeded' });
  });

  it('may not have two different ids in one request', async () => {
    const two = paymentBody({ email: 'a@acme.example', customer: { email: 'b@acme.example' } });
    expect(statusAndBody(await merchant().api.post('/payments', two))).toEqual(
      precondition('The field names `email and customer.email` sent in both places is ambiguous'),
    );
  });
});

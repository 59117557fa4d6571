import {
  aMerchant,
  cardFields,
  cards,
  eventually,
  ok,
  paymentBody,
  sharedSystem,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { rowsOf } from '../../support/rows';
import { attemptKeys, blankPayment, captureKeys, paymentKeys, paymentKeysWith } from '../../support/payment-keys';
import {
  idLike,
  missing,
  notAllowed,
  precondition,
  refusal,
  timestamp,
  told,
  wrongFormat,
  type Told,
} from '../../support/wire';

jest.setTimeout(120_000);

const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await aMerchant(system);
});

let count = 0;
const newId = (stem: string) => `${stem}_${++count}`;

const create = async (more: object = {}) => ok(await merchant.api.post('/payments', more));
const created = (more: object = {}) => create({ amount: 6540, currency: 'USD', confirm: false, ...more });
const paid = (more: object = {}) => create(paymentBody(more));
const authorized = (more: object = {}) => paid({ capture_method: 'manual', ...more });
const challenged = (more: object = {}) => paid({ ...cardFields(cards.threeDs), ...more });
const act = (id: string, action: string, body: object = {}) => merchant.api.post(`/payments/${id}/${action}`, body);
const retrieve = async (id: string, query = '') => ok(await merchant.api.get(`/payments/${id}${query}`));
const keysOf = (payment: Json) => Object.keys(payment);
const times = (payment: Json) => ({ modified_at: payment.modified_at, updated: payment.updated });

describe('a payment that is created', () => {
  it('shows every key in order, null where nothing is said', async () => {
    const sent = {
      ...{ amount: 6540, currency: 'USD', customer_id: newId('cus'), confirm: false, capture_method: 'automatic' },
      ...{ authentication_type: 'no_three_ds', return_url: 'https://acme.example/done' },
    };
    const { confirm: _, ...echoed } = sent;
    const payment = await create(sent);
    expect(keysOf(payment)).toEqual(paymentKeys);
    expect(payment).toEqual({
      ...blankPayment,
      ...echoed,
      payment_id: idLike('pay'),
      merchant_id: merchant.merchantId,
      processor_merchant_id: merchant.merchantId,
      profile_id: merchant.profileId,
      status: 'requires_payment_method',
      net_amount: 6540,
      amount_capturable: 0,
      client_secret: expect.stringMatching(new RegExp(`^${payment.payment_id}_secret_[0-9A-Za-z]{20}$`)),
      sdk_authorization: expect.any(String),
      customer: {
        ...{ id: sent.customer_id, name: null, email: null, phone: null },
        ...{ phone_country_code: null, customer_document_details: null },
      },
      created: timestamp,
      modified_at: payment.created,
      updated: payment.created,
      expires_on: new Date(Date.parse(payment.created) + 900_000).toISOString(),
    });
    expect(Buffer.from(payment.sdk_authorization, 'base64').toString()).toBe(
      `profile_id=${merchant.profileId},publishable_key=${merchant.publishableKey},client_secret=${payment.client_secret},` +
        `customer_id=${sent.customer_id},payment_id=${payment.payment_id}`,
    );
    expect(await retrieve(payment.payment_id)).toEqual(payment);
  });

  it('counts as capturable as a whole where confirm was not sent', async () => {
    const { confirm: _, ...unsaid } = { amount: 6540, currency: 'USD', confirm: undefined };
    expect(await create({ ...unsaid, shipping_cost: 60, order_tax_amount: 400 })).toMatchObject({
      ...{ amount: 6540, shipping_cost: 60, order_tax_amount: 400, net_amount: 7000, amount_capturable: 7000 },
      ...{ capture_method: null, authentication_type: null, customer: null, amount_received: null },
    });
  });

  it('requires a confirmation once it has a method', async () => {
    const payment = await created(cardFields());
    expect(payment).toMatchObject({
      status: 'requires_confirmation',
      payment_method: 'card',
      payment_method_type: 'credit',
      payment_token: idLike('token'),
      amount_capturable: 0,
      connector: null,
    });
    expect(payment.payment_method_data.card.last4).toBe('4242');
  });

  it('lives as long as the request, else the profile, says', async () => {
    const lasts = ({ created: from, expires_on }: Json) => (Date.parse(expires_on) - Date.parse(from)) / 1000;
    expect(lasts(await created({ session_expiry: 60 }))).toBe(60);
    const { merchantId, profileId, api } = await aMerchant(system);
    ok(await api.post(`/account/${merchantId}/business_profile/${profileId}`, { session_expiry: 7_890_000 }));
    const settled = () => api.post('/payments', { amount: 1, currency: 'USD' }).then((answer) => lasts(ok(answer)));
    expect(await settled()).toBe(7_890_000);
  });

  it('takes its id from the merchant, once', async () => {
    const payment_id = newId('order');
    expect((await created({ payment_id })).payment_id).toBe(payment_id);
    expect(told(await merchant.api.post('/payments', paymentBody({ payment_id })))).toEqual(
      refusal(400, 'HE_01', 'The payment with the specified payment_id already exists in our records', {
        reason: `PaymentId("${payment_id}") already exists`,
      }),
    );
    expect((await retrieve(payment_id)).status).toBe('requires_payment_method');
  });
});

const address = {
  ...{ city: 'Berlin', country: 'DE', line1: 'Street 1', line2: 'Door 2', line3: null, zip: '10115', state: 'BE' },
  ...{ first_name: 'Jo', last_name: 'Doe' },
};
const place = (email: string) => ({ address, phone: { number: '5551234', country_code: '+49' }, email });
const browser = {
  ...{ color_depth: 24, java_enabled: true, java_script_enabled: true, language: 'de', screen_height: 900 },
  ...{ screen_width: 1600, time_zone: -60, ip_address: '203.0.113.7', accept_header: '*/*', user_agent: 'x' },
  ...{ os_type: 'linux', os_version: '6', device_model: 'm', accept_language: 'de', referer: 'https://a.example/' },
};
/** Fields that are stored and given back as they came. */
const echoed = {
  ...{ description: 'two books', statement_descriptor_name: 'ACME', statement_descriptor_suffix: 'books' },
  ...{ metadata: { order: 'o-1', nested: { a: [1, null, 'ü'] } }, merchant_order_reference_id: 'o-1' },
  ...{ setup_future_usage: 'on_session', off_session: false, return_url: 'https://acme.example/done?x=1' },
  ...{ capture_method: 'automatic', authentication_type: 'no_three_ds', payment_experience: 'redirect_to_url' },
  ...{ business_country: 'US', business_label: 'food', business_sub_label: 'bar', browser_info: browser },
  ...{ allowed_payment_method_types: ['credit', 'debit'], connector_metadata: { noon: { order_category: 'pay' } } },
  ...{ feature_metadata: { search_tags: ['a', 'b'] }, frm_metadata: { vendor: 'v' }, shipping_cost: 10 },
  ...{ surcharge_details: { surcharge_amount: 20, tax_amount: 5 }, order_tax_amount: 7, force_3ds_challenge: true },
  ...{ request_extended_authorization: false, enable_partial_authorization: false, is_stored_credential: false },
  ...{ is_iframe_redirection_enabled: false, billing_descriptor: { name: 'ACME', city: 'Berlin' } },
  ...{ split_payments: { adyen_split_payment: { store: 's', split_items: [] } }, enable_overcapture: null },
  ...{ payment_channel: 'ecommerce', mit_category: 'unscheduled', tokenization: 'skip_psp' },
};

describe('the fields of the request', () => {
  it('come back, all of them, then and later', async () => {
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
      ...{ customer_id: customer.id, name: customer.name, email: customer.email, phone: customer.phone },
      ...{ net_amount: 6582, amount_received: 6582, status: 'succeeded', force_3ds_challenge_trigger: true },
    });
    expect(await retrieve(payment.payment_id)).toEqual(payment);
  });

  it('may all be replaced or taken back by an update', async () => {
    const payment = await created({ ...echoed, customer_id: newId('cus'), billing: place('a@acme.example') });
    const answer = ok(
      await merchant.api.post(`/payments/${payment.payment_id}`, {
        ...{
          amount: 100,
          currency: 'EUR',
          description: 'one book',
          metadata: null,
          billing: null,
          shipping_cost: null,
        },
        ...{ capture_method: 'manual', return_url: null },
      }),
    );
    expect(keysOf(answer)).toEqual(paymentKeys);
    expect(answer).toEqual({
      ...payment,
      ...{ amount: 100, net_amount: 132, currency: 'EUR', description: 'one book', metadata: null, billing: null },
      ...{ shipping_cost: null, capture_method: 'manual', return_url: null },
      // Not repeated, these two fall back to null.
      ...{ business_country: null, business_label: null },
      ...times(answer),
    });
    expect(answer.modified_at > payment.modified_at).toBe(true);
    const withCard = ok(await merchant.api.post(`/payments/${payment.payment_id}`, cardFields()));
    expect(withCard).toMatchObject({ status: 'requires_confirmation', payment_token: idLike('token') });
  });
});

describe('the customer of a payment', () => {
  const person = { name: 'Jo Doe', email: 'jo@acme.example', phone: '5551234', phone_country_code: '49' };

  it('is kept on the first payment and found on the next, the request’s own values first', async () => {
    const customer_id = newId('cus');
    await created({ customer_id, ...person });
    const found = await created({ customer_id, name: 'Jo X. Doe' });
    expect(found.customer).toEqual({ id: customer_id, ...person, name: 'Jo X. Doe', customer_document_details: null });
    expect(found).toMatchObject({ name: 'Jo X. Doe', email: person.email, phone: person.phone });
    const later = await created({ customer: { id: customer_id } });
    expect(later.customer).toMatchObject(person);
  });

  it('is a guest without an id', async () => {
    const guest = await paid({ email: 'guest@acme.example' });
    expect(guest).toMatchObject({ customer_id: null, email: 'guest@acme.example', status: 'succeeded' });
  });

  it('may not be told in two ways', async () => {
    const two = paymentBody({ email: 'a@acme.example', customer: { email: 'b@acme.example' } });
    expect(told(await merchant.api.post('/payments', two))).toEqual(
      precondition('The field names `email and customer.email` sent in both places is ambiguous'),
    );
  });
});

describe('a confirmation', () => {
  it('charges, and changes what it must', async () => {
    const payment = await created({ capture_method: 'automatic' });
    const confirmed = ok(await act(payment.payment_id, 'confirm', cardFields()));
    expect(keysOf(confirmed)).toEqual(paymentKeys);
    expect(confirmed).toEqual({
      ...payment,
      ...{ status: 'succeeded', amount_capturable: 0, amount_received: 6540, connector: 'stripe_test' },
      merchant_connector_id: merchant.connectors['stripe_test'].merchant_connector_id,
      connector_transaction_id: expect.any(String),
      ...{ payment_method: 'card', payment_method_type: 'credit', card_discovery: 'manual' },
      payment_method_data: {
        card: {
          ...{ last4: '4242', card_type: null, card_network: null, card_issuer: null, card_issuing_country: null },
          ...{ card_isin: '424242', card_extended_bin: null, card_exp_month: '10', card_exp_year: '35' },
          ...{ card_holder_name: 'Joseph Doe', payment_checks: null, authentication_data: null, auth_code: null },
        },
        billing: null,
      },
      browser_info: {
        ...Object.fromEntries(Object.keys(browser).map((key) => [key, null])),
        ip_address: expect.stringMatching(/127\.0\.0\.1$/),
      },
      incremental_authorization_allowed: false,
      ...times(confirmed),
    });
    expect(confirmed.modified_at > payment.modified_at).toBe(true);
    expect(await retrieve(payment.payment_id)).toEqual(confirmed);
    const { connector_transaction_id: reference } = confirmed;
    const effects = system.ledger().filter(({ entry, payment_id }) => entry === 'effect' && payment_id === reference);
    expect(effects).toHaveLength(1);
    expect(effects[0]).toMatchObject({ effect: 'charge', amount: 6540, currency: 'USD' });
  });

  it('may come from the client, with the payment’s own secret', async () => {
    const payment = await created();
    const body = { ...cardFields(), client_secret: payment.client_secret };
    const confirmed = ok(await merchant.client.post(`/payments/${payment.payment_id}/confirm`, body));
    expect(keysOf(confirmed)).toEqual(paymentKeys);
    expect(confirmed).toMatchObject({ status: 'succeeded', amount_received: 6540, merchant_connector_id: null });
  });

  it('may name the card that came before by its token', async () => {
    const payment = await created(cardFields());
    const { payment_token } = payment;
    const named = { payment_method: 'card', payment_method_type: 'credit', payment_token: 'token_other' };
    expect(told(await act(payment.payment_id, 'confirm', named))).toEqual(
      refusal(422, 'IR_29', 'Token is invalid or expired'),
    );
    const confirmed = ok(await act(payment.payment_id, 'confirm', { ...named, payment_token }));
    expect(confirmed).toMatchObject({ status: 'succeeded', payment_token });
    const again = await created(cardFields());
    expect(ok(await act(again.payment_id, 'confirm')).status).toBe('succeeded');
  });

  it('needs a method', async () => {
    const { payment_id } = await created();
    const needed = notAllowed('A payment token or payment method data or ctp service details is required');
    expect(told(await act(payment_id, 'confirm'))).toEqual(needed);
    expect(told(await merchant.api.post('/payments', { amount: 1, currency: 'USD', confirm: true }))).toEqual(needed);
    expect((await retrieve(payment_id)).status).toBe('requires_payment_method');
  });

  it.each([
    ['4000000000000002', 'DC_08', 'Payment declined: Card declined'],
    ['4000000000009987', 'DC_08', 'Payment declined: Lost card'],
    ['4012888888881881', 'DC_04', 'Card not supported. Please use test cards'],
  ])('of card %s ends in a decline, told with 200', async (card, error_code, error_message) => {
    const payment = await paid(cardFields(card));
    expect(keysOf(payment)).toEqual(paymentKeys);
    expect(payment).toMatchObject({
      ...{ status: 'failed', amount_capturable: 0, amount_received: null, error_code, error_message },
      ...{ unified_code: 'UE_9000', unified_message: 'Something went wrong', next_action: null },
      ...{ incremental_authorization_allowed: false, network_details: { network_advice_code: null } },
      ...{ manual_retry_allowed: null, connector: 'stripe_test', attempt_count: 1 },
      error_details: {
        unified_details: expect.objectContaining({ message: 'Something went wrong' }),
        issuer_details: { code: null, message: null, network_details: { network_advice_code: null } },
        connector_details: { code: error_code, message: error_message, reason: null },
      },
    });
    expect(Object.keys(payment.error_details.unified_details)).toEqual([
      ...['category', 'message', 'standardised_code', 'description', 'user_guidance_message', 'recommended_action'],
    ]);
    const refused = `You cannot confirm this payment because it has status failed, you can enable \`manual_retry\` in profile to try this payment again`;
    expect(told(await act(payment.payment_id, 'confirm', cardFields()))).toEqual(precondition(refused));
  });

  it('may be repeated after a decline where the profile says so', async () => {
    const { merchantId, profileId, api } = await aMerchant(system);
    ok(await api.post(`/account/${merchantId}/business_profile/${profileId}`, { is_manual_retry_enabled: true }));
    const payment = ok(await api.post('/payments', paymentBody(cardFields(cards.declined))));
    expect(payment).toMatchObject({ status: 'failed', manual_retry_allowed: true });
    const again = ok(await api.post(`/payments/${payment.payment_id}/confirm`, cardFields()));
    expect(again).toMatchObject({
      status: 'succeeded',
      attempt_count: 2,
      error_code: null,
      manual_retry_allowed: false,
    });
    const { attempts } = ok(await api.get(`/payments/${payment.payment_id}?expand_attempts=true`));
    expect(attempts.map(({ attempt_id, status }: Json) => [attempt_id, status])).toEqual([
      [`${payment.payment_id}_1`, 'failure'],
      [`${payment.payment_id}_2`, 'charged'],
    ]);
  });
});

describe('capture', () => {
  it('of all that is held, or of a part', async () => {
    const held = await authorized();
    expect(held).toMatchObject({ status: 'requires_capture', amount_capturable: 6540, amount_received: null });
    const all = ok(await act(held.payment_id, 'capture'));
    expect(keysOf(all)).toEqual(paymentKeys);
    expect(all).toMatchObject({ status: 'succeeded', amount_capturable: 0, amount_received: 6540 });
    const { payment_id } = await authorized();
    const part = ok(await act(payment_id, 'capture', { amount_to_capture: 6000 }));
    expect(part).toMatchObject({ status: 'partially_captured', amount_capturable: 0, amount_received: 6000 });
  });

  const state = (field: string, value: string, states: string) =>
    refusal(
      400,
      'IR_14',
      `This Payment could not be captured because it has a ${field} of ${value}. The expected state is ${states}`,
    );
  const wrongStatus = (status: string) =>
    state('payment.status', status, 'requires_capture, partially_captured_and_capturable, processing');

  it.each<[string, () => Promise<Json>, object, Told]>([
    ['nothing', authorized, { amount_to_capture: 0 }, wrongFormat('amount', 'positive integer')],
    ['less than nothing', authorized, { amount_to_capture: -1 }, wrongFormat('amount', 'positive integer')],
    ['too much', authorized, { amount_to_capture: 6541 }, notAllowed('amount_to_capture is greater than amount')],
    ['an automatic payment', paid, {}, wrongStatus('succeeded')],
    ['where no method of capture was sent', () => paid({ capture_method: null }), {}, missing('capture_method')],
    [
      'a payment that waits for its customer',
      () => challenged({ capture_method: 'manual' }),
      {},
      wrongStatus('requires_customer_action'),
    ],
    [
      'a payment without a method',
      () => created({ capture_method: 'manual' }),
      {},
      wrongStatus('requires_payment_method'),
    ],
  ])('is refused of %s', async (_, make, body, expected) => {
    const { payment_id, status } = await make();
    expect(told(await act(payment_id, 'capture', body))).toEqual(expected);
    expect((await retrieve(payment_id)).status).toBe(status);
  });

  it('comes once', async () => {
    const { payment_id } = await authorized();
    ok(await act(payment_id, 'capture', { amount_to_capture: 1 }));
    expect(told(await act(payment_id, 'capture', { amount_to_capture: 1 }))).toEqual(wrongStatus('partially_captured'));
  });

  it('is the merchant’s choice of method, as far as there is one', async () => {
    const refused = (method: string) => merchant.api.post('/payments', paymentBody({ capture_method: method }));
    expect(told(await refused('scheduled'))).toEqual(
      refusal(501, 'IR_00', 'This API is under development and will be made available soon.'),
    );
    expect(told(await refused('manual_multiple'))).toEqual(
      refusal(400, 'IR_19', 'Payment method type not supported', { reason: 'card is not supported by stripe_test' }),
    );
    expect(await paid({ capture_method: 'sequential_automatic' })).toMatchObject({ status: 'succeeded' });
  });
});

describe('cancel', () => {
  const reason = { cancellation_reason: 'requested_by_customer' };
  it.each<[string, () => Promise<Json>, number]>([
    ['requires_payment_method', created, 0],
    ['requires_confirmation', () => create({ amount: 6540, currency: 'USD', ...cardFields() }), 6540],
    ['requires_capture', authorized, 0],
    ['requires_customer_action', challenged, 0],
  ])('ends a payment from %s', async (status, make, capturable) => {
    const payment = await make();
    expect(payment.status).toBe(status);
    const cancelled = ok(await act(payment.payment_id, 'cancel', reason));
    expect(keysOf(cancelled)).toEqual(paymentKeys);
    expect(cancelled).toMatchObject({
      ...{ status: 'cancelled', ...reason, next_action: null, amount_capturable: capturable, amount_received: null },
    });
    expect(told(await act(payment.payment_id, 'cancel', reason))).toEqual(
      precondition('You cannot cancel this payment because it has status cancelled'),
    );
  });

  it.each<[string, () => Promise<Json>]>([
    ['succeeded', paid],
    ['failed', () => paid(cardFields(cards.declined))],
  ])('is refused of a payment that has %s', async (status, make) => {
    const { payment_id } = await make();
    expect(told(await act(payment_id, 'cancel'))).toEqual(
      precondition(`You cannot cancel this payment because it has status ${status}`),
    );
  });
});

describe('what a settled payment refuses', () => {
  it.each<[string, () => Promise<Json>]>([
    ['succeeded', paid],
    ['requires_capture', authorized],
    ['requires_customer_action', challenged],
  ])('%s', async (status, make) => {
    const { payment_id } = await make();
    const refused = (word: string) => precondition(`You cannot ${word} this payment because it has status ${status}`);
    expect(told(await act(payment_id, 'confirm', cardFields()))).toEqual(refused('confirm'));
    expect(told(await merchant.api.post(`/payments/${payment_id}`, { amount: 1 }))).toEqual(refused('update'));
    expect(await retrieve(payment_id)).toMatchObject({ status, amount: 6540 });
  });
});

describe('a payment that is read', () => {
  it('shows its attempts and captures where they are asked for', async () => {
    const { payment_id } = await authorized();
    const captured = ok(await act(payment_id, 'capture', { amount_to_capture: 5000 }));
    const wide = await retrieve(payment_id, '?expand_attempts=true&expand_captures=true&force_sync=true');
    expect(keysOf(wide)).toEqual(paymentKeysWith('attempts', 'captures'));
    const { attempts, captures, ...narrow } = wide;
    expect(narrow).toEqual(captured);
    expect(attempts.map(keysOf)).toEqual([attemptKeys]);
    expect(attempts[0]).toMatchObject({
      ...{
        attempt_id: `${payment_id}_1`,
        status: 'partial_charged',
        amount: 6540,
        currency: 'USD',
        error_message: null,
      },
      ...{ connector: 'stripe_test', connector_transaction_id: captured.connector_transaction_id },
      ...{ capture_method: 'manual', payment_method: 'card', payment_method_type: 'credit', error_code: null },
    });
    expect(captures.map(keysOf)).toEqual([captureKeys]);
    expect(captures[0]).toMatchObject({
      ...{ capture_id: `${payment_id}_1_1`, status: 'charged', amount: 5000, capture_sequence: 1 },
      authorized_attempt_id: `${payment_id}_1`,
    });
  });

  it('is asked for at the processor with force_sync, and only then', async () => {
    const payment = await challenged();
    const page = payment.next_action.redirect_to_url.replace(/^.*\/payments/, '/payments');
    const link = /href="([^"]+)"/.exec((await system.api.get(page)).text)?.[1] ?? '';
    const bank = link.replace('/authorize/', '/complete/').replace(/^https?:\/\/[^/]+/, '');
    expect((await system.sandbox.get(`${bank}?confirm=true`)).status).toBe(302);
    await eventually(async () => (await retrieve(payment.payment_id, '?force_sync=true')).status === 'succeeded');
    expect(await retrieve(payment.payment_id)).toMatchObject({ status: 'succeeded', amount_received: 6540 });
  });

  it.each([
    ['?force_sync=yes', 'Query deserialize error: provided string was not `true` or `false`'],
    ['?force_sync=true&force_sync=true', 'Query deserialize error: duplicate field `force_sync`'],
  ])('refuses %s in plain words', async (query, text) => {
    const { payment_id } = await created();
    expect(told(await merchant.api.get(`/payments/${payment_id}${query}`))).toEqual({ status: 400, body: text });
  });
});

describe('the session of a client', () => {
  it('ends with the time that the payment has', async () => {
    const { payment_id, client_secret } = await created({ session_expiry: 60 });
    const path = `/payments/${payment_id}`;
    expect(ok(await merchant.client.get(`${path}?client_secret=${client_secret}`)).payment_id).toBe(payment_id);
    await rowsOf(system, `UPDATE payments.intents SET expires_at = now() WHERE payment_id = '${payment_id}'`);
    const expired = refusal(400, 'IR_08', 'The provided client_secret has expired');
    const confirm = { ...cardFields(), client_secret };
    expect(told(await merchant.client.get(`${path}?client_secret=${client_secret}`))).toEqual(expired);
    expect(told(await merchant.client.post(`${path}/confirm`, confirm))).toEqual(expired);
    expect(told(await merchant.client.post(path, { client_secret, amount: 1 }))).toEqual(expired);
    expect(await retrieve(payment_id)).toMatchObject({ status: 'requires_payment_method', amount: 6540 });
  });
});

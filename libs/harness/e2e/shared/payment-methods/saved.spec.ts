import {
  aMerchant,
  cardFields,
  cards,
  ok,
  paymentBody,
  sharedSystem,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { rowsOf } from '../../support/rows';
import {
  absent,
  idLike,
  missing,
  notAllowed,
  precondition,
  publishedKeys,
  refusal,
  statusAndBody,
  timestamp,
} from '../../support/wire';

const system = sharedSystem();
let merchant: TestMerchant;
let other: TestMerchant;
const acceptance = {
  acceptance_type: 'online',
  accepted_at: '2026-01-05T10:00:00.000Z',
  online: { ip_address: '10.0.0.1', user_agent: 'x' },
};

/** A payment creates its customer. */
const aCustomer = async (customer_id: string, of = merchant): Promise<void> =>
  void ok(await of.api.post('/payments', { amount: 100, currency: 'USD', customer_id }));

beforeAll(async () => {
  [merchant, other] = await Promise.all([aMerchant(system), aMerchant(system)]);
  await Promise.all([aCustomer('cus_ada'), aCustomer('cus_bob'), aCustomer('cus_zoe', other)]);
});

const noMethod = absent('Payment method does not exist in our records');
const noCustomer = absent('Customer does not exist in our records');
const invalidId = precondition('The payment_method_id is not valid');
const tokenExpired = refusal(422, 'IR_29', 'Token is invalid or expired');
const wrongSecret = refusal(
  400,
  'IR_09',
  'The client_secret provided does not match the client_secret associated with the Payment',
);
const tokenLike = idLike('token');

const cardDetail = (card_number = '5555555555554444', more: object = {}) => ({
  card_number,
  card_exp_month: '10',
  card_exp_year: '35',
  card_holder_name: 'Ada Doe',
  nick_name: 'mine',
  ...more,
});
const create = (body: object, of = merchant) =>
  of.api.post('/payment_methods', { payment_method: 'card', payment_method_type: 'credit', ...body });
const created = async (customer_id: string, card: object = cardDetail()): Promise<Json> =>
  ok(await create({ customer_id, card }));
const list = async (customer: string, query = ''): Promise<Json[]> =>
  ok(await merchant.api.get(`/customers/${customer}/payment_methods${query}`)).customer_payment_methods;
const withToken = (payment_token: string, more: object = {}) => ({
  amount: 6540,
  currency: 'USD',
  customer_id: 'cus_ada',
  confirm: true,
  payment_method: 'card',
  payment_token,
  card_cvc: '123',
  ...more,
});
const remove = (id: string, of = merchant) => of.api.raw('DELETE', `/payment_methods/${id}`);

describe('a payment method', () => {
  it('is created with a card, read, changed and deleted, and its number is sealed', async () => {
    const made = await created('cus_bob', cardDetail('378282246310005'));
    expect(made).toMatchObject({
      merchant_id: merchant.merchantId,
      customer_id: 'cus_bob',
      payment_method_id: idLike('pm'),
      payment_method: 'card',
      payment_method_type: 'credit',
      created: timestamp,
      last_used_at: timestamp,
      card: { last4_digits: '0005', card_isin: '378282', nick_name: 'mine', expiry_month: '10', saved_to_locker: true },
      client_secret: expect.stringContaining(`${made.payment_method_id}_secret_`) as string,
    });
    expect(Object.keys(made).sort()).toEqual(
      publishedKeys('PaymentMethodResponse')
        .filter((key) => key !== 'bank_transfer')
        .sort(),
    );
    const path = `/payment_methods/${made.payment_method_id}`;
    expect(ok(await merchant.api.get(path))).toEqual(made);
    const [row] = await rowsOf(
      system,
      `SELECT method FROM payments.payment_methods WHERE payment_method_id = '${made.payment_method_id}'`,
    );
    expect(JSON.stringify(row)).not.toContain('378282246310005');
    const card = { card_exp_month: '11', card_exp_year: '36', card_holder_name: 'A. Doe' };
    expect(ok(await merchant.api.post(`${path}/update`, { card })).card).toMatchObject({
      expiry_month: '11',
      expiry_year: '36',
      card_holder_name: 'A. Doe',
      nick_name: 'mine',
    });
    expect(ok(await remove(made.payment_method_id))).toEqual({
      payment_method_id: made.payment_method_id,
      deleted: true,
    });
    expect(statusAndBody(await merchant.api.get(path))).toEqual(noMethod);
    expect(statusAndBody(await remove(made.payment_method_id))).toEqual(noMethod);
  });

  it('keeps its id when the customer saves the same card again, and differs for another customer', async () => {
    const first = await created('cus_bob', cardDetail('6011111111111117'));
    const again = await created('cus_bob', cardDetail('6011111111111117', { card_exp_year: '36', nick_name: 'new' }));
    expect(again).toMatchObject({
      payment_method_id: first.payment_method_id,
      created: first.created,
      card: { expiry_year: '36', nick_name: 'new' },
    });
    const ofAda = await created('cus_ada', cardDetail('6011111111111117'));
    expect(ofAda.payment_method_id).not.toBe(first.payment_method_id);
    await Promise.all([remove(first.payment_method_id), remove(ofAda.payment_method_id)]);
  });

  it('awaits its card until a client adds it with the client secret', async () => {
    const awaiting = ok(await create({ customer_id: 'cus_bob' }));
    expect(awaiting).toMatchObject({ card: null, client_secret: expect.any(String) as string });
    const { payment_method_id: id, client_secret } = awaiting;
    const card = cardDetail('3530111333300000');
    const save = (more: object = {}, of = merchant) =>
      of.client.post(`/payment_methods/${id}/save`, {
        payment_method: 'card',
        client_secret,
        payment_method_data: { card },
        ...more,
      });
    const change = { card: { card_exp_month: '11', card_exp_year: '36', card_holder_name: 'B' }, client_secret };
    const update = (body: object) => merchant.client.post(`/payment_methods/${id}/update`, body);
    const unsupported = (reason: string) => refusal(400, 'IR_19', 'Payment method type not supported', { reason });
    expect(statusAndBody(await update(change))).toEqual(
      unsupported('Payment method is awaiting data so it cannot be updated'),
    );
    expect(statusAndBody(await save({ client_secret: `${id}_secret_x` }))).toEqual(wrongSecret);
    expect(statusAndBody(await save({}, other))).toEqual(noMethod);
    expect(statusAndBody(await save({ client_secret: undefined }))).toEqual(missing('client_secret'));
    expect(statusAndBody(await save({ payment_method_data: undefined }))).toEqual(missing('payment_method_data'));
    expect(ok(await save())).toMatchObject({ payment_method_id: id, card: { last4_digits: '0000' } });
    expect(statusAndBody(await save())).toEqual(refusal(400, 'IR_08', 'The provided client_secret has expired'));
    expect(statusAndBody(await update({ ...change, client_secret: `${id}_secret_x` }))).toEqual(wrongSecret);
    expect(statusAndBody(await update({ ...change, client_secret: undefined }))).toEqual(missing('client_secret'));
    expect(ok(await update(change)).card).toMatchObject({ expiry_month: '11' });
    // The same card again: the payment method that has it.
    const second = ok(await create({ customer_id: 'cus_bob' }));
    const saved = await merchant.client.post(`/payment_methods/${second.payment_method_id}/save`, {
      payment_method: 'card',
      client_secret: second.client_secret,
      payment_method_data: { card },
    });
    expect(ok(saved)).toMatchObject({ payment_method_id: id, card: { expiry_month: '10' } });
    expect((await list('cus_bob')).filter(({ card: { last4_digits } }) => last4_digits === '0000')).toHaveLength(1);
    await remove(id);
  });

  it('can be an account for bank debits, which is shown masked', async () => {
    const ach = { account_number: '000123456789', routing_number: '110000000' };
    const body = { payment_method: 'bank_debit', payment_method_data: { bank_debit: { ach } }, customer_id: 'cus_bob' };
    const made = ok(await create({ ...body, payment_method_type: 'ach' }));
    const [entry] = await list('cus_bob', '?limit=1');
    expect(entry).toMatchObject({ payment_method_id: made.payment_method_id, card: null, bank: { mask: '6789' } });
    const path = `/payment_methods/${made.payment_method_id}/update`;
    const card = { card_exp_month: '11', card_exp_year: '36', card_holder_name: 'B' };
    const reason = 'Payment method update for the given payment method is not supported';
    expect(statusAndBody(await merchant.api.post(path, { card }))).toEqual(
      refusal(400, 'IR_19', 'Payment method type not supported', { reason }),
    );
    await remove(made.payment_method_id);
  });

  it.each([
    ['without a customer', {}, missing('customer_id')],
    ['with an unknown customer', { customer_id: 'cus_none' }, noCustomer],
    ['with a foreign customer', { customer_id: 'cus_zoe' }, noCustomer],
    [
      'with another type',
      { customer_id: 'cus_ada', payment_method_type: 'ideal' },
      notAllowed("Invalid 'payment_method_type' provided"),
    ],
    [
      'with data of another method',
      { customer_id: 'cus_ada', payment_method: 'wallet', payment_method_type: 'paypal' },
      notAllowed('PaymentMethodData does not match PaymentMethod'),
    ],
    [
      'with an expired card',
      { customer_id: 'cus_ada', card: cardDetail(undefined, { card_exp_year: '20' }) },
      precondition('Invalid Expiry Year'),
    ],
  ])('is not created %s', async (_, body, expected) =>
    expect(statusAndBody(await create({ card: cardDetail(), ...body }))).toEqual(expected),
  );

  it('belongs to its merchant alone', async () => {
    const { payment_method_id: id } = await created('cus_bob');
    const card = { card_exp_month: '11', card_exp_year: '36', card_holder_name: 'B' };
    for (const answer of [
      await other.api.get(`/payment_methods/${id}`),
      await other.api.post(`/payment_methods/${id}/update`, { card }),
      await remove(id, other),
      await other.api.post(`/customers/cus_zoe/payment_methods/${id}/default`, {}),
    ])
      expect(statusAndBody(answer)).toEqual(noMethod);
    await remove(id);
  });
});

it('the default payment method is set once, and is deleted last', async () => {
  await aCustomer('cus_default');
  const [first, second] = [await created('cus_default'), await created('cus_default', cardDetail(cards.succeeds))];
  const setDefault = (id: string, customer = 'cus_default') =>
    merchant.api.post(`/customers/${customer}/payment_methods/${id}/default`, {});
  // The first saved payment method is the default already.
  expect(statusAndBody(await setDefault(first.payment_method_id))).toEqual(
    precondition('Payment Method is already set as default'),
  );
  expect(statusAndBody(await setDefault(first.payment_method_id, 'cus_ada'))).toEqual(invalidId);
  expect(statusAndBody(await setDefault(first.payment_method_id, 'cus_none'))).toEqual(noCustomer);
  expect(statusAndBody(await setDefault('pm_none'))).toEqual(noMethod);
  const defaults = async () =>
    (await list('cus_default'))
      .filter(({ default_payment_method_set }) => default_payment_method_set)
      .map(({ payment_method_id }) => payment_method_id as string);
  expect(await defaults()).toEqual([first.payment_method_id]);
  expect(statusAndBody(await remove(first.payment_method_id))).toEqual(
    refusal(400, 'IR_25', 'Cannot delete the default payment method'),
  );
  expect(ok(await setDefault(second.payment_method_id))).toEqual({
    default_payment_method_id: second.payment_method_id,
    customer_id: 'cus_default',
    payment_method: 'card',
    payment_method_type: 'credit',
  });
  expect(await defaults()).toEqual([second.payment_method_id]);
  ok(await remove(first.payment_method_id));
  ok(await remove(second.payment_method_id));
  expect(await list('cus_default')).toEqual([]);
});

describe('a list', () => {
  it('has active payment methods, the last used first, each with all keys and a new token', async () => {
    await aCustomer('cus_list');
    const first = await created('cus_list');
    const second = await created('cus_list', cardDetail(cards.succeeds));
    ok(await create({ customer_id: 'cus_list' }));
    const [entry, last] = await list('cus_list');
    expect([entry!.payment_method_id, last!.payment_method_id]).toEqual([
      second.payment_method_id,
      first.payment_method_id,
    ]);
    expect(Object.keys(entry!).sort()).toEqual(
      publishedKeys('CustomerPaymentMethod')
        .filter((key) => key !== 'bank_transfer')
        .sort(),
    );
    expect(entry).toMatchObject({
      payment_token: tokenLike,
      customer_id: 'cus_list',
      recurring_enabled: false,
      requires_cvv: true,
      installment_payment_enabled: false,
      payment_experience: ['redirect_to_url'],
      bank: null,
      default_payment_method_set: false,
      surcharge_details: null,
      billing: null,
    });
    const paid = ok(await merchant.api.post('/payments', withToken(last!.payment_token, { customer_id: 'cus_list' })));
    expect(paid.status).toBe('succeeded');
    const [used] = await list('cus_list', '?limit=1');
    expect(used!.payment_method_id).toBe(first.payment_method_id);
    expect(used!.payment_token).not.toBe(last!.payment_token);
  });

  it('is found by the client secret of a payment, and is empty for a guest', async () => {
    const { payment_method_id: id } = await created('cus_ada');
    const payment = (more: object) =>
      merchant.api.post('/payments', { amount: 100, currency: 'USD', ...more }).then(ok) as Promise<Json>;
    const [ofAda, ofGuest] = [await payment({ customer_id: 'cus_ada' }), await payment({})];
    const path = ({ client_secret }: Json) => `/customers/payment_methods?client_secret=${client_secret}`;
    const shown = ok(await merchant.client.get(path(ofAda)));
    expect(shown).toMatchObject({ is_guest_customer: false });
    expect(shown.customer_payment_methods.map((one: Json) => one.payment_method_id)).toContain(id);
    expect(ok(await merchant.api.get(path(ofAda))).is_guest_customer).toBe(false);
    expect(ok(await merchant.client.get(path(ofGuest)))).toEqual({
      customer_payment_methods: [],
      is_guest_customer: true,
    });
    const named = `/customers/cus_ada/payment_methods?client_secret=`;
    expect(ok(await merchant.api.get(`${named}${ofAda.client_secret}`)).is_guest_customer).toBe(false);
    expect(statusAndBody(await merchant.api.get(`${named}${ofGuest.client_secret}`))).toEqual(noCustomer);
    expect(statusAndBody(await merchant.client.get('/customers/payment_methods'))).toEqual(missing('client_secret'));
    const stolen = `/customers/payment_methods?client_secret=${ofAda.payment_id}_secret_x`;
    expect(statusAndBody(await merchant.client.get(stolen))).toEqual(wrongSecret);
    expect((await other.client.get(path(ofAda))).status).toBe(404);
    await remove(id);
  });

  it('of an unknown or foreign customer does not exist', async () => {
    for (const customer of ['cus_none', 'cus_zoe'])
      expect(statusAndBody(await merchant.api.get(`/customers/${customer}/payment_methods`))).toEqual(noCustomer);
  });
});

describe('a payment token', () => {
  let token: string;
  let id: string;
  beforeAll(async () => {
    id = (await created('cus_ada')).payment_method_id;
    token = (await list('cus_ada')).find(({ payment_method_id }) => payment_method_id === id)!.payment_token;
  });

  it('charges the saved card with the CVC of the request', async () => {
    expect(ok(await merchant.api.post('/payments', withToken(token)))).toMatchObject({
      status: 'succeeded',
      payment_token: token,
      payment_method_id: id,
      card_discovery: 'saved_card',
      is_stored_credential: true,
      payment_method_data: { card: { last4: '4444' } },
    });
  });

  it('is confirmed by the payment’s client', async () => {
    const payment = ok(await merchant.api.post('/payments', { amount: 6540, currency: 'USD', customer_id: 'cus_ada' }));
    const { payment_token } = ok(
      await merchant.client.get(`/customers/payment_methods?client_secret=${payment.client_secret}`),
    ).customer_payment_methods[0];
    const chosen = { client_secret: payment.client_secret, payment_method: 'card', payment_token };
    const path = `/payments/${payment.payment_id}/confirm`;
    expect(statusAndBody(await merchant.client.post(path, chosen))).toEqual(missing('card_cvc'));
    const confirmed = ok(await merchant.client.post(path, { ...chosen, card_cvc: '123' }));
    expect(confirmed).toMatchObject({ status: 'succeeded', payment_token });
  });

  it.each([
    [
      'beside the name',
      { payment_method: 'card', payment_method_data: { card_token: { card_holder_name: 'Ada', card_cvc: '123' } } },
    ],
    ['alone, after the token', { card_cvc: '123' }],
  ])('is confirmed by the payment’s client with the CVC %s', async (_, cvc) => {
    const payment = ok(await merchant.api.post('/payments', { amount: 6540, currency: 'USD', customer_id: 'cus_ada' }));
    const { client_secret } = payment;
    const { payment_token } = ok(await merchant.client.get(`/customers/payment_methods?client_secret=${client_secret}`))
      .customer_payment_methods[0];
    const path = `/payments/${payment.payment_id}`;
    ok(await merchant.client.post(path, { client_secret, payment_method: 'card', payment_token }));
    const later = { client_secret, ...cvc };
    expect(statusAndBody(await merchant.client.post(`${path}/confirm`, { client_secret }))).toEqual(
      missing('card_cvc'),
    );
    expect(ok(await merchant.client.post(`${path}/confirm`, later))).toMatchObject({ status: 'succeeded' });
  });

  it.each([
    ['of another customer', () => ({ customer_id: 'cus_bob' })],
    ['without a customer', () => ({ customer_id: undefined })],
    ['with another letter', () => ({ payment_token: token.slice(0, -1) + (token.endsWith('a') ? 'b' : 'a') })],
    ['that no service made', () => ({ payment_token: `token_${'0'.repeat(20)}` })],
  ])('%s is refused', async (_, more) =>
    expect(statusAndBody(await merchant.api.post('/payments', withToken(token, more())))).toEqual(tokenExpired),
  );

  it('of a deleted payment method is refused', async () => {
    ok(await remove(id));
    expect(statusAndBody(await merchant.api.post('/payments', withToken(token)))).toEqual(tokenExpired);
  });
});

it('a payment saves a card that the customer has under its id, and does not bring a deleted one back', async () => {
  await aCustomer('cus_pays');
  const saving = paymentBody({
    ...cardFields(cards.succeeds),
    customer_id: 'cus_pays',
    setup_future_usage: 'off_session',
    customer_acceptance: acceptance,
  });
  const pay = async (more: object = {}): Promise<Json> =>
    ok(await merchant.api.post('/payments', { ...saving, ...more }));
  const [one, two] = await Promise.all([pay(), pay()]);
  expect(two.payment_method_id).toBe(one.payment_method_id);
  expect(await list('cus_pays')).toHaveLength(1);
  const held = await pay({ capture_method: 'manual' });
  expect(held.payment_method_id).toBe(one.payment_method_id);
  ok(await remove(one.payment_method_id));
  await merchant.api.post(`/payments/${held.payment_id}/capture`, {});
  expect(await list('cus_pays')).toEqual([]);
});

it('tokens live as long as the profile says', async () => {
  const path = `/account/${other.merchantId}/business_profile/${other.profileId}`;
  ok(await other.api.post(path, { intent_fulfillment_time: 60 }));
  ok(await create({ customer_id: 'cus_zoe', card: cardDetail() }, other));
  const [entry] = ok(await other.api.get('/customers/cus_zoe/payment_methods')).customer_payment_methods;
  const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const expiresAt = [...(entry.payment_token as string).slice(6, 13)].reduce(
    (time, letter) => time * 62 + letters.indexOf(letter),
    0,
  );
  expect(expiresAt - Date.now()).toBeGreaterThan(30_000);
  expect(expiresAt - Date.now()).toBeLessThanOrEqual(61_000);
});

import { randomBytes } from 'node:crypto';
import { ok, sharedSystem, type Answer, type Json, type TestMerchant } from '@payorch/harness';
import {
  aPayoutMerchant,
  createdPayout,
  destinationsOf,
  payoutBody,
  payoutEffects,
  retrievePayout,
  toCard,
  toIban,
  untilPayoutIs,
} from '../../support/payouts';
import {
  absent,
  missing,
  notAllowed,
  precondition,
  refusal,
  statusAndBody,
  timestamp,
  unauthorized,
  wrongValue,
} from '../../support/wire';

jest.setTimeout(60_000);

const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await aPayoutMerchant(system, { connectors: ['pretendpay', 'stripe_test'] });
});

const post = (path: string, body: object = {}, headers: Record<string, string> = {}): Promise<Answer> =>
  merchant.api.post(`/payouts/${path}`, body, headers);
const get = (path: string, by = merchant): Promise<Answer> => by.api.get(`/payouts/${path}`);
const put = (path: string, body: object, api = merchant.api): Promise<Answer> =>
  api.raw('PUT', `/payouts/${path}`, JSON.stringify(body), { 'content-type': 'application/json' });

const unconfirmed = { confirm: false };
const bare = { confirm: false, payout_type: null, payout_method_data: null };
/** Paid in two steps, so that the processor has the payout before its fulfilment. */
const inTwoSteps = { connector: ['pretendpay'], auto_fulfill: false };
const cardOf = (digits: string): object => destinationsOf['card']!({ name: '', digits });
const newId = (): string => `payout_${randomBytes(12).toString('hex').slice(0, 23)}`;

const noPayout = absent('Payout does not exist in our records');
const cannotBe = (done: 'cancelled' | 'fulfilled', id: string, status: string) =>
  notAllowed(`Payout PayoutId("${id}") cannot be ${done} for status ${status}`);
const cannotBeUpdated = (id: string, status: string) =>
  notAllowed(`Payout ${id} cannot be updated for status ${status}`);
const cannotConfirm = (status: string) =>
  precondition(`You cannot confirm this payout because it has status ${status}`);

describe('the payout object', () => {
  it('has the fields of the interface, and no other one', async () => {
    const payout = await createdPayout(merchant, {
      ...inTwoSteps,
      auto_fulfill: true,
      customer_id: undefined,
      customer: {
        id: 'recipient_1',
        name: 'Ada Doe',
        email: 'ada@example.com',
        phone: '5550100',
        phone_country_code: '+1',
      },
      billing: { address: { city: 'Utrecht', country: 'NL' } },
      description: 'Winnings',
      entity_type: 'Company',
      recurring: false,
      metadata: { order: '17' },
      priority: 'instant',
      return_url: 'https://shop.example/done',
      business_country: 'US',
      business_label: 'default',
    });
    expect(payout).toEqual({
      payout_id: expect.stringMatching(/^[A-Za-z0-9_-]{30}$/),
      merchant_id: merchant.merchantId,
      amount: 6540,
      currency: 'EUR',
      connector: 'pretendpay',
      payout_type: 'card',
      payout_method_data: { card: expect.objectContaining({ last4: '4242', card_exp_month: '10' }) },
      billing: expect.objectContaining({ address: expect.objectContaining({ city: 'Utrecht', country: 'NL' }) }),
      auto_fulfill: true,
      customer_id: 'recipient_1',
      customer: {
        id: 'recipient_1',
        name: 'Ada Doe',
        email: 'ada@example.com',
        phone: '5550100',
        phone_country_code: '+1',
      },
      client_secret: expect.stringMatching(new RegExp(`^${payout.payout_id}_secret_[0-9A-Za-z]{20}$`)),
      return_url: 'https://shop.example/done',
      business_country: 'US',
      business_label: 'default',
      description: 'Winnings',
      entity_type: 'Company',
      recurring: false,
      metadata: { order: '17' },
      merchant_connector_id: merchant.connectors['pretendpay'].merchant_connector_id,
      status: 'success',
      error_message: null,
      error_code: null,
      profile_id: merchant.profileId,
      created: timestamp,
      connector_transaction_id: expect.stringMatching(/^po_/),
      priority: 'instant',
      attempts: null,
      payout_link: null,
      email: 'ada@example.com',
      name: 'Ada Doe',
      phone: '5550100',
      phone_country_code: '+1',
      unified_code: null,
      unified_message: null,
      payout_method_id: null,
    });
    expect(await retrievePayout(merchant, payout.payout_id)).toEqual(payout);
    const [attempt] = ok(await get(`${payout.payout_id}?expand_attempts=true`)).attempts;
    expect(attempt).toEqual({
      attempt_id: `${payout.payout_id}_1`,
      status: 'success',
      amount: 6540,
      currency: 'EUR',
      connector: 'pretendpay',
      error_code: null,
      error_message: null,
      payment_method: 'card',
      payout_method_type: expect.stringMatching(/^(?:credit|debit)$/),
      connector_transaction_id: payout.connector_transaction_id,
      cancellation_reason: null,
    });
  });

  it('has defaults, and a customer of its own', async () => {
    const payout = ok(await post('create', { amount: 100, currency: 'USD' }));
    expect(payout).toMatchObject({
      auto_fulfill: false,
      recurring: false,
      entity_type: 'Individual',
      status: 'requires_payout_method_data',
      customer_id: expect.stringMatching(/^cus_/),
      payout_type: null,
      connector: null,
      connector_transaction_id: null,
    });
  });

  it('shows no account number', async () => {
    const iban = 'NL46TEST0136169112';
    const { payout_method_data } = await createdPayout(merchant, { ...unconfirmed, ...toIban(iban) });
    expect(payout_method_data).toEqual({
      bank: expect.objectContaining({ iban: expect.stringMatching(/^[A-Z0-9]{0,4}\*+[0-9]{0,4}$/) }),
    });
    expect(JSON.stringify(payout_method_data)).not.toContain('0136169112');
  });
});

describe('a creation', () => {
  it.each<[string, object, string]>([
    ['without a destination', bare, 'requires_payout_method_data'],
    ['confirmed without a destination', { ...bare, confirm: true }, 'requires_payout_method_data'],
    ['with a destination', { confirm: undefined }, 'requires_confirmation'],
    ['with a destination and confirm false', unconfirmed, 'requires_confirmation'],
    ['confirmed, to be fulfilled later', { auto_fulfill: false }, 'requires_fulfillment'],
    ['confirmed and fulfilled', {}, 'success'],
  ])('%s', async (_, body, status) => {
    const payout = await createdPayout(merchant, body);
    expect(payout.status).toBe(status);
    expect(payoutEffects(system, payout.payout_id)).toEqual(status === 'success' ? ['payout 6540'] : []);
  });

  it('with an id of its merchant uses it once', async () => {
    const payout_id = newId();
    expect((await createdPayout(merchant, { payout_id })).payout_id).toBe(payout_id);
    expect(statusAndBody(await post('create', payoutBody({ payout_id })))).toEqual(
      refusal(
        400,
        'HE_01',
        `The payout with the specified payout_id 'PayoutId("${payout_id}")' already exists in our records`,
      ),
    );
    expect(payoutEffects(system, payout_id)).toEqual(['payout 6540']);
  });

  it('is repeated under its idempotency key with the first answer, and pays once', async () => {
    const headers = { 'idempotency-key': `payout ${newId()}` };
    const [first, again] = [await post('create', payoutBody(), headers), await post('create', payoutBody(), headers)];
    expect(ok(first).status).toBe('success');
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(payoutEffects(system, first.body.payout_id)).toEqual(['payout 6540']);
  });

  const stored = { payout_method_data: undefined, payout_type: undefined };
  it.each<[string, object, object]>([
    ['no amount of money', { amount: 0 }, precondition('Amount must be greater than 0')],
    [
      'a stored method without confirm',
      { ...stored, ...unconfirmed, payout_method_id: 'pm_1' },
      notAllowed('Confirm must be true for recurring payouts'),
    ],
    [
      'a token and a stored method',
      { ...stored, payout_method_id: 'pm_1', payout_token: 'token_1' },
      notAllowed('Only one of payout_method_id or payout_token should be provided.'),
    ],
    [
      'a token without a customer',
      { ...stored, payout_token: 'token_1', customer_id: undefined },
      missing('customer or customer_id when payout_token is provided'),
    ],
    ['a type that the destination is not of', { payout_type: 'bank' }, notAllowed('Payout method data is invalid')],
    ['a profile that does not exist', { profile_id: 'pro_absent' }, { status: 404 }],
    ['an id of another length', { payout_id: 'payout_1' }, { status: 400 }],
    ['an unknown field', { payout_methods: {} }, { status: 400, body: { error: { code: 'IR_06' } } }],
    ['a bank redirect', { payout_type: 'bank_redirect', payout_method_data: undefined }, { status: 501 }],
    [
      'a source of the money',
      { source_bank_data: { payout_method_type: 'sepa', iban: 'NL46TEST0136169112', bic: 'ABNANL2A' } },
      { status: 501 },
    ],
    ['a browser', { browser_info: { user_agent: 'Mozilla/5.0' } }, { status: 501 }],
  ])('with %s is refused', async (_, body, refused) => {
    expect(statusAndBody(await post('create', payoutBody(body)))).toMatchObject(refused);
  });

  it('is for a secret key', async () => {
    const answer = await merchant.client.post('/payouts/create', payoutBody());
    expect(statusAndBody(answer)).toEqual(unauthorized);
  });
});

describe('an update', () => {
  it.each<[string, (id: string, body: object) => Promise<Answer>]>([
    ['PUT', put],
    ['POST', post],
  ])('by %s gives the destination and confirms', async (_, update) => {
    const { payout_id: id } = await createdPayout(merchant, bare);
    const changed = ok(await update(id, { amount: 700, ...toCard() }));
    expect(changed).toMatchObject({ payout_id: id, amount: 700, status: 'requires_confirmation', payout_type: 'card' });
    expect(ok(await update(id, { confirm: true })).status).toBe('success');
    expect(payoutEffects(system, id)).toEqual(['payout 700']);
  });

  it('is refused after the payout', async () => {
    const { payout_id: id } = await createdPayout(merchant);
    expect(statusAndBody(await put(id, { amount: 700 }))).toEqual(cannotBeUpdated(id, 'success'));
  });

  it('of an initiated payout changes its texts, and not its money', async () => {
    const { payout_id: id, status } = await createdPayout(merchant, cardOf('0051'));
    expect(status).toBe('initiated');
    expect(ok(await put(id, { description: 'Winnings of May' })).description).toBe('Winnings of May');
    expect((await put(id, { amount: 1 })).status).toBe(422);
  });

  it('is refused while the payout waits for its fulfilment', async () => {
    const { payout_id: id } = await createdPayout(merchant, inTwoSteps);
    expect(statusAndBody(await put(id, { amount: 700 }))).toEqual(cannotBeUpdated(id, 'requires_fulfillment'));
  });
});

describe('a confirmation', () => {
  it('by its recipient’s browser needs the client secret, and gives the destination', async () => {
    const { payout_id: id, client_secret } = await createdPayout(merchant, bare);
    const confirm = (body: object) => merchant.client.post(`/payouts/${id}/confirm`, { ...toCard(), ...body });
    expect((await confirm({})).status).toBe(400);
    expect((await confirm({ client_secret: `${id}_secret_wrongwrongwrongwrong` })).status).toBe(400);
    expect((await confirm({ client_secret, amount: 1_000_000 })).body.error.code).toBe('IR_16');
    expect(ok(await confirm({ client_secret }))).toMatchObject({ status: 'success', amount: 6540 });
    expect(payoutEffects(system, id)).toEqual(['payout 6540']);
  });

  it('by a secret key pays', async () => {
    const { payout_id: id } = await createdPayout(merchant, unconfirmed);
    expect(ok(await post(`${id}/confirm`)).status).toBe('success');
  });

  it.each<[string, object]>([
    ['success', {}],
    ['failed', cardOf('0002')],
    ['pending', cardOf('0127')],
    ['requires_fulfillment', inTwoSteps],
  ])('is refused at the status %s', async (status, body) => {
    const { payout_id: id } = await createdPayout(merchant, body);
    expect(statusAndBody(await post(`${id}/confirm`))).toEqual(cannotConfirm(status));
  });

  it('is refused of a cancelled payout', async () => {
    const { payout_id: id } = await createdPayout(merchant, unconfirmed);
    ok(await post(`${id}/cancel`));
    expect(statusAndBody(await post(`${id}/confirm`))).toEqual(cannotConfirm('cancelled'));
  });
});

describe('a cancellation', () => {
  const cancelled = { status: 'cancelled', error_code: null, error_message: 'Cancelled by user' };
  const verification = destinationsOf['ach']!({ name: '', digits: '0101' });

  it.each<[string, object]>([
    ['requires_payout_method_data', bare],
    ['requires_confirmation', unconfirmed],
    ['requires_vendor_account_creation', { connector: ['stripe_test'], ...verification }],
    ['requires_fulfillment', { connector: ['stripe_test'], auto_fulfill: false }],
    ['requires_fulfillment', inTwoSteps],
    ['pending', { connector: ['pretendpay'], ...cardOf('0036') }],
  ])('of a payout that is %s', async (status, body) => {
    const { payout_id: id, status: before } = await createdPayout(merchant, body);
    expect(before).toBe(status);
    expect(ok(await post(`${id}/cancel`, { payout_id: id }))).toMatchObject(cancelled);
    expect(payoutEffects(system, id)).toEqual([]);
    expect(statusAndBody(await post(`${id}/cancel`))).toEqual(cannotBe('cancelled', id, 'cancelled'));
  });

  it('of money on its way is the processor’s to refuse, and the payout goes on', async () => {
    const { payout_id: id } = await createdPayout(merchant, { connector: ['pretendpay'], ...cardOf('0051') });
    expect(ok(await post(`${id}/cancel`)).status).not.toBe('cancelled');
    await untilPayoutIs(merchant, id, 'success');
    expect(payoutEffects(system, id)).toEqual(['payout 6540']);
  });

  it.each<[string, object]>([
    ['success', {}],
    ['failed', cardOf('0002')],
  ])('is refused at the status %s', async (status, body) => {
    const { payout_id: id } = await createdPayout(merchant, body);
    expect(statusAndBody(await post(`${id}/cancel`))).toEqual(cannotBe('cancelled', id, status));
  });
});

describe('a fulfilment', () => {
  it.each(['pretendpay', 'stripe_test'])('at %s pays once', async (connector) => {
    const { payout_id: id } = await createdPayout(merchant, { connector: [connector], auto_fulfill: false });
    expect(ok(await post(`${id}/fulfill`, { payout_id: id })).status).toBe('success');
    expect(statusAndBody(await post(`${id}/fulfill`))).toEqual(cannotBe('fulfilled', id, 'success'));
    expect(payoutEffects(system, id)).toEqual(['payout 6540']);
  });

  it('of a payout that is not confirmed is refused', async () => {
    const { payout_id: id } = await createdPayout(merchant, unconfirmed);
    expect(statusAndBody(await post(`${id}/fulfill`))).toEqual(cannotBe('fulfilled', id, 'requires_confirmation'));
  });

  it('whose body names another payout is refused', async () => {
    const { payout_id: id } = await createdPayout(merchant, inTwoSteps);
    expect(statusAndBody(await post(`${id}/fulfill`, { payout_id: newId() }))).toMatchObject(wrongValue('payout_id'));
  });
});

describe('a payout that does not exist', () => {
  const id = newId();
  it.each<[string, () => Promise<Answer>]>([
    ['retrieve', () => get(id)],
    ['sync', () => get(`${id}?force_sync=true`)],
    ['an id that is none', () => get('payout_1')],
    ['update', () => put(id, { amount: 1 })],
    ['confirm', () => post(`${id}/confirm`)],
    ['cancel', () => post(`${id}/cancel`)],
    ['fulfil', () => post(`${id}/fulfill`)],
    [
      'declare',
      () =>
        put(`${id}/manual-update`, { payout_attempt_id: `${id}_1`, merchant_id: merchant.merchantId }, system.admin),
    ],
  ])('%s', async (_, call) => expect(statusAndBody(await call())).toEqual(noPayout));

  it('is what a payout of another merchant is', async () => {
    const { payout_id } = await createdPayout(merchant, unconfirmed);
    expect(statusAndBody(await get(payout_id, await aPayoutMerchant(system)))).toEqual(noPayout);
  });
});

describe('a list', () => {
  let other: TestMerchant;
  let second: string;
  const ids: string[] = [];
  beforeAll(async () => {
    other = await aPayoutMerchant(system, { connectors: ['pretendpay'] });
    const profile = await other.api.post(`/account/${other.merchantId}/business_profile`, { profile_name: 'second' });
    second = ok(profile).profile_id;
    const bodies = [
      { customer_id: 'one', currency: 'EUR', profile_id: other.profileId },
      { customer_id: 'two', currency: 'USD', entity_type: 'Company', ...unconfirmed, profile_id: other.profileId },
      { customer_id: 'two', currency: 'USD', ...bare, profile_id: second },
    ];
    for (const body of bodies) ids.unshift((await createdPayout(other, body)).payout_id);
  });

  const listed = ({ body, status, text }: Answer): string[] => {
    expect([status, text.slice(0, status === 200 ? 0 : 300)]).toEqual([200, '']);
    return body.data.map(({ payout_id }: Json) => payout_id);
  };
  const list = (query = '', headers = {}) => other.api.get(`/payouts/list${query}`, headers);
  const filter = (body: object, headers = {}) => other.api.post('/payouts/list', body, headers);

  it('has the newest payout first, as they are retrieved', async () => {
    const answer = ok(await list());
    expect(answer).toEqual({
      size: 3,
      total_count: 3,
      data: await Promise.all(ids.map((id) => retrievePayout(other, id))),
    });
    expect(ok(await filter({}))).toEqual(answer);
  });

  it('is paged and filtered by its query', async () => {
    expect(listed(await list('?limit=2'))).toEqual(ids.slice(0, 2));
    expect(listed(await list(`?starting_after=${ids[0]}`))).toEqual(ids.slice(1));
    expect(listed(await list(`?ending_before=${ids[2]}`))).toEqual(ids.slice(0, 2));
    expect(listed(await list('?customer_id=two'))).toEqual(ids.slice(0, 2));
  });

  it('is filtered by its body', async () => {
    const by = async (body: object) => listed(await filter({ currency: null, entity_type: null, ...body }));
    expect(await by({ currency: 'USD' })).toEqual(ids.slice(0, 2));
    expect(await by({ entity_type: 'Company' })).toEqual([ids[1]]);
    expect(await by({ status: ['success'] })).toEqual([ids[2]]);
    expect(await by({ payout_id: ids[1] })).toEqual([ids[1]]);
    expect(await by({ limit: 1, offset: 1 })).toEqual([ids[1]]);
    expect(await by({ profile_id: second })).toEqual([ids[0]]);
  });

  it.each([0, 101])('with the limit %d in its query is refused', async (limit) => {
    expect(statusAndBody(await list(`?limit=${limit}`))).toEqual(notAllowed('limit should be in between 1 and 100'));
  });

  it.each([0, 21])('with the limit %d in its body is refused', async (limit) => {
    expect(statusAndBody(await filter({ limit }))).toEqual(notAllowed('limit should be in between 1 and 20'));
  });

  it('of a profile has no payout of another one', async () => {
    const ofSecond = { 'x-profile-id': second };
    expect(listed(await other.api.get('/payouts/profile/list', ofSecond))).toEqual([ids[0]]);
    expect(listed(await other.api.post('/payouts/profile/list', {}, ofSecond))).toEqual([ids[0]]);
  });

  it('has filters: the values that its payouts have, and all that they may have', async () => {
    const sent = { start_time: '2020-01-01T00:00:00Z' };
    const found = ok(await other.api.post('/payouts/filter', sent));
    expect(found).toMatchObject({ connector: ['pretendpay'], payout_method: ['card'] });
    expect([...found.currency].sort()).toEqual(['EUR', 'USD']);
    expect([...found.status].sort()).toEqual(['requires_confirmation', 'requires_payout_method_data', 'success']);
    const ofSecond = ok(await other.api.post('/payouts/profile/filter', sent, { 'x-profile-id': second }));
    expect(ofSecond).toMatchObject({ connector: [], currency: ['USD'], status: ['requires_payout_method_data'] });
    for (const path of ['v2/filter', 'v2/profile/filter'])
      expect(Object.keys(ok(await other.api.get(`/payouts/${path}`, { 'x-profile-id': second })))).toEqual([
        'connector',
        'currency',
        'status',
        'payout_method',
      ]);
  });

  it('has counts of every status', async () => {
    const times = '?start_time=2020-01-01T00:00:00Z';
    const counts = ok(await get(`aggregate${times}`, other)).status_with_count;
    expect(Object.keys(counts)).toHaveLength(13);
    expect(counts).toMatchObject({ success: 1, requires_confirmation: 1, requires_payout_method_data: 1, failed: 0 });
    const answer = await other.api.get(`/payouts/profile/aggregate${times}`, { 'x-profile-id': second });
    expect(ok(answer).status_with_count).toMatchObject({ success: 0, requires_payout_method_data: 1 });
  });
});

describe('an operator', () => {
  const declare = (id: string, body: object, api = system.admin) =>
    put(`${id}/manual-update`, { payout_attempt_id: `${id}_1`, merchant_id: merchant.merchantId, ...body }, api);

  it('declares what the processor does not report', async () => {
    const { payout_id: id } = await createdPayout(merchant, { connector: ['pretendpay'], ...cardOf('0127') });
    const answer = await declare(id, {
      status: 'failed',
      error_code: 'OP_1',
      error_message: 'Lost',
      connector_payout_id: 'po_9',
    });
    expect(answer.status).toBe(200);
    expect(await retrievePayout(merchant, id)).toMatchObject({
      status: 'failed',
      error_code: 'OP_1',
      error_message: 'Lost',
      connector_transaction_id: 'po_9',
    });
  });

  it('alone declares, and never that a success failed', async () => {
    const { payout_id: id } = await createdPayout(merchant);
    expect(statusAndBody(await declare(id, { status: 'failed' }, merchant.api))).toEqual(unauthorized);
    expect(statusAndBody(await declare(id, { status: 'failed' }))).toEqual(
      notAllowed(`Payout ${id} cannot be declared failed`),
    );
    expect((await retrievePayout(merchant, id)).status).toBe('success');
  });
});

import {
  aMerchant,
  aReceiver,
  eventually,
  ok,
  paymentBody,
  sharedSystem,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { recordsIn } from '../../support/records';
import { absent, idLike, notAllowed, precondition, publishedKeys, refusal, statusAndBody } from '../../support/wire';
import { atStripe } from '../stripe/at-stripe';

const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await atStripe(system);
});

const acceptance = {
  acceptance_type: 'online',
  accepted_at: '2026-01-05T10:00:00.000Z',
  online: { ip_address: '10.0.0.1', user_agent: 'x' },
};
const limit = { amount: 6540, currency: 'USD' };
const setUp = async (mandate_type: object, more: object = {}, by = merchant): Promise<Json> =>
  ok(
    await by.api.post(
      '/payments',
      paymentBody({
        customer_id: 'cus_a',
        setup_future_usage: 'off_session',
        mandate_data: { customer_acceptance: acceptance, mandate_type },
        ...more,
      }),
    ),
  );
const charging = (data: string, amount: number) => ({
  amount,
  currency: 'USD',
  customer_id: 'cus_a',
  confirm: true,
  off_session: true,
  recurring_details: { type: 'mandate_id', data },
});
const charge = async ({ mandate_id }: Json, amount = 1000, by = merchant) =>
  statusAndBody(await by.api.post('/payments', charging(mandate_id, amount)));
const seen = async ({ mandate_id }: Json, by = merchant): Promise<Json> =>
  ok(await by.api.get(`/mandates/${mandate_id}`));
const revoke = async (id: string, by = merchant) => statusAndBody(await by.api.post(`/mandates/revoke/${id}`, {}));
const notActive = precondition('mandate is not active');
const twice = refusal(400, 'HE_03', 'Mandate Validation Failed', { reason: 'Mandate has already been revoked' });
const unknown = absent('Mandate does not exist in our records');

describe('a mandate', () => {
  it('is shown with its card and the consent', async () => {
    const payment = await setUp({ multi_use: limit });
    // Another spec of this system may have uploaded facts about the card's range.
    const { card: paid } = payment.payment_method_data;
    const mandate = await seen(payment);
    expect(mandate).toEqual({
      mandate_id: payment.mandate_id,
      status: 'active',
      payment_method_id: payment.payment_method_id,
      payment_method: 'card',
      payment_method_type: 'credit',
      card: {
        last4_digits: '4242',
        card_exp_month: '10',
        card_exp_year: expect.any(String) as string,
        card_holder_name: expect.any(String) as string,
        card_token: null,
        scheme: 'Visa',
        issuer_country: paid.card_issuing_country,
        card_fingerprint: null,
        card_isin: '424242',
        card_issuer: paid.card_issuer,
        card_network: 'Visa',
        card_type: paid.card_type,
        nick_name: null,
      },
      customer_acceptance: acceptance,
    });
    expect(Object.keys(mandate)).toEqual(publishedKeys('MandateResponse'));
    expect(Object.keys(mandate.card)).toEqual(publishedKeys('MandateCardDetails'));
  });

  it('is charged up to its limit, and no further', async () => {
    const payment = await setUp({ multi_use: limit });
    const charged = await charge(payment, 4000);
    expect(charged.body).toMatchObject({ status: 'succeeded', mandate_id: payment.mandate_id });
    const exceeded = refusal(400, 'HE_03', 'Mandate Validation Failed', {
      reason: 'request amount is greater than mandate amount',
    });
    expect(await charge(payment, 2541)).toEqual(exceeded);
    expect((await charge(payment, 2540)).body).toMatchObject({ status: 'succeeded' });
    expect(await charge(payment, 1)).toEqual(exceeded);
    expect(await seen(payment)).toMatchObject({ status: 'active' });
  });

  it.each([
    ['before its start', { start_date: '2999-01-01T00:00:00Z' }],
    ['after its end', { end_date: '2020-01-01T00:00:00Z' }],
  ])('is not charged %s', async (_, period) => {
    expect(await charge(await setUp({ multi_use: { ...limit, ...period } }))).toEqual(notActive);
  });

  it('does not keep its payment from being refunded', async () => {
    const { payment_id } = await setUp({ multi_use: limit });
    const refund = ok(await merchant.api.post('/refunds', { payment_id, amount: 600 }));
    expect(refund).toMatchObject({ payment_id, amount: 600, status: 'succeeded' });
  });

  it('is set up without a charge', async () => {
    const payment = await setUp({ multi_use: null }, { amount: 0, payment_type: 'setup_mandate' });
    expect(payment).toMatchObject({ status: 'succeeded', amount: 0, mandate_id: idLike('man') });
    expect((await charge(payment)).body).toMatchObject({ status: 'succeeded', amount_received: 1000 });
  });

  it('for a single use is used up by one of 50 concurrent charges', async () => {
    const payment = await setUp({ single_use: { ...limit, metadata: { order: '7' } } });
    const answers = await Promise.all(Array.from({ length: 50 }, () => charge(payment, 6540)));
    const [paid, refused] = [
      answers.filter(({ status }) => status === 200),
      answers.filter(({ status }) => status !== 200),
    ];
    expect(paid.map(({ body }) => body.status)).toEqual(['succeeded']);
    expect(refused).toEqual(Array.from({ length: 49 }, () => notActive));
    expect(await seen(payment)).toMatchObject({ status: 'revoked' });
    expect(await revoke(payment.mandate_id)).toEqual(twice);
  });
});

describe('a revocation', () => {
  it('ends the mandate here and at its processor, once', async () => {
    const payment = await setUp({ multi_use: null });
    const { mandate_id } = payment;
    expect(await revoke(mandate_id)).toEqual({
      status: 200,
      body: { mandate_id, status: 'revoked', error_code: null, error_message: null },
    });
    expect(await seen(payment)).toMatchObject({ status: 'revoked' });
    expect(await charge(payment)).toEqual(notActive);
    expect(await revoke(mandate_id)).toEqual(twice);
    const { connector_mandate_id } = ok(await merchant.api.get(`/payments/${payment.payment_id}`));
    const atProcessor = await system.sandbox.get(`/v1/payment_methods/${connector_mandate_id}`, {
      authorization: 'Bearer sk_test_sandbox',
    });
    expect(ok(atProcessor)).toMatchObject({ id: connector_mandate_id, customer: null });
  });

  it('racing with charges lets none of them begin after it', async () => {
    const payment = await setUp({ multi_use: null });
    const [revoked, ...charges] = await Promise.all([
      revoke(payment.mandate_id),
      ...Array.from({ length: 5 }, () => charge(payment)),
    ]);
    expect(revoked.body).toMatchObject({ status: 'revoked' });
    for (const { status, body } of charges) if (status !== 200) expect({ status, body }).toEqual(notActive);
    expect(await charge(payment)).toEqual(notActive);
  });

  it('ends the mandate here alone where the processor saves no payment method', async () => {
    const local = await aMerchant(system);
    const payment = await setUp({ multi_use: null }, {}, local);
    expect((await revoke(payment.mandate_id, local)).body).toMatchObject({ status: 'revoked' });
    expect(await seen(payment, local)).toMatchObject({ status: 'revoked' });
  });

  it('of an unknown and of another merchant’s mandate are refused alike', async () => {
    const other = await aMerchant(system);
    const { mandate_id } = await setUp({ multi_use: null });
    for (const id of [mandate_id, 'man_none', 'no/such']) {
      expect(await revoke(encodeURIComponent(id), other)).toEqual(unknown);
      expect(statusAndBody(await other.api.get(`/mandates/${encodeURIComponent(id)}`))).toEqual(unknown);
    }
    expect(ok(await merchant.api.get(`/mandates/${mandate_id}`))).toMatchObject({ status: 'active' });
  });
});

describe('a list of mandates', () => {
  let lister: TestMerchant;
  const made: Json[] = [];
  const list = async (query = '', path = '/mandates/list'): Promise<string[]> => {
    const items = ok(await lister.api.get(`${path}${query}`)) as unknown as Json[];
    return items.map(({ mandate_id }) => mandate_id as string);
  };
  const ids = () => made.map(({ mandate_id }) => mandate_id as string);

  beforeAll(async () => {
    lister = await aMerchant(system);
    for (const customer_id of ['cus_a', 'cus_a', 'cus_b']) {
      made.unshift(await setUp({ multi_use: null }, { customer_id }, lister));
    }
    await revoke(made[1]!.mandate_id, lister);
  });

  it('has the newest first, in pages', async () => {
    expect(await list()).toEqual(ids());
    expect(await list('?limit=1&offset=1')).toEqual([ids()[1]]);
  });

  it('is filtered by status, connector and time', async () => {
    expect(await list('?mandate_status=revoked')).toEqual([ids()[1]]);
    expect(await list('?mandate_status=active')).toEqual([ids()[0], ids()[2]]);
    expect(await list('?connector=stripe')).toEqual([]);
    expect(await list('?connector=stripe_test')).toEqual(ids());
    expect(await list('?created_time.lt=2020-01-01T00:00:00Z')).toEqual([]);
    expect(await list('?created_time.gte=2020-01-01T00:00:00Z&created_time.lte=2999-01-01T00:00:00Z')).toEqual(ids());
    expect(await list('?created_time.gt=2999-01-01T00:00:00Z')).toEqual([]);
  });

  it('of a customer has only theirs; an unknown customer has none', async () => {
    expect(await list('', '/customers/cus_a/mandates')).toEqual([ids()[1], ids()[2]]);
    expect(await list('', '/customers/cus_none/mandates')).toEqual([]);
    expect(ok(await merchant.api.get('/customers/cus_b/mandates'))).toEqual([]);
  });

  it.each([
    ['?limit=0', 'limit should be in between 1 and 100'],
    ['?limit=101', 'limit should be in between 1 and 100'],
    ['?offset=-1', 'offset should be in between 0 and 1000000'],
  ])('is refused for %s', async (query, message) =>
    expect(statusAndBody(await lister.api.get(`/mandates/list${query}`))).toEqual(notAllowed(message)),
  );

  it('needs a secret key', async () => {
    for (const path of ['/mandates/list', '/mandates/man_1', '/customers/cus_a/mandates'])
      expect((await lister.client.get(path)).status).toBe(401);
    expect((await lister.client.post('/mandates/revoke/man_1', {})).status).toBe(401);
  });
});

it('each status of a mandate is published, and sent to its merchant', async () => {
  const receiver = await aReceiver();
  const account = { webhook_details: { webhook_url: receiver.url } };
  const watched = await aMerchant(system, { account });
  const { mandate_id } = await setUp({ multi_use: null }, {}, watched);
  await revoke(mandate_id, watched);
  const webhooks = await eventually(async () => {
    const bodies = receiver.calls.map(({ body }) => JSON.parse(body) as Json);
    const about = bodies.filter(({ content }) => content.type === 'mandate_details');
    if (about.length < 2) throw new Error(`${about.length} webhooks about the mandate`);
    return about;
  });
  await receiver.close();
  expect(webhooks.map(({ event_type, content }) => [event_type, content.object.status])).toEqual([
    ['mandate_active', 'active'],
    ['mandate_revoked', 'revoked'],
  ]);
  expect(webhooks[1]!.content.object).toEqual(await seen({ mandate_id }, watched));
  const records = await recordsIn(system, ['mandates.lifecycle']);
  const events = records.filter(({ key }) => String(key).endsWith(mandate_id as string));
  expect(events.map(({ headers, value }) => [String(headers['ce_type']), JSON.parse(String(value)).version])).toEqual([
    ['mandate.created', 1],
    ['mandate.revoked', 2],
  ]);
});

import { aMerchant, cards, connectorBody, ok, paymentBody, sharedSystem, type TestMerchant } from '@payorch/harness';
import { effectCount } from '../../support/ledger-check';
import { refusal, statusAndBody, wrongValue } from '../../support/wire';

const system = sharedSystem();
const number = '5105105105105100';
const iin = number.slice(0, 8);
let merchant: TestMerchant;
let issuer: string;

const path = () => `/account/${merchant.merchantId}/business_profile/${merchant.profileId}`;
const block = (payment_method_blocking: object) => merchant.api.post(path(), { payment_method_blocking });
const pay = (more: object = {}) => merchant.api.post('/payments', paymentBody({ ...cardOf(number), ...more }));
const cardOf = (card_number: string) => ({
  payment_method_data: {
    card: { card_number, card_exp_month: '10', card_exp_year: '35', card_holder_name: 'Jo', card_cvc: '123' },
  },
});
const effects = () => effectCount(system, merchant.merchantId);

beforeAll(async () => {
  merchant = await aMerchant(system);
  const issuer_name = `Bank of Jersey ${Date.now()}`;
  issuer = ok(await system.admin.post('/card_issuers', { issuer_name })).id as string;
  const facts = { card_type: 'CREDIT', card_subtype: 'VISA CLASSIC', card_issuing_country: 'JERSEY' };
  const row = { card_iin: iin, card_issuer: issuer_name.toUpperCase(), ...facts };
  const made = await system.admin.post('/cards/create', row);
  if (made.status !== 200) ok(await system.admin.post('/cards/update', row));
});

describe('payment_method_blocking of a profile', () => {
  it.each<[string, () => object, string]>([
    [
      'issuing country',
      () => ({ issuing_country: ['US', 'JE'] }),
      "Cards issued in your region aren't supported for this transaction, please try a different card",
    ],
    [
      'card type',
      () => ({ card_types: ['credit'] }),
      'Credit cards are not accepted for this transaction, please try a different card',
    ],
    [
      'card type with a capital',
      () => ({ card_types: ['Credit'] }),
      'Credit cards are not accepted for this transaction, please try a different card',
    ],
    [
      'card subtype',
      () => ({ card_subtypes: ['visa_classic'] }),
      'This card is not accepted for this transaction, please try a different card',
    ],
    ['issuer', () => ({ issuers: [issuer] }), 'Cards of this issuer are blocked'],
  ])('blocks by %s before anything is sent', async (_, rules, message) => {
    expect(ok(await block({ card: rules() })).payment_method_blocking).toEqual({ card: rules() });
    const before = await effects();
    const payment_id = `pay_rule_${Math.random().toString(36).slice(2, 12)}`;
    expect(statusAndBody(await pay({ payment_id }))).toEqual({
      status: 200,
      body: { error: { type: 'blocked', message, code: 'HE_03', reason: 'Blocked' } },
    });
    expect(await effects()).toBe(before);
    expect(ok(await merchant.api.get(`/payments/${payment_id}`))).toMatchObject({
      status: 'failed',
      error_code: 'PAYMENT_METHOD_BLOCKED',
      error_message: message,
      connector: null,
    });
  });

  it.each<[string, object]>([
    ['another country', { issuing_country: ['US'] }],
    ['another type', { card_types: ['debit'] }],
    ['another subtype', { card_subtypes: ['gold'] }],
    ['nothing', {}],
  ])('that blocks %s lets a card pass', async (_, card) => {
    ok(await block({ card }));
    expect((await pay()).body.error_code ?? 'sent').not.toBe('PAYMENT_METHOD_BLOCKED');
    expect(ok(await merchant.api.post('/payments', paymentBody())).status).toBe('succeeded');
  });

  it('blocks a card of which nothing is known only where it says so', async () => {
    const unknown = paymentBody(cardOf('4000056655665556'));
    ok(await block({ card: { card_types: ['credit'] } }));
    expect((await merchant.api.post('/payments', unknown)).body.error).toBeUndefined();
    ok(await block({ card: { card_types: ['credit'], block_if_bin_info_unavailable: true } }));
    expect((await merchant.api.post('/payments', unknown)).body.error).toMatchObject({
      code: 'HE_03',
      message: "We're unable to accept this card, please try another card or a different payment method",
    });
  });

  it('blocks wallets by the card inside', async () => {
    const wallets = [{ payment_method: 'wallet', payment_method_types: [{ payment_method_type: 'apple_pay' }] }];
    const body = connectorBody('adyen_test', { profile_id: merchant.profileId, payment_methods_enabled: wallets });
    ok(await merchant.api.post(`/account/${merchant.merchantId}/connectors`, body));
    ok(await block({ wallet: { card_types: ['debit'] } }));
    const applePay = (type: string) => ({
      payment_method: 'wallet',
      payment_method_type: 'apple_pay',
      payment_method_data: {
        wallet: {
          apple_pay: {
            payment_data: 'token',
            payment_method: { display_name: 'Visa 4242', network: 'Visa', type },
            transaction_identifier: 'id',
          },
        },
      },
    });
    const sent = (type: string) => merchant.api.post('/payments', { ...paymentBody(), ...applePay(type) });
    expect((await sent('debit')).body.error).toMatchObject({
      code: 'HE_03',
      message: 'Wallets with cards of this type are blocked',
    });
    expect((await sent('credit')).body.error?.code).not.toBe('HE_03');
    expect(ok(await merchant.api.post('/payments', paymentBody())).status).toBe('succeeded');
  });

  it('names issuers that exist, and known words only', async () => {
    const wrong = (index: number) =>
      wrongValue(
        `payment_method_blocking.card.issuers[${index}]. Allowed: the id of a card issuer, as /card_issuers has it`,
      );
    expect(statusAndBody(await block({ card: { issuers: [issuer, 'card_issuer_none'] } }))).toEqual(wrong(1));
    expect((await block({ card: { card_types: ['plastic'] } })).status).toBe(400);
    expect((await block({ card: { issuing_country: ['Jersey'] } })).status).toBe(400);
    const created = await merchant.api.post(`/account/${merchant.merchantId}/business_profile`, {
      profile_name: 'strict',
      payment_method_blocking: { card: { issuers: ['card_issuer_none'] } },
    });
    expect(statusAndBody(created)).toEqual(wrong(0));
  });
});

describe('a card issuer', () => {
  const name = `Bank of Sark ${Date.now()}`;
  const put = (id: string, issuer_name: string) =>
    system.admin.raw('PUT', `/card_issuers/${id}`, JSON.stringify({ issuer_name }), {
      'content-type': 'application/json',
    });
  const exists = refusal(400, 'IR_38', 'A card issuer with this name already exists');
  const absent = (id: string) => refusal(404, 'IR_37', `Card issuer with id ${id} not found`);

  it('is created, listed, renamed and deleted by the operator', async () => {
    const made = ok(await system.admin.post('/card_issuers', { issuer_name: name }));
    expect(made).toEqual({ id: expect.stringMatching(/^card_issuer_\w{20}$/), issuer_name: name });
    expect(statusAndBody(await system.admin.post('/card_issuers', { issuer_name: name.toUpperCase() }))).toEqual(
      exists,
    );
    const found = async (query: string) =>
      ok(await merchant.api.get(`/card_issuers?query=${encodeURIComponent(query)}`));
    expect(await found(name.toLowerCase())).toEqual({ issuers: [made] });
    expect((await found('')).issuers.length).toBeLessThanOrEqual(30);
    expect(ok(await merchant.api.get('/card_issuers?limit=1')).issuers).toHaveLength(1);
    const renamed = { ...made, issuer_name: `${name} II` };
    expect(ok(await put(made.id, renamed.issuer_name))).toEqual(renamed);
    expect(await found(name)).toEqual({ issuers: [renamed] });
    const other = ok(await system.admin.post('/card_issuers', { issuer_name: name }));
    expect(statusAndBody(await put(other.id, renamed.issuer_name))).toEqual(exists);
    for (const { id } of [made, other])
      expect(ok(await system.admin.raw('DELETE', `/card_issuers/${id}`))).toEqual({ id, deleted: true });
    expect(statusAndBody(await system.admin.raw('DELETE', `/card_issuers/${made.id}`))).toEqual(absent(made.id));
    expect(statusAndBody(await put(made.id, 'x'))).toEqual(absent(made.id));
    expect(statusAndBody(await system.admin.post('/card_issuers', { issuer_name: ' ' }))).toEqual(
      wrongValue('issuer_name', '1 to 255 characters'),
    );
    expect((await merchant.api.post('/card_issuers', { issuer_name: name })).status).toBe(401);
    expect((await merchant.client.get('/card_issuers')).status).toBe(401);
  });
});

it('a cache entry is invalidated by the operator, with an empty response', async () => {
  for (const key of [merchant.merchantId, cards.succeeds.slice(0, 6), 'nothing']) {
    const answer = await system.admin.post(`/cache/invalidate/${key}`);
    expect([answer.status, answer.text]).toEqual([200, '']);
  }
  expect((await merchant.api.post(`/cache/invalidate/${merchant.merchantId}`)).status).toBe(401);
});

import {
  aMerchant,
  cardFields,
  connectorBody,
  eventually,
  ok,
  paymentBody,
  sharedSystem,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { recordsIn } from '../../support/records';
import {
  idLike,
  listing,
  noConnectorForClients,
  noPayment,
  notAllowed,
  precondition,
  statusAndBody,
  unauthorized,
} from '../../support/wire';
import { accountAt, activeAlgorithm, comparison, profileOf, setDisabled } from './algorithms';

const system = sharedSystem();
/** Declined by all test processors except stripe_test, with an error that allows a retry at another account. */
const retryable = '4000000000009995';

let shop: TestMerchant;
beforeEach(async () => void (shop = await aMerchant(system, { connectors: ['stripe_test', 'adyen_test'] })));

const pay = async (more: object = {}): Promise<Json> => ok(await shop.api.post('/payments', paymentBody(more)));
const routingPath = ({ payment_id }: Json): string => `/payments/${payment_id}/routing`;
const routingOf = async (payment: Json): Promise<Json> => ok(await shop.api.get(routingPath(payment)));
const unmoved = { health: null, score: null, place: null };
const eligible = (connector: string) => ({ ...accountAt(shop, connector), filter: null, ...unmoved });

/** Rules that send customers with gold to Adyen, and all others to Stripe. */
const byTier = {
  type: 'advanced',
  data: {
    defaultSelection: { type: 'priority', data: ['stripe_test'] },
    rules: [
      {
        name: 'dollars of gold',
        connectorSelection: { type: 'priority', data: ['adyen_test'] },
        statements: [
          {
            condition: [
              comparison('metadata', 'equal', 'metadata_variant', { key: 'tier', value: 'gold' }),
              comparison('currency', 'equal', 'enum_variant', 'USD'),
            ],
            nested: null,
          },
        ],
      },
    ],
    metadata: {},
  },
};
const gold = { metadata: { tier: 'gold', note: 'leave it at the door' } };

describe('the routing of a payment', () => {
  it('by default names every account in order of creation', async () => {
    const payment = await pay();
    expect(await routingOf(payment)).toEqual({
      payment_id: payment.payment_id,
      profile_id: shop.profileId,
      requested: null,
      attempts: [
        {
          attempt_id: `${payment.payment_id}_1`,
          fallback_of: null,
          taken: accountAt(shop, 'stripe_test'),
          fallbacks: [accountAt(shop, 'adyen_test')],
          decision: {
            source: 'default',
            algorithm_id: null,
            rule: null,
            draw: null,
            fell_back: false,
            routing_version: null,
            account_version: expect.any(Number) as number,
            facts: { values: {}, metadata: null },
            candidates: [eligible('stripe_test'), eligible('adyen_test')],
            more_candidates: 0,
            dynamic: null,
          },
        },
      ],
    });
  });

  it('by the active rules names the rule, and only the facts that it compared', async () => {
    const { id } = await activeAlgorithm(shop, byTier);
    const payment = await pay(gold);
    expect(payment.connector).toBe('adyen_test');
    const [attempt] = (await routingOf(payment)).attempts;
    expect(attempt).toMatchObject({
      taken: accountAt(shop, 'adyen_test'),
      fallbacks: [],
      decision: {
        source: 'active',
        algorithm_id: id,
        rule: { index: 0, name: 'dollars of gold' },
        fell_back: false,
        routing_version: expect.any(Number) as number,
        candidates: [eligible('adyen_test')],
      },
    });
    expect(attempt.decision.facts).toEqual({ values: { currency: 'USD' }, metadata: { tier: 'gold' } });
    const other = (await routingOf(await pay())).attempts[0];
    expect(other).toMatchObject({
      taken: accountAt(shop, 'stripe_test'),
      decision: { source: 'active', algorithm_id: id, rule: null },
    });
    expect(other.decision.facts).toEqual({ values: { currency: 'USD' }, metadata: null });
  });

  it('whose algorithm names accounts that do not fit is that of the default order, with the filter of each', async () => {
    const { id } = await activeAlgorithm(shop, { type: 'single', data: accountAt(shop, 'adyen_test') });
    await setDisabled(shop, accountAt(shop, 'adyen_test'), true);
    const [attempt] = (await routingOf(await pay())).attempts;
    expect(attempt).toMatchObject({
      taken: accountAt(shop, 'stripe_test'),
      decision: { source: 'active', algorithm_id: id, fell_back: true },
    });
    expect(attempt.decision.candidates).toContainEqual({ ...eligible('adyen_test'), filter: 'disabled' });
    expect(attempt.decision.candidates).toContainEqual(eligible('stripe_test'));
  });

  it('is named on the lifecycle topic, without the facts', async () => {
    const { id } = await activeAlgorithm(shop, byTier);
    const { payment_id } = await pay(gold);
    const key = `${shop.merchantId}/${payment_id}`;
    const last = await eventually(async () => {
      const own = (await recordsIn(system, ['payments.lifecycle'])).filter((one) => String(one.key) === key);
      const bodies = own.map(({ value }) => JSON.parse(String(value)) as Json);
      return bodies.find(({ status }) => status === 'succeeded');
    });
    expect(last.route).toEqual({ source: 'active', algorithmId: id, ruleIndex: 0, fellBack: false });
  });

  it('of an attempt after a decline is that of the attempt before it', async () => {
    const profile = `/account/${shop.merchantId}/business_profile/${shop.profileId}`;
    ok(await shop.api.post(profile, { is_auto_retries_enabled: true, max_auto_retries_enabled: 1 }));
    const [stripe, adyen] = [accountAt(shop, 'stripe_test'), accountAt(shop, 'adyen_test')];
    const payment = await pay({ ...cardFields(retryable), routing: { type: 'priority', data: [adyen, stripe] } });
    expect(payment).toMatchObject({ status: 'succeeded', attempt_count: 2 });
    const [first, second] = (await routingOf(payment)).attempts;
    expect(first).toMatchObject({
      taken: adyen,
      fallbacks: [stripe],
      fallback_of: null,
      decision: { source: 'straight_through', candidates: [eligible('adyen_test'), eligible('stripe_test')] },
    });
    expect(second).toEqual({
      attempt_id: `${payment.payment_id}_2`,
      fallback_of: first.attempt_id,
      taken: stripe,
      fallbacks: [],
      decision: null,
    });
  });

  it('of a payment that is not confirmed has no decision', async () => {
    const payment = await pay({ confirm: false });
    expect((await routingOf(payment)).attempts).toEqual([
      { attempt_id: `${payment.payment_id}_1`, fallback_of: null, taken: null, fallbacks: [], decision: null },
    ]);
  });

  it('is for a secret key of the payment’s merchant and profile alone', async () => {
    const payment = await pay();
    const path = routingPath(payment);
    expect(statusAndBody(await shop.client.get(path))).toEqual(unauthorized);
    expect(statusAndBody(await shop.client.get(`${path}?client_secret=${payment.client_secret}`))).toEqual(
      unauthorized,
    );
    const ofSecond = { 'x-profile-id': await profileOf(shop, 'second') };
    expect(statusAndBody(await shop.api.get(path, ofSecond))).toEqual(noPayment);
    expect((await shop.api.get(path, { 'x-profile-id': shop.profileId })).status).toBe(200);
    expect(statusAndBody(await (await aMerchant(system)).api.get(path))).toEqual(noPayment);
    expect(statusAndBody(await shop.api.get('/payments/pay_none/routing'))).toEqual(noPayment);
  });
});

describe('an algorithm of the payment’s own', () => {
  it.each([
    ['rules', () => ({ routing: byTier, ...gold }), { rule: { index: 0, name: 'dollars of gold' }, draw: null }],
    [
      'shares, in a wrapper',
      () => ({ routing: { algorithm: { type: 'volume_split', data: [{ connector: 'adyen_test', split: 100 }] } } }),
      { rule: null, draw: expect.any(Number) as number },
    ],
  ])('of %s chooses before the active one', async (_, more, expected) => {
    await activeAlgorithm(shop, { type: 'single', data: accountAt(shop, 'stripe_test') });
    const payment = await pay(more());
    expect(payment.connector).toBe('adyen_test');
    expect((await routingOf(payment)).attempts[0].decision).toMatchObject({
      source: 'inline',
      algorithm_id: null,
      fell_back: false,
      ...expected,
    });
  });

  it('may be stored before the confirmation, and a browser does not set it', async () => {
    const payment = await pay({ confirm: false, routing: byTier, ...gold });
    const { payment_id, client_secret } = payment;
    const ofBrowser = await shop.client.post(`/payments/${payment_id}/confirm`, {
      client_secret,
      routing: { type: 'volume_split', data: [{ connector: 'stripe_test', split: 100 }] },
    });
    expect(statusAndBody(ofBrowser)).toEqual(
      precondition('routing can only be set by the merchant: a publishable key cannot change it'),
    );
    expect(ok(await shop.client.post(`/payments/${payment_id}/confirm`, { client_secret })).connector).toBe(
      'adyen_test',
    );
  });

  it('that is wrong is refused with every problem at its path', async () => {
    const rules = [
      { ...byTier.data.rules[0], statements: [{ condition: [comparison('amount', 'equal', 'number', 'x')] }] },
      { ...byTier.data.rules[0], connectorSelection: { type: 'dice', data: [] } },
    ];
    const answer = await shop.api.post(
      '/payments',
      paymentBody({ routing: { ...byTier, data: { ...byTier.data, rules } } }),
    );
    expect(statusAndBody(answer)).toEqual(
      listing(
        notAllowed('Invalid straight through routing rules format'),
        'routing',
        'routing.data.rules[0].statements[0].condition[0].value.value',
        'routing.data.rules[1].connectorSelection.type',
      ),
    );
  });
});

describe('a payment that no account takes', () => {
  const outside = { currency: 'JPY', amount: 100 };

  beforeEach(async () => {
    shop = await aMerchant(system, { connectors: ['stripe_test'] });
    const onlyEuros = { accepted_currencies: { type: 'enable_only', list: ['EUR'] }, card_networks: null };
    const types = [{ payment_method_type: 'credit', ...onlyEuros }];
    const limited = { payment_methods_enabled: [{ payment_method: 'card', payment_method_types: types }] };
    const path = `/account/${shop.merchantId}/connectors`;
    const adyen_test = ok(await shop.api.post(path, connectorBody('adyen_test', limited)));
    shop = { ...shop, connectors: { ...shop.connectors, adyen_test } };
    await setDisabled(shop, accountAt(shop, 'stripe_test'), true);
  });

  it('says to the secret key which filter left out each account, and to a browser nothing of it', async () => {
    const problem = (connector: string, message: string) => ({
      field: accountAt(shop, connector).merchant_connector_id,
      message,
    });
    const { error } = (await shop.api.post('/payments', paymentBody(outside))).body;
    expect(error).toEqual({
      ...noConnectorForClients.body.error,
      fields: expect.arrayContaining([
        problem('stripe_test', 'disabled: the account is disabled (stripe_test)'),
        problem('adyen_test', 'currency: the account does not take this currency (adyen_test)'),
      ]) as Json,
    });
    expect(error.fields).toHaveLength(2);
    const { payment_id, client_secret } = await pay({ ...outside, confirm: false });
    expect(statusAndBody(await shop.client.post(`/payments/${payment_id}/confirm`, { client_secret }))).toEqual(
      noConnectorForClients,
    );
    expect(ok(await shop.api.get(`/payments/${payment_id}`)).status).toBe('requires_confirmation');
  });

  it('because its request names an account of another profile is refused with that account', async () => {
    const second = await profileOf(shop, 'second');
    const path = `/account/${shop.merchantId}/connectors`;
    const { merchant_connector_id: id } = ok(
      await shop.api.post(path, connectorBody('adyen_test', { profile_id: second })),
    );
    expect(id).toEqual(idLike('mca'));
    const routing = { type: 'single', data: { connector: 'adyen_test', merchant_connector_id: id } };
    const sentence = `connector with name 'adyen_test' and merchant connector account id '${id}' not found for the given profile`;
    const answer = statusAndBody(
      await shop.api.post('/payments', paymentBody({ currency: 'EUR', profile_id: shop.profileId, routing })),
    );
    expect([answer.status, answer.body.error.code, answer.body.error.message]).toEqual([400, 'IR_16', sentence]);
  });
});

import {
  aMerchant,
  cardFields,
  cards,
  connectorBody,
  eventually,
  ok,
  paymentBody,
  sharedSystem,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { noConnector, notAllowed, refusal, statusAndBody, type StatusAndBody } from '../../support/wire';

/** Declined by all test processors except stripe_test, with an error that allows a retry at another account. */
const retryable = '4000000000009995';

const system = sharedSystem();

afterEach(async () => void ok(await system.sandbox.raw('DELETE', '/control/faults')));

const shopWith = (...connectors: string[]): Promise<TestMerchant> => aMerchant(system, { connectors });
const pay = async ({ api }: TestMerchant, more: object = {}): Promise<Json> =>
  ok(await api.post('/payments', paymentBody(more)));
const attemptsOf = async ({ api }: TestMerchant, { payment_id }: Json): Promise<Json[]> =>
  ok(await api.get(`/payments/${payment_id}?expand_attempts=true`)).attempts;
const idOf = ({ connectors }: TestMerchant, name: string): string => connectors[name].merchant_connector_id;
const wayOf = (attempts: Json[]) => attempts.map(({ connector, status }) => `${connector} ${status}`);

describe('the connector account of a payment', () => {
  let shop: TestMerchant;
  beforeAll(async () => {
    shop = await shopWith('stripe_test', 'adyen_test', 'checkout_test');
  });
  const by = (connector: string) => ({ connector, merchant_connector_id: idOf(shop, connector) });

  it('is by default the first one created', async () => {
    expect(await pay(shop)).toMatchObject({
      connector: 'stripe_test',
      merchant_connector_id: idOf(shop, 'stripe_test'),
    });
  });

  it.each<[string, () => object, string]>([
    ['connector', () => ({ connector: ['adyen_test'] }), 'adyen_test'],
    ['connector, in its order', () => ({ connector: ['checkout_test', 'adyen_test'] }), 'checkout_test'],
    ['a single account', () => ({ routing: { type: 'single', data: by('adyen_test') } }), 'adyen_test'],
    ['a single name', () => ({ routing: { type: 'single', data: 'adyen_test' } }), 'adyen_test'],
    [
      'priority',
      () => ({ routing: { type: 'priority', data: [by('checkout_test'), by('stripe_test')] } }),
      'checkout_test',
    ],
    [
      'an algorithm in an algorithm',
      () => ({ routing: { algorithm: { type: 'priority', data: ['adyen_test'] } } }),
      'adyen_test',
    ],
    [
      'routing before connector',
      () => ({ connector: ['checkout_test'], routing: { type: 'single', data: 'adyen_test' } }),
      'adyen_test',
    ],
    ['a connector without an account, and then the default', () => ({ connector: ['fauxpay'] }), 'stripe_test'],
  ])('is named by %s', async (_, more, connector) => {
    expect(await pay(shop, more())).toMatchObject({
      status: 'succeeded',
      connector,
      merchant_connector_id: idOf(shop, connector),
    });
  });

  it('may be named in an update or at the confirmation', async () => {
    const body = { amount: 100, currency: 'USD', ...cardFields() };
    const { payment_id } = ok(await shop.api.post('/payments', body));
    ok(await shop.api.post(`/payments/${payment_id}`, { connector: ['adyen_test'] }));
    expect(ok(await shop.api.post(`/payments/${payment_id}/confirm`)).connector).toBe('adyen_test');
    const other = ok(await shop.api.post('/payments', body));
    const confirm = { routing: { type: 'single', data: by('checkout_test') } };
    expect(ok(await shop.api.post(`/payments/${other.payment_id}/confirm`, confirm)).connector).toBe('checkout_test');
  });

  const unreadable = notAllowed('Invalid straight through routing rules format');
  it.each<[string, object, StatusAndBody]>([
    ['no algorithm', { routing: { type: 'dice', data: [] } }, unreadable],
    ['an empty list', { routing: { type: 'priority', data: [] } }, unreadable],
    ['words', { routing: 'stripe_test' }, unreadable],
    [
      'an unknown processor',
      { routing: { type: 'single', data: 'unknown' } },
      refusal(404, 'HE_04', 'The connector provided in the request is incorrect or not available'),
    ],
  ])('is refused as %s', async (_, more, expected) => {
    expect(statusAndBody(await shop.api.post('/payments', paymentBody(more)))).toEqual(expected);
  });
});

describe('the limits of a connector account', () => {
  const type = { payment_method_type: 'credit', card_networks: null };
  const enabling = (limits: object) => ({
    payment_methods_enabled: [{ payment_method: 'card', payment_method_types: [{ ...type, ...limits }] }],
  });
  const only = (list: string[]) => ({ type: 'enable_only', list });
  const mastercard = cardFields('5555555555554444');
  const inGermany = { billing: { address: { country: 'DE' } } };

  it.each<[string, object, object, object]>([
    ['method', { payment_methods_enabled: [{ payment_method: 'wallet', payment_method_types: [] }] }, {}, {}],
    ['type', enabling({ payment_method_type: 'debit' }), {}, { payment_method_type: 'debit' }],
    ['network', enabling({ card_networks: ['Mastercard'] }), {}, mastercard],
    ['currency', enabling({ accepted_currencies: only(['EUR']) }), {}, { currency: 'EUR' }],
    ['country', enabling({ accepted_countries: only(['FR']) }), inGermany, { billing: { address: { country: 'FR' } } }],
    ['least amount', enabling({ minimum_amount: 7000 }), {}, { amount: 7000 }],
    ['greatest amount', enabling({ maximum_amount: 6539 }), {}, { amount: 6539 }],
  ])(
    '%s: the account is skipped, and without another account the payment is refused',
    async (what, account, outside, inside) => {
      const shop = await shopWith();
      const limited = connectorBody('adyen_test', account);
      const path = `/account/${shop.merchantId}/connectors`;
      ok(await shop.api.post(path, limited));
      expect(statusAndBody(await shop.api.post('/payments', paymentBody(outside)))).toEqual(noConnector);
      ok(await shop.api.post(path, connectorBody('stripe_test')));
      expect((await pay(shop, outside)).connector).toBe('stripe_test');
      expect((await pay(shop, { ...outside, connector: ['adyen_test'] })).connector).toBe('stripe_test');
      if (what !== 'method') expect((await pay(shop, inside)).connector).toBe('adyen_test');
    },
  );

  it('that list a payment method which the connector lacks are refused with the connector’s name', async () => {
    const shop = await shopWith();
    const listing = { payment_methods_enabled: [{ payment_method: 'voucher', payment_method_types: null }] };
    ok(await shop.api.post(`/account/${shop.merchantId}/connectors`, connectorBody('stripe', listing)));
    const voucher = {
      payment_method: 'voucher',
      payment_method_type: 'oxxo',
      payment_method_data: { voucher: 'oxxo' },
    };
    expect(statusAndBody(await shop.api.post('/payments', paymentBody(voucher)))).toEqual(
      refusal(501, 'IR_00', 'Selected payment method through stripe is not implemented'),
    );
  });

  it('that list FPX at Stripe are refused in the same way', async () => {
    const shop = await shopWith();
    const types = [{ payment_method_type: 'online_banking_fpx' }];
    const listing = { payment_methods_enabled: [{ payment_method: 'bank_redirect', payment_method_types: types }] };
    ok(await shop.api.post(`/account/${shop.merchantId}/connectors`, connectorBody('stripe', listing)));
    const fpx = {
      currency: 'MYR',
      payment_method: 'bank_redirect',
      payment_method_type: 'online_banking_fpx',
      payment_method_data: { bank_redirect: { online_banking_fpx: { issuer: 'maybank' } } },
    };
    expect(statusAndBody(await shop.api.post('/payments', paymentBody(fpx)))).toEqual(
      refusal(501, 'IR_00', 'Selected payment method through stripe is not implemented'),
    );
  });

  it('refuse a payment before it is stored', async () => {
    const shop = await shopWith();
    const { payment_id } = ok(await shop.api.post('/payments', { amount: 1, currency: 'USD', ...cardFields() }));
    expect(statusAndBody(await shop.api.post(`/payments/${payment_id}/confirm`))).toEqual(noConnector);
    expect(ok(await shop.api.get(`/payments/${payment_id}`))).toMatchObject({
      status: 'requires_confirmation',
      connector: null,
      attempt_count: 1,
    });
    ok(await shop.api.post(`/account/${shop.merchantId}/connectors`, connectorBody('stripe_test')));
    expect(ok(await shop.api.post(`/payments/${payment_id}/confirm`)).status).toBe('succeeded');
  });
});

describe('the next connector account', () => {
  const retrying = async (shop: TestMerchant, retries = 1) => {
    const path = `/account/${shop.merchantId}/business_profile/${shop.profileId}`;
    ok(await shop.api.post(path, { is_auto_retries_enabled: true, max_auto_retries_enabled: retries }));
  };

  it('is used after a decline that allows a retry, when the profile enables it', async () => {
    const shop = await shopWith('adyen_test', 'stripe_test');
    await retrying(shop);
    const payment = await pay(shop, cardFields(retryable));
    expect(payment).toMatchObject({
      status: 'succeeded',
      connector: 'stripe_test',
      attempt_count: 2,
      error_code: null,
      amount_received: 6540,
      merchant_connector_id: idOf(shop, 'stripe_test'),
    });
    const attempts = await attemptsOf(shop, payment);
    expect(wayOf(attempts)).toEqual(['adyen_test failure', 'stripe_test charged']);
    expect(attempts[0]).toMatchObject({ attempt_id: `${payment.payment_id}_1`, error_code: 'DC_08' });
  });

  it('is not used when the profile disables retries, or after a final decline', async () => {
    const shop = await shopWith('adyen_test', 'stripe_test');
    expect(await pay(shop, cardFields(retryable))).toMatchObject({ status: 'failed', attempt_count: 1 });
    await retrying(shop);
    expect(await pay(shop, cardFields(cards.declined))).toMatchObject({ status: 'failed', attempt_count: 1 });
  });

  it('is used at most as often as the profile allows', async () => {
    const shop = await shopWith('adyen_test', 'checkout_test', 'stripe_test');
    await retrying(shop, 1);
    const payment = await pay(shop, cardFields(retryable));
    expect(payment).toMatchObject({ status: 'failed', attempt_count: 2, error_code: 'DC_08' });
    await retrying(shop, 2);
    const again = await pay(shop, cardFields(retryable));
    expect(wayOf(await attemptsOf(shop, again))).toEqual([
      ...['adyen_test failure', 'checkout_test failure', 'stripe_test charged'],
    ]);
  });

  it('is used after a refused connection, independent of the profile', async () => {
    const shop = await shopWith('phonypay', 'stripe_test');
    const payment = await pay(shop);
    expect(payment).toMatchObject({ status: 'succeeded', connector: 'stripe_test', attempt_count: 2 });
    expect(wayOf(await attemptsOf(shop, payment))).toEqual(['phonypay failure', 'stripe_test charged']);
    const alone = await pay(await shopWith('phonypay'));
    expect(alone).toMatchObject({ status: 'failed', attempt_count: 1, amount_received: null });
  });

  it('is never used while an outcome is unknown', async () => {
    const shop = await shopWith('adyen_test', 'stripe_test');
    await retrying(shop);
    const fault = { match: { connector: 'adyen_test', kind: 'payment' }, fault: 'execute_then_drop', times: 1 };
    ok(await system.sandbox.post('/control/faults', fault));
    const payment = await pay(shop);
    expect(payment).toMatchObject({ status: 'processing', connector: 'adyen_test', attempt_count: 1 });
    const read = () => shop.api.get(`/payments/${payment.payment_id}?expand_attempts=true`).then(ok);
    const settled = await eventually(
      async () => {
        const found = await read();
        return found.status === 'processing' ? undefined : found;
      },
      { withinMs: 30_000 },
    );
    expect(settled).toMatchObject({ status: 'succeeded', connector: 'adyen_test', amount_received: 6540 });
    expect(wayOf(settled.attempts)).toEqual(['adyen_test charged']);
    const effects = system
      .ledger()
      .filter((one) => one.entry === 'effect' && JSON.stringify(one).includes(`${payment.payment_id}_1`));
    expect(effects.map(({ effect, connector }) => [effect, connector])).toEqual([['charge', 'adyen_test']]);
  });
});

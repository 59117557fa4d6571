import {
  aMerchant,
  connectorBody,
  ok,
  paymentBody,
  sharedSystem,
  type Answer,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { fieldRules, type Refused } from '@payorch/rest';
import { effectCount } from '../../support/ledger-check';
import { refusal, statusAndBody } from '../../support/wire';

const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await aMerchant(system);
  const ofPayouts = { connector_type: 'payout_processor', payment_methods_enabled: null };
  const account = connectorBody('stripe_test', {
    ...ofPayouts,
    connector_label: 'payouts',
    profile_id: merchant.profileId,
  });
  ok(await merchant.api.post(`/account/${merchant.merchantId}/connectors`, account));
});

const post = (path: string, body: object) => merchant.api.post(path, body);
const create = async (body: object): Promise<Json> => ok(await post('/payments', body));
const made = (more: object = {}) => create(paymentBody({ confirm: false, ...more }));
const payout = async (): Promise<Json> => ok(await post('/payouts/create', { amount: 6540, currency: 'EUR' }));
const ofSepa = { payout_type: 'bank', payout_method_data: { bank: { iban: 'NL46TEST0136169112' } } };
const profilePath = () => `/account/${merchant.merchantId}/business_profile`;

/** Sends each request that refuses a field, as a merchant sends it. */
const senders: Readonly<Record<string, (more: object) => Promise<Answer>>> = {
  PaymentsCreateRequest: (more) => post('/payments', paymentBody(more)),
  PaymentsUpdateRequest: async (more) => {
    return post(`/payments/${(await made()).payment_id}`, { confirm: true, ...more });
  },
  PaymentsConfirmRequest: async (more) => post(`/payments/${(await made()).payment_id}/confirm`, more),
  PaymentsSessionRequest: async (more) => {
    const { payment_id, client_secret } = await made();
    return merchant.client.post('/payments/session_tokens', { payment_id, client_secret, wallets: [], ...more });
  },
  RefundRequest: async (more) =>
    post('/refunds', { payment_id: (await create(paymentBody())).payment_id, amount: 600, ...more }),
  PayoutsCreateRequest: (more) => post('/payouts/create', { amount: 6540, currency: 'EUR', ...more }),
  PayoutUpdateRequest: async (more) => post(`/payouts/${(await payout()).payout_id}`, more),
  PayoutConfirmRequest: async (more) => post(`/payouts/${(await payout()).payout_id}/confirm`, { ...ofSepa, ...more }),
  PaymentMethodCreate: async (more) => {
    const customer = { amount: 100, currency: 'USD', customer_id: 'cus_a' };
    ok(await post('/payments', customer));
    return post('/payment_methods', { payment_method: 'card', customer_id: 'cus_a', ...more });
  },
  PaymentMethodCollectLinkRequest: async (more) => {
    const { customer_id } = ok(await post('/customers', {}));
    return post('/payment_methods/collect', { customer_id, ...more });
  },
  PaymentMethodMigrate: async (more) => {
    const customer_id = 'cus_migrated';
    ok(await post('/payments', { amount: 100, currency: 'USD', customer_id }));
    const card = { card_number: '4242424242424242', card_exp_month: '10', card_exp_year: '35' };
    const { merchantId: merchant_id } = merchant;
    return system.admin.post('/payment_methods/migrate', { merchant_id, customer_id, card, ...more });
  },
  AuthenticationCreateRequest: (more) => post('/authentication', { amount: 6540, currency: 'USD', ...more }),
  AuthenticationSyncRequest: async (more) => {
    const { authentication_id, client_secret } = ok(await post('/authentication', { amount: 6540, currency: 'USD' }));
    return post(`/authentication/${authentication_id}/sync`, { client_secret, ...more });
  },
  ProfileCreate: (more) => post(`${profilePath()}/${merchant.profileId}`, more),
};

const refused = Object.entries(fieldRules).flatMap(([request, rules]) =>
  Object.entries(rules.refused ?? {}).map(([field, rule]): [string, string, Refused] => [request, field, rule]),
);
const effects = () => effectCount(system, merchant.merchantId);

it('this spec sends every request that refuses a field', () =>
  expect(Object.keys(senders).sort()).toEqual([...new Set(refused.map(([request]) => request))].sort()));

describe('a field with an effect that is not implemented', () => {
  it.each(refused)('%s: %s is refused by name, without a charge', async (request, field, rule) => {
    const before = await effects();
    const answer = await senders[request]!({ ...rule.with, [field]: rule.example });
    expect(statusAndBody(answer)).toEqual(refusal(501, 'IR_00', `${field} is not implemented`));
    // The payment of a refund has its one effect from before.
    expect((await effects()) - before).toBe(request === 'RefundRequest' ? 1 : 0);
  });

  it.each(
    refused.flatMap(([request, field, { passes = [] }]) => passes.map((body) => [request, field, body] as const)),
  )('%s: %s passes as %j', async (request, _, body) => void ok(await senders[request]!(body)));
});

it('a payment that stored such a field earlier is not charged at its confirmation', async () => {
  const { example } = fieldRules['PaymentsCreateRequest']!.refused!['split_payments']!;
  const { payment_id, split_payments } = await made({ split_payments: example });
  expect(split_payments).toMatchObject(example as object);
  expect(statusAndBody(await post(`/payments/${payment_id}/confirm`, {}))).toEqual(
    refusal(501, 'IR_00', 'split_payments is not implemented'),
  );
  expect(ok(await post(`/payments/${payment_id}/confirm`, { split_payments: null })).status).toBe('succeeded');
});

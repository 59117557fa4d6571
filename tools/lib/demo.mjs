import { existsSync, readFileSync } from 'node:fs';
import { apiAt, refusedBy } from './api.mjs';
import { writeWhole } from './processes.mjs';

const merchantId = 'merchant_demo';
const connectors = ['stripe_test', 'adyen_test'];
/** Sandbox keys of real processors; the test processors accept any key. */
export const sandboxKeys = { stripe: 'sk_test_sandbox' };
const networks = ['Visa', 'Mastercard', 'AmericanExpress', 'Discover', 'DinersClub', 'JCB', 'UnionPay'];

export const sampleCards = {
  4242424242424242: 'succeeds',
  4000000000000002: 'is declined',
  4000003800000446: 'requires 3DS',
};

const cardType = (payment_method_type) => ({
  payment_method_type,
  card_networks: networks,
  minimum_amount: 1,
  maximum_amount: 68_607_706,
  recurring_enabled: true,
  installment_payment_enabled: false,
});

export const connectorAccount = (connector_name, profile_id, api_key = `sk_demo_${connector_name}`) => ({
  connector_type: 'payment_processor',
  connector_name,
  connector_label: `${connector_name}_default`,
  profile_id,
  connector_account_details: { auth_type: 'HeaderKey', api_key },
  payment_methods_enabled: [{ payment_method: 'card', payment_method_types: [cardType('credit'), cardType('debit')] }],
  test_mode: true,
});

/** The body of a minimal payment, confirmed at once. */
export const demoPayment = (number = '4242424242424242') => ({
  amount: 6540,
  currency: 'USD',
  confirm: true,
  capture_method: 'automatic',
  authentication_type: 'no_three_ds',
  payment_method: 'card',
  payment_method_type: 'credit',
  payment_method_data: {
    card: {
      card_number: number,
      card_exp_month: '10',
      card_exp_year: '35',
      card_holder_name: 'Joseph Doe',
      card_cvc: '123',
    },
  },
});

/** Creates an object; an existing one (after a second start on the same data) is accepted. */
async function ensure(api, path, body) {
  const answer = await api.post(path, body);
  if (answer.status === 200 || answer.body?.error?.code === 'HE_01') return answer;
  throw refusedBy('POST', path, answer);
}

async function keyWorks(baseUrl, apiKey) {
  const { status } = await apiAt(baseUrl, apiKey).get('/payments/pay_that_is_not_there');
  return status !== 401 && status !== 403;
}

/** An account for payouts at the same processor: an account is for payments or for payouts. */
const payoutAccount = (connector_name, profile_id) => ({
  connector_type: 'payout_processor',
  connector_name,
  connector_label: `${connector_name}_payouts`,
  profile_id,
  connector_account_details: { auth_type: 'HeaderKey', api_key: `sk_demo_${connector_name}_payouts` },
  test_mode: true,
});

/** The body of a minimal payout to a card, paid at once. */
export const demoPayout = (number = '4242424242424242') => ({
  amount: 6540,
  currency: 'USD',
  confirm: true,
  auto_fulfill: true,
  payout_type: 'card',
  payout_method_data: {
    card: { card_number: number, expiry_month: '10', expiry_year: '35', card_holder_name: 'Joseph Doe' },
  },
});

/**
 * Creates a merchant with one connector account at a processor of the sandbox; returns its API key. `withPayouts`: it has an account
 * for payouts too. `more`: further fields of its merchant account.
 */
export async function merchantWith(connector, { api: baseUrl, adminApiKey }, { withPayouts = false, ...more } = {}) {
  const admin = apiAt(baseUrl, adminApiKey);
  const { merchant_id } = { merchant_id: `merchant_${connector}`, ...more };
  await ensure(admin, '/accounts', { merchant_id, ...more });
  const { default_profile } = await admin.must('GET', `/accounts/${merchant_id}`);
  const { api_key } = await admin.must('POST', `/api_keys/${merchant_id}`, { name: 'load', expiration: 'never' });
  const accounts = [
    connectorAccount(connector, default_profile, sandboxKeys[connector]),
    ...(withPayouts ? [payoutAccount(connector, default_profile)] : []),
  ];
  for (const one of accounts) await ensure(apiAt(baseUrl, api_key), `/account/${merchant_id}/connectors`, one);
  return api_key;
}

const readDemo = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/**
 * Creates the demo merchant with its test connectors and an API key through the public interface. The API returns the key only
 * once, so the key is stored in a file; when it no longer works, a new one is created.
 */
export async function ensureDemoMerchant({ baseUrl, adminApiKey, file }) {
  const known = readDemo(file);
  if (known && (await keyWorks(baseUrl, known.apiKey))) return known;
  const admin = apiAt(baseUrl, adminApiKey);
  await ensure(admin, '/accounts', {
    merchant_id: merchantId,
    merchant_name: 'Demo merchant',
    return_url: `${baseUrl}/health`,
  });
  const account = await admin.must('GET', `/accounts/${merchantId}`);
  const key = await admin.must('POST', `/api_keys/${merchantId}`, { name: 'demo', expiration: 'never' });
  const merchant = apiAt(baseUrl, key.api_key);
  for (const name of connectors)
    await ensure(merchant, `/account/${merchantId}/connectors`, connectorAccount(name, account.default_profile));
  const demo = {
    merchantId,
    profileId: account.default_profile,
    apiKey: key.api_key,
    publishableKey: account.publishable_key,
    connectors,
  };
  writeWhole(file, JSON.stringify(demo, null, 2));
  return demo;
}

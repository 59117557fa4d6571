import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { apiAt } from '../api.mjs';
import { bundle } from '../bundle.mjs';
import { connectorAccount, demoPayment, sandboxKeys } from '../demo.mjs';
import { root } from '../paths.mjs';
import { keyKindOf, operationsOf, requestOf } from './requests.mjs';

async function loadExamples() {
  const outfile = path.join(root, 'dist/tools/api-check-examples.mjs');
  await bundle({ entry: 'tools/lib/api-check/examples.ts', outfile, format: 'esm' });
  return import(pathToFileURL(outfile).href);
}

/** Creates a merchant with a key and connector accounts; returns its ids and keys. */
async function newMerchant(baseUrl, adminKey, merchantId) {
  const admin = apiAt(baseUrl, adminKey);
  const account = await admin.must('POST', '/accounts', { merchant_id: merchantId, return_url: `${baseUrl}/health` });
  const key = await admin.must('POST', `/api_keys/${merchantId}`, { name: 'check', expiration: 'never' });
  const api = apiAt(baseUrl, key.api_key);
  const connectors = [];
  for (const name of ['stripe_test', 'adyen_test', 'stripe'])
    connectors.push(
      await api.must(
        'POST',
        `/account/${merchantId}/connectors`,
        connectorAccount(name, account.default_profile, sandboxKeys[name]),
      ),
    );
  return {
    ...{ merchantId, api, apiKey: key.api_key, keyId: key.key_id, publishableKey: account.publishable_key },
    ...{ profileId: account.default_profile, connectorIds: connectors.map((one) => one.merchant_connector_id) },
  };
}

const declined = '4000000000000002';
const challenged = '4000003800000446';
const settlesLater = '4000000000070112';
const open = { amount: 6540, currency: 'USD' };
const acceptance = {
  acceptance_type: 'online',
  accepted_at: '2026-01-05T10:00:00.000Z',
  online: { ip_address: '10.0.0.1', user_agent: 'Mozilla/5.0' },
};

/** The states of payments, each by its request and what follows it. */
const paymentStates = (customerId) => [
  { name: 'succeeded', body: demoPayment() },
  { name: 'failed', body: demoPayment(declined) },
  { name: 'requires_customer_action', body: { ...demoPayment(challenged), authentication_type: 'three_ds' } },
  { name: 'processing', body: demoPayment(settlesLater) },
  { name: 'requires_capture', body: { ...demoPayment(), capture_method: 'manual' } },
  {
    name: 'partially_captured',
    body: { ...demoPayment(), capture_method: 'manual' },
    then: [['capture', { amount_to_capture: 40 }]],
  },
  {
    name: 'partially_captured_and_capturable',
    body: { ...demoPayment(), capture_method: 'manual_multiple' },
    then: [['capture', { amount_to_capture: 40 }]],
  },
  { name: 'voided', body: { ...demoPayment(), capture_method: 'manual' }, then: [['cancel', {}]] },
  { name: 'cancelled', body: open, then: [['cancel', {}]] },
  { name: 'requires_payment_method', body: { ...open, description: 'Order 1001', metadata: { order: '1001' } } },
  { name: 'requires_confirmation', body: { ...demoPayment(), confirm: false } },
  { name: 'ordered in a shop', body: { ...open, payment_channel: 'ecommerce', connector: ['stripe_test'] } },
  { name: 'ordered at a kiosk', body: { ...open, payment_channel: { other: 'kiosk' } } },
  { name: 'of a customer', body: { ...demoPayment(), customer_id: customerId, email: 'joseph@example.com' } },
  {
    name: 'with a link',
    body: { ...open, payment_link: true, return_url: 'https://shop.example/return', customer_id: customerId },
  },
  {
    name: 'with a mandate',
    body: {
      ...demoPayment(),
      ...{ customer_id: customerId, setup_future_usage: 'off_session' },
      mandate_data: { customer_acceptance: acceptance, mandate_type: { multi_use: open } },
    },
  },
  {
    name: 'that only saves a card',
    body: {
      ...demoPayment(),
      amount: 0,
      customer_id: customerId,
      setup_future_usage: 'off_session',
      customer_acceptance: acceptance,
    },
  },
];

async function createPayments({ api }, customerId) {
  const made = [];
  for (const { name, body, then = [] } of paymentStates(customerId)) {
    const payment = await api.must('POST', '/payments', body);
    for (const [step, sent] of then) await api.must('POST', `/payments/${payment.payment_id}/${step}`, sent);
    made.push({ ...payment, name });
  }
  return made;
}

async function createRefunds({ api }, payments) {
  const { payment_id } = payments.find(({ name }) => name === 'succeeded');
  const made = [];
  // The last one is more than what is left of the payment.
  for (const amount of [100, 200, 7000]) made.push(await api.post('/refunds', { payment_id, amount, reason: 'Late' }));
  return made.flatMap(({ status, body }) => (status === 200 ? [body.refund_id] : []));
}

/** Sends the examples of the reference in their order; an example that this account cannot repeat is refused, which is an answer, too. */
async function sendExamples(document, { baseUrl, keys, names }) {
  const { examples, resolveExample, exampleName } = await loadExamples();
  const byId = new Map(operationsOf(document).map((one) => [one.operation.operationId, one]));
  const answers = {};
  const sent = [];
  for (const example of examples) {
    const place = byId.get(example.operation);
    try {
      const resolved = JSON.parse(
        names.reduce(
          (text, [name, own]) => text.replaceAll(name, own),
          JSON.stringify(resolveExample(example, answers)),
        ),
      );
      const { url, init } = requestOf(place, resolved);
      const key = keys[keyKindOf(place.operation)];
      const answer = await fetch(`${baseUrl}${url}`, {
        ...init,
        headers: { ...init.headers, ...(key && { 'api-key': key }) },
      });
      const text = await answer.text();
      if (answer.ok && /json/.test(answer.headers.get('content-type') ?? ''))
        answers[exampleName(example)] = { status: answer.status, body: JSON.parse(text) };
      sent.push({ operationId: example.operation, example: resolved, status: answer.status });
    } catch (error) {
      // An example that builds on an answer that this account did not get.
      sent.push({ operationId: example.operation, status: 0, problem: error.message });
    }
  }
  return { answers, sent };
}

/**
 * Creates a merchant with payments, refunds, links, mandates and customers in every state, and a second merchant whose account may be
 * changed and deleted. Returns their keys, the ids by name, and the examples as they were sent.
 */
export async function seedAccount(document, { baseUrl, adminKey, name }) {
  const merchant = await newMerchant(baseUrl, adminKey, name);
  const spare = await newMerchant(baseUrl, adminKey, `${name}_spare`);
  const customer = await merchant.api.must('POST', '/customers', { name: 'Joseph Doe', email: 'joseph@example.com' });
  const deleted = await merchant.api.must('POST', '/customers', { name: 'Jane Doe' });
  await merchant.api.must('DELETE', `/customers/${deleted.customer_id}`);
  const payments = await createPayments(merchant, customer.customer_id);
  const refunds = await createRefunds(merchant, payments);
  const { sent } = await sendExamples(document, {
    baseUrl,
    keys: { admin_api_key: adminKey, api_key: merchant.apiKey, publishable_key: merchant.publishableKey },
    names: [
      ['merchant_demo', merchant.merchantId],
      ['merchant_example', `${name}_example`],
    ],
  });
  return { merchant, spare, customers: [customer.customer_id, deleted.customer_id], payments, refunds, sent };
}

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { apiAt } from '../api.mjs';
import { bundle } from '../bundle.mjs';
import { root } from '../paths.mjs';
import { until } from '../wait.mjs';
import { createPayments, untilPaymentIs } from './create-payments.mjs';
import { addAuthenticationServer, newMerchant } from './merchants.mjs';
import {
  createAuthentications,
  createCustomers,
  createMandates,
  createPaymentMethods,
  createRefunds,
  createRelays,
} from './other-states.mjs';
import { keyKindOf, operationsOf, requestOf } from './requests.mjs';

async function loadExamples() {
  const outfile = path.join(root, 'dist/tools/api-check-examples.mjs');
  await bundle({ entry: 'tools/lib/api-check/examples.ts', outfile, format: 'esm' });
  return import(pathToFileURL(outfile).href);
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

const readLink = ({ api }, { payment_link }) => api.must('GET', `/payment_link/${payment_link.payment_link_id}`);

/**
 * Creates a merchant with payments, refunds, links, mandates and customers in every state, and a second merchant whose account may be
 * changed and deleted. Returns their keys, the ids by name, the examples as they were sent, and every answer about a state.
 */
export async function seedAccount(document, { baseUrl, adminKey, sandboxUrl, name }) {
  const system = { baseUrl, adminKey, sandboxUrl };
  const operator = apiAt(baseUrl, adminKey);
  const merchant = await newMerchant(system, name);
  const spare = await newMerchant(system, `${name}_spare`);
  await addAuthenticationServer(merchant);
  const { customers, ofRedacted } = await createCustomers(merchant);
  const payments = [...(await createPayments(merchant, customers[0])), ...ofRedacted];
  const [refunds, authentications, relays] = await Promise.all([
    createRefunds(merchant, operator),
    createAuthentications(merchant),
    createRelays(merchant),
  ]);
  await readLink(
    merchant,
    payments.find(({ name: state }) => state === 'with a link'),
  );
  const mandates = await createMandates(merchant, customers[0]);
  const paymentMethods = await createPaymentMethods(merchant, customers[0]);
  const { sent } = await sendExamples(document, {
    baseUrl,
    keys: { admin_api_key: adminKey, api_key: merchant.apiKey, publishable_key: merchant.publishableKey },
    names: [
      ['merchant_demo', merchant.merchantId],
      ['merchant_example', `${name}_example`],
    ],
  });
  const objects = { customers, payments, refunds, authentications, relays, mandates, paymentMethods };
  return { merchant, spare, sent, ...objects };
}

const atMostMs = 150_000;

/** Reads the states that need a minute: a link whose time has passed, and a payment that its processor has denied for long enough. */
export async function readLateStates({ merchant, payments }) {
  const named = (name) => payments.find((one) => one.name === name);
  const { payment_id } = named('whose customer never came');
  await untilPaymentIs(merchant, payment_id, { status: 'expired' }, atMostMs);
  const expiring = named('with a link that expires');
  await until(async () => (await readLink(merchant, expiring)).status === 'expired', {
    withinMs: atMostMs,
    everyMs: 500,
  });
}

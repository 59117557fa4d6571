import { aMerchant, apiAt, ok, sharedSystem, type Answer, type Json, type TestMerchant } from '@payorch/harness';
import { exampleName, examples, resolveExample } from '@payorch/rest/reference';
import { inSendingOrder, keyKindOf, requestOfExample, type ExampleRequest } from '../../support/example-requests';
import { shapeDifferences } from '../../support/example-shapes';
import { isRecording, recordedAnswers, Recorder } from '../../support/recorded-examples';
import { openReference } from '../../support/reference-page';

const system = sharedSystem();
const api = apiAt(system.baseUrl('gateway'));
let merchant: TestMerchant;
beforeAll(async () => {
  // The merchant that `npm start` creates: the examples name it.
  merchant = await aMerchant(system, { merchantId: 'merchant_demo', connectors: ['stripe_test', 'adyen_test'] });
});

/** Stripe sends each event to every endpoint of its account: one that stays would get those of all later journeys. */
afterAll(async () => {
  const headers = { authorization: 'Bearer sk_test_sandbox' };
  const { data } = ok(await system.sandbox.get('/v1/webhook_endpoints?limit=100', headers));
  const own = data.filter(({ url }: Json) => String(url).includes('/webhooks/merchant_demo/'));
  for (const { id } of own) ok(await system.sandbox.raw('DELETE', `/v1/webhook_endpoints/${id}`, undefined, headers));
});

function send(operation: string, { method, url, headers, body }: ExampleRequest): Promise<Answer> {
  const keys = {
    admin_api_key: system.adminKey,
    api_key: merchant.apiKey,
    publishable_key: merchant.publishableKey,
  };
  const kind = keyKindOf(operation);
  const key = kind && keys[kind];
  return api.raw(method, url, body, { ...headers, ...(key !== undefined && { 'api-key': key }) });
}

const asWanted = (wanted: number | undefined, status: number): boolean =>
  wanted === undefined ? status < 300 : status === wanted;

/** Sends every example as it is and stores the answers: a maintainer's way to renew api/examples.json. */
async function record(): Promise<string[]> {
  const recorder = new Recorder(system.baseUrl('gateway'));
  const wrong: string[] = [];
  for (const example of inSendingOrder(examples)) {
    const name = exampleName(example);
    try {
      const { status, body, text } = await send(
        example.operation,
        requestOfExample(resolveExample(example, recorder.latest)),
      );
      recorder.add(name, { status, body });
      if (!asWanted(example.status, status)) wrong.push(`${name}: ${status} ${text}`);
    } catch (error) {
      wrong.push(`${name}: ${String(error)}`);
    }
  }
  recorder.write();
  return wrong;
}

/** Sends every example through the page's own script and compares the answers with the documented ones. */
async function compare(): Promise<string[]> {
  const sendByPage = await openReference(api, send);
  const answers = recordedAnswers();
  const wrong: string[] = [];
  for (const example of inSendingOrder(examples)) {
    const name = exampleName(example);
    const request = requestOfExample(resolveExample(example, answers));
    const { status, body, text } = await sendByPage(example.operation, request);
    const documented = answers[name];
    if (!asWanted(example.status, status)) wrong.push(`${name}: ${status} ${text}`);
    else wrong.push(...shapeDifferences(documented?.body, body).map((difference) => `${name}: ${difference}`));
  }
  return wrong;
}

it('every example of the reference works when the page sends it, and is answered as documented', async () => {
  expect(await (isRecording ? record() : compare())).toEqual([]);
});

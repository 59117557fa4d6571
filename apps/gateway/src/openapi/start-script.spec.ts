import vm from 'node:vm';
import { startScript } from './start-script';

interface Page {
  fetch(input: string, init?: object): Promise<unknown>;
}

const base = 'http://127.0.0.1:8080';
const json = (examples: object) => ({ content: { 'application/json': { examples } } });
const recorded = { payment_id: 'pay_recorded00001', client_secret: 'pay_recorded00001_secret_Recorded00002' };
const document = {
  openapi: '3.0.3',
  paths: {
    '/payments': {
      post: {
        requestBody: json({ whole: { value: { amount: 1 } }, part: { value: { amount: 2 } } }),
        responses: {
          200: json({
            whole: { value: recorded },
            part: { value: { payment_id: 'pay_recorded00003', status: 'requires_confirmation' } },
          }),
        },
      },
    },
    '/payments/{payment_id}': { get: { responses: { 200: json({ whole: { value: recorded } }) } } },
  },
};

let page: Page;
let configuration: Readonly<Record<string, unknown>>;
let reply: Response;
let received: { readonly url: string; readonly body: string; readonly headers: Headers };

/** Sends a request as the reader does; returns what the server receives. */
async function send(method: string, path: string, body?: object, answer: object = {}, status = 200) {
  reply = Response.json(answer, { status });
  const content = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  await page.fetch(`${base}${path}`, { method, ...content });
  return received;
}

beforeEach(async () => {
  const fetch = async (request: Request) => {
    received = { url: request.url, body: await request.clone().text(), headers: request.headers };
    return reply;
  };
  const Scalar = { createApiReference: (_: string, given: typeof configuration) => void (configuration = given) };
  const context = { Scalar, URL, Request, fetch };
  vm.runInNewContext(startScript, context);
  page = context as unknown as Page;
  await send('GET', '/openapi.json', undefined, document);
});

it('a later request has the ids and secrets of the answers, each in the place of its recorded one', async () => {
  const live = { payment_id: 'pay_live0000000001', client_secret: 'pay_live0000000001_secret_Live00000000002' };
  await send('POST', '/payments', { amount: 1 }, live);
  const { url, body } = await send('POST', `/payments/${recorded.payment_id}`, recorded);
  expect(url).toBe(`${base}/payments/pay_live0000000001`);
  expect(JSON.parse(body)).toEqual(live);
});

it('of two examples the one that was sent counts', async () => {
  await send('POST', '/payments', { amount: 2 }, { payment_id: 'pay_live0000000003', status: 'requires_capture' });
  expect((await send('GET', '/payments/pay_recorded00003')).url).toContain('pay_live0000000003');
  expect((await send('GET', '/payments/pay_recorded00001')).url).toContain('pay_recorded00001');
  const { body } = await send('POST', '/payments', { status: 'requires_confirmation' });
  expect(body).toContain('requires_confirmation');
});

it('a newer answer replaces an older one, and an error changes nothing', async () => {
  for (const payment_id of ['pay_live0000000001', 'pay_live0000000002'])
    await send('POST', '/payments', { amount: 1 }, { payment_id });
  await send('POST', '/payments', { amount: 1 }, { payment_id: 'pay_live0000000009' }, 422);
  expect((await send('GET', '/payments/pay_recorded00001')).url).toContain('pay_live0000000002');
});

it('an upload and the headers of a request stay as they are', async () => {
  await send('POST', '/payments', { amount: 1 }, { payment_id: 'pay_live0000000001' });
  const headers = { 'content-type': 'multipart/form-data; boundary=part', 'api-key': 'dev_key' };
  await page.fetch(`${base}/cards/update-batch`, { method: 'POST', body: '--part\r\npay_recorded00001', headers });
  expect(received.body).toBe('--part\r\npay_recorded00001');
  expect(Object.fromEntries(received.headers)).toEqual(headers);
});

it('the reader asks no other host and stores no key', () =>
  expect(configuration).toMatchObject({
    url: 'openapi.json',
    withDefaultFonts: false,
    telemetry: false,
    proxyUrl: '',
    hideClientButton: true,
    showDeveloperTools: 'never',
    persistAuth: false,
    agent: { disabled: true },
    mcp: { disabled: true },
  }));

import vm from 'node:vm';
import { startScript } from './start-script';

interface Request {
  readonly url: string;
  readonly method?: string;
  readonly body?: string;
  readonly loadSpec?: boolean;
}

interface Config {
  readonly requestInterceptor: (request: Request) => Request;
  readonly responseInterceptor: (response: { ok: boolean; text: string }) => unknown;
}

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

let page: Config;
const answer = (body: object, ok = true) => page.responseInterceptor({ ok, text: JSON.stringify(body) });
const send = (method: string, path: string, body?: object) => {
  const request = { url: `http://127.0.0.1:8080${path}`, method, ...(body && { body: JSON.stringify(body) }) };
  return page.requestInterceptor(request);
};

beforeEach(() => {
  vm.runInNewContext(startScript, { SwaggerUIBundle: (config: Config) => void (page = config), URL });
  page.requestInterceptor({ url: 'openapi.json', loadSpec: true });
  answer(document);
});

it('a later request has the ids and secrets of the answers, each in the place of its recorded one', () => {
  send('POST', '/payments', { amount: 1 });
  answer({ payment_id: 'pay_live0000000001', client_secret: 'pay_live0000000001_secret_Live00000000002' });
  const { url, body } = send('POST', `/payments/${recorded.payment_id}`, recorded);
  expect(url).toBe('http://127.0.0.1:8080/payments/pay_live0000000001');
  expect(JSON.parse(body!)).toEqual({
    payment_id: 'pay_live0000000001',
    client_secret: 'pay_live0000000001_secret_Live00000000002',
  });
});

it('of two examples the one that was sent counts', () => {
  send('POST', '/payments', { amount: 2 });
  answer({ payment_id: 'pay_live0000000003', status: 'requires_capture' });
  expect(send('GET', '/payments/pay_recorded00003').url).toContain('pay_live0000000003');
  expect(send('GET', '/payments/pay_recorded00001').url).toContain('pay_recorded00001');
  expect(send('POST', '/payments', { status: 'requires_confirmation' }).body).toContain('requires_confirmation');
});

it('a newer answer replaces an older one, and an error changes nothing', () => {
  for (const payment_id of ['pay_live0000000001', 'pay_live0000000002']) {
    send('POST', '/payments', { amount: 1 });
    answer({ payment_id });
  }
  send('POST', '/payments', { amount: 1 });
  answer({ payment_id: 'pay_live0000000009' }, false);
  expect(send('GET', '/payments/pay_recorded00001').url).toContain('pay_live0000000002');
});

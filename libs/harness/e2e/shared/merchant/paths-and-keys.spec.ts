import { aMerchant, ok, paymentBody, sharedSystem, type TestMerchant } from '@payorch/harness';
import { rowCounts } from '../../support/rows';
import {
  missing,
  noPayment,
  notAllowed,
  refusal,
  statusAndBody,
  unauthorized,
  type StatusAndBody,
} from '../../support/wire';

const system = sharedSystem();
let merchant: TestMerchant;
let other: TestMerchant;
let before: Record<string, number>;
const mine = 'pay_mine';
const authorized = 'pay_held';
const theirs = 'pay_theirs';

beforeAll(async () => {
  merchant = await aMerchant(system);
  other = await aMerchant(system);
  ok(await merchant.api.post('/payments', { payment_id: mine, amount: 6540, currency: 'USD' }));
  ok(await merchant.api.post('/payments', paymentBody({ payment_id: authorized, capture_method: 'manual' })));
  ok(await other.api.post('/payments', { payment_id: theirs, amount: 6540, currency: 'USD' }));
  before = await rowCounts(system, [merchant, other]);
});

/** The list beside an unknown route or method names the nearest documented one. */
const near = (message: string, nearest?: string) =>
  nearest === undefined ? {} : { fields: [{ field: 'url', message, nearest }] };
const noUrl = 'Unrecognized request URL';
const noMethod = 'The HTTP method is not applicable for this API';
const unknown = (nearest?: string) => refusal(404, 'IR_02', noUrl, near(noUrl, nearest));
const nowhere = unknown();
const wrongMethod = (nearest: string) => refusal(405, 'IR_03', noMethod, near(noMethod, nearest));

it.each<['GET' | 'POST' | 'PUT' | 'DELETE', string, StatusAndBody]>([
  ['GET', '/nothing', nowhere],
  ['POST', '/payments/', unknown('POST /payments')],
  ['GET', '/payments/a/b/c/d/e', nowhere],
  ['GET', '/payments/%00', nowhere],
  ['GET', '/payments/%E0%A4%A', nowhere],
  ['GET', `/payments/${'a'.repeat(300)}`, nowhere],
  ['GET', '/accounts', wrongMethod('POST /accounts')],
  ['PUT', '/payments', wrongMethod('POST /payments')],
  ['DELETE', `/payments/${mine}`, wrongMethod('POST /payments/{payment_id}')],
  ['GET', `/payments/${mine}/capture`, wrongMethod('POST /payments/{payment_id}/capture')],
  ['GET', '/payments/pay_none', noPayment],
  ['GET', `/payments/${theirs}`, noPayment],
  ['GET', '/payments/..%2F..%2Faccounts', noPayment],
  ['GET', "/payments/a'%20OR%201=1--", noPayment],
  ['GET', `/payments/${'a'.repeat(65)}`, noPayment],
])('%s %s', async (method, path, expected) =>
  expect(statusAndBody(await merchant.api.raw(method, path))).toEqual(expected),
);

it.each<[string, object]>([
  ['', {}],
  ['/confirm', {}],
  ['/capture', {}],
  ['/cancel', {}],
  ['/extend_authorization', {}],
  ['/approve', {}],
  ['/reject', {}],
  ['/complete_authorize', {}],
  ['/incremental_authorization', { amount: 7000 }],
  ['/update_metadata', { metadata: { a: 1 } }],
])('an unknown payment is not found: %s', async (action, body) => {
  for (const id of ['pay_none', theirs])
    expect(statusAndBody(await merchant.api.post(`/payments/${id}${action}`, body))).toEqual(noPayment);
});

it('an unknown payment is not found by POST /payments/sync', async () => {
  for (const payment_id of ['pay_none', theirs])
    expect(statusAndBody(await merchant.api.post('/payments/sync', { payment_id }))).toEqual(noPayment);
});

it('a request without a key, with a wrong key or with a misplaced client_secret is refused', async () => {
  const stranger = { 'api-key': `dev_${'x'.repeat(64)}` };
  expect(statusAndBody(await system.api.get(`/payments/${mine}`, stranger))).toEqual(unauthorized);
  expect(statusAndBody(await system.api.post(`/payments/${authorized}/capture`, {}, stranger))).toEqual(unauthorized);
  expect(statusAndBody(await system.api.post(`/payments/${authorized}/capture`, {}))).toEqual(unauthorized);
  expect(statusAndBody(await system.api.get(`/payments/${mine}`))).toEqual(missing('api_key'));
  expect(statusAndBody(await system.api.post(`/payments/${mine}/confirm`, {}))).toEqual(missing('api_key'));
  expect(statusAndBody(await merchant.client.get(`/payments/${mine}`))).toEqual(missing('client_secret'));
  expect(statusAndBody(await merchant.api.get(`/payments/${mine}?client_secret=x`))).toEqual(
    notAllowed('client_secret is not a valid parameter'),
  );
});

it('refused requests store nothing', async () => expect(await rowCounts(system, [merchant, other])).toEqual(before));

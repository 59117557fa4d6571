import {
  aMerchant,
  eventually,
  ok,
  paymentBody,
  sharedSystem,
  type Answer,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { operationsOf } from '../../support/rows';
import { noPayment, precondition, refusal, timestamp, statusAndBody } from '../../support/wire';
import { effectLabelsOf, requestsFor, retrievePayment } from '../../support/ledger-check';
import { atStripe } from '../stripe/at-stripe';

const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await aMerchant(system, { connectors: ['stripe_test', 'pretendpay'] });
});
afterAll(() => system.sandbox.raw('DELETE', '/control/faults'));

const extendable = { capture_method: 'manual', request_extended_authorization: true };
const authorize = async ({ api }: TestMerchant, more: object = {}): Promise<Json> =>
  ok(await api.post('/payments', paymentBody({ ...extendable, ...more })));
const authorizeAtPretendpay = () => authorize(merchant, { routing: { type: 'single', data: 'pretendpay' } });
const extend = ({ api }: TestMerchant, paymentId: string): Promise<Answer> =>
  api.post(`/payments/${paymentId}/extend_authorization`, {});
const arm = async (fault: string): Promise<void> => {
  const match = { connector: 'pretendpay', kind: 'extend' };
  ok(await system.sandbox.post('/control/faults', { match, fault, times: 1 }));
};
const capture = async (paymentId: string): Promise<Json> =>
  ok(await merchant.api.post(`/payments/${paymentId}/capture`, {}));

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;
const untouched = {
  status: 'requires_capture',
  error_code: null,
  extended_authorization_applied: null,
  extended_authorization_last_applied_at: null,
  capture_before: null,
};
const extended = {
  status: 'requires_capture',
  error_code: null,
  amount_capturable: 6540,
  request_extended_authorization: true,
  extended_authorization_applied: true,
  extended_authorization_last_applied_at: timestamp,
  capture_before: timestamp,
};
const untilKnown = (paymentId: string): Promise<Json> =>
  eventually(
    async () => {
      const payment = await retrievePayment(merchant, paymentId);
      return payment.extended_authorization_applied !== null && payment;
    },
    { withinMs: 40_000 },
  );

/** The number of extend calls to the processor. */
async function callsFor(paymentId: string): Promise<number[]> {
  const operations = await operationsOf(system, paymentId);
  return operations
    .filter(({ flow }) => flow === 'extend')
    .map(({ operation_id }) => requestsFor(system, operation_id).calls.length);
}

it('an extension prolongs the authorization, also repeatedly, and shows `capture_before`', async () => {
  const authorized = await authorize(merchant);
  expect(authorized).toMatchObject({ ...untouched, request_extended_authorization: true });
  const once = ok(await extend(merchant, authorized.payment_id));
  expect(once).toMatchObject({ ...extended, payment_id: authorized.payment_id });
  expect(daysBetween(authorized.created, once.capture_before)).toBeCloseTo(30, 1);
  expect(await retrievePayment(merchant, authorized.payment_id)).toEqual(once);
  const twice = ok(await extend(merchant, authorized.payment_id));
  expect(daysBetween(once.capture_before, twice.capture_before)).toBe(30);
  expect(
    daysBetween(once.extended_authorization_last_applied_at, twice.extended_authorization_last_applied_at),
  ).toBeGreaterThan(0);
  expect(await capture(authorized.payment_id)).toMatchObject({
    status: 'succeeded',
    amount_received: 6540,
    extended_authorization_applied: true,
    capture_before: twice.capture_before,
  });
  expect(effectLabelsOf(system, authorized.payment_id)).toEqual([
    'authorize 6540',
    'extend 6540',
    'extend 6540',
    'capture 6540',
  ]);
});

it('an extension that was not requested at creation is refused and leaves no trace', async () => {
  for (const request_extended_authorization of [false, null, undefined]) {
    const { payment_id } = await authorize(merchant, { request_extended_authorization });
    const before = await retrievePayment(merchant, payment_id);
    expect(statusAndBody(await extend(merchant, payment_id))).toEqual(
      precondition('You cannot extend authorization this payment because it is not allowed for extended_authorization'),
    );
    expect(await retrievePayment(merchant, payment_id)).toEqual(before);
    expect(effectLabelsOf(system, payment_id)).toEqual(['authorize 6540']);
  }
});

it('a lost answer to an extension becomes known by sync: one call, one effect', async () => {
  const { payment_id } = await authorizeAtPretendpay();
  await arm('execute_then_drop');
  expect(ok(await extend(merchant, payment_id))).toMatchObject(untouched);
  expect(await untilKnown(payment_id)).toMatchObject(extended);
  expect(effectLabelsOf(system, payment_id)).toEqual(['authorize 6540', 'extend 6540']);
  expect(await callsFor(payment_id)).toEqual([1]);
});

it('a repeated request or a sync during a pending extension syncs the extension and does not resend it', async () => {
  for (const again of [
    (id: string) => extend(merchant, id),
    (id: string) => merchant.api.get(`/payments/${id}?force_sync=true`),
  ]) {
    const { payment_id } = await authorizeAtPretendpay();
    await arm('pending_then_settled:4000:succeeded');
    expect(ok(await extend(merchant, payment_id))).toMatchObject(untouched);
    expect(ok(await again(payment_id))).toMatchObject(untouched);
    expect(await untilKnown(payment_id)).toMatchObject(extended);
    expect(effectLabelsOf(system, payment_id)).toEqual(['authorize 6540', 'extend 6540']);
    expect(await callsFor(payment_id)).toEqual([1]);
  }
});

it.each([
  ['capture', 'succeeded', 'capture 6540'],
  ['cancel', 'cancelled', 'void 6540'],
])('a pending extension does not prevent a %s', async (path, status, effectLabel) => {
  const { payment_id } = await authorizeAtPretendpay();
  await arm('execute_then_drop');
  ok(await extend(merchant, payment_id));
  expect(ok(await merchant.api.post(`/payments/${payment_id}/${path}`, {}))).toMatchObject({ status });
  expect(effectLabelsOf(system, payment_id)).toEqual(['authorize 6540', 'extend 6540', effectLabel]);
  expect(statusAndBody(await extend(merchant, payment_id))).toEqual(
    precondition(`You cannot extend authorization this payment because it has status ${status}`),
  );
  expect(await callsFor(payment_id)).toEqual([1]);
});

it('an extension that the processor refuses leaves the payment authorized with the error, and capturable', async () => {
  const { payment_id } = await authorizeAtPretendpay();
  await arm('pending_then_settled:100:failed');
  ok(await extend(merchant, payment_id));
  expect(await untilKnown(payment_id)).toMatchObject({
    ...untouched,
    extended_authorization_applied: false,
    error_code: 'DC_08',
    error_message: expect.stringContaining('declined'),
    amount_capturable: 6540,
  });
  expect(effectLabelsOf(system, payment_id)).toEqual(['authorize 6540']);
  expect(await capture(payment_id)).toMatchObject({ status: 'succeeded', error_code: null });
});

it('an extension without the connector’s capability is refused before a request is sent', async () => {
  const stripes = await atStripe(system);
  const { payment_id } = await authorize(stripes);
  const before = await retrievePayment(stripes, payment_id);
  expect(statusAndBody(await extend(stripes, payment_id))).toEqual(
    refusal(400, 'IR_20', 'extend_authorization flow not supported', { connector: 'stripe' }),
  );
  const { modified_at: _, updated: __, ...after } = await retrievePayment(stripes, payment_id);
  expect(before).toMatchObject(after);
  expect(ok(await stripes.api.post(`/payments/${payment_id}/capture`, {})).status).toBe('succeeded');
});

it('an extension has the common answers to unknown and foreign payments, other keys and idempotency keys', async () => {
  const { payment_id } = await authorize(merchant);
  const stranger = await aMerchant(system);
  expect(statusAndBody(await extend(merchant, 'pay_that_is_none'))).toEqual(noPayment);
  expect(statusAndBody(await extend(stranger, payment_id))).toEqual(noPayment);
  const path = `/payments/${payment_id}/extend_authorization`;
  expect((await merchant.client.post(path, {})).status).toBe(401);
  const first = await merchant.api.post(path, {}, { 'idempotency-key': payment_id });
  const again = await merchant.api.post(path, {}, { 'idempotency-key': payment_id });
  expect([first.status, again.text, again.headers['idempotent-replayed']]).toEqual([200, first.text, 'true']);
  expect(effectLabelsOf(system, payment_id)).toEqual(['authorize 6540', 'extend 6540']);
});

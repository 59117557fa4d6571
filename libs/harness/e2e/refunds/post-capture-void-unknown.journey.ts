import { aMerchant, eventually, ok, type Json, type TestMerchant } from '@payorch/harness';
import { retrievePostCaptureVoid, refundedAndVoided, postCaptureVoid, voidStatus } from '../support/post-capture-voids';
import { expectLedgerAgreement } from '../support/quick-system';
import { expectRefundLedgerAgreement, paid } from '../support/refund-checks';
import { operationsOf, rowsOf } from '../support/rows';
import { connectors } from '../support/payment-scenarios';
import { effectLabelsOf, requestsFor, retrievePayment } from '../support/ledger-check';
import { system } from './crash-system';

let merchant: TestMerchant;
/** Payments that were refunded after a failed void. */
const refundedSince: string[] = [];
beforeAll(async () => {
  merchant = await aMerchant(system, { connectors });
});

const paidAt = (connector: string) => paid(merchant, 6540, { routing: { type: 'single', data: connector } });
const arm = async (connector: string, fault: string): Promise<void> =>
  void ok(
    await system.sandbox.post('/control/faults', { match: { connector, kind: 'post_capture_void' }, fault, times: 1 }),
  );
const untilVoidIs = (paymentId: string, status: string): Promise<Json> =>
  eventually(
    async () => {
      const payment = await retrievePayment(merchant, paymentId);
      if (voidStatus(payment) !== status) throw new Error(`${paymentId} is ${voidStatus(payment)}, not ${status}`);
      return payment;
    },
    { withinMs: 40_000 },
  );

/** Asserts at most one call, agreement of payment and ledger, and that a refund is possible only after a failed void. */
async function expectOneEnd(paymentId: string, end: 'succeeded' | 'failed'): Promise<void> {
  const payment = await untilVoidIs(paymentId, end);
  expect(payment.status).toBe(end === 'succeeded' ? 'cancelled_post_capture' : 'succeeded');
  const effectLabels = end === 'succeeded' ? ['charge 6540', 'post_capture_void 6540'] : ['charge 6540'];
  expect(effectLabelsOf(system, paymentId)).toEqual(effectLabels);
  const voids = (await operationsOf(system, paymentId)).filter(({ flow }) => flow === 'post_capture_void');
  expect(voids).toHaveLength(1);
  expect(requestsFor(system, voids[0]!.operation_id).calls.length).toBeLessThanOrEqual(1);
  const refund = await merchant.api.post('/refunds', { payment_id: paymentId });
  expect([refund.status, refund.body.error?.code]).toEqual(end === 'succeeded' ? [400, 'IR_14'] : [200, undefined]);
  if (end === 'failed') refundedSince.push(paymentId);
}

/** Fault, its connector, the final status of the void. */
const faults: [string, string, 'succeeded' | 'failed'][] = [
  ['refuse', 'phonypay', 'failed'],
  ['hang', 'fauxpay', 'failed'],
  ['fail_500', 'checkout_test', 'failed'],
  ['execute_then_hang', 'pretendpay', 'succeeded'],
  ['execute_then_drop', 'stripe_test', 'succeeded'],
  ['execute_then_500', 'adyen_test', 'succeeded'],
  ['rubbish', 'paypal_test', 'succeeded'],
  ['slow:2000', 'phonypay', 'succeeded'],
  ['lookup_not_found_then_found:1', 'fauxpay', 'succeeded'],
  ['pending_then_settled:1000:succeeded', 'pretendpay', 'succeeded'],
  ['pending_then_settled:4000:failed', 'adyen_test', 'failed'],
];

async function lostAnswer([fault, connector, end]: (typeof faults)[number]): Promise<void> {
  const payment_id = await paidAt(connector);
  await arm(connector, fault);
  const answer = ok(await postCaptureVoid(merchant, payment_id));
  expect([answer.status, voidStatus(answer)]).toEqual(['succeeded', 'pending']);
  const early = await merchant.api.post('/refunds', { payment_id, amount: 100 });
  const isOver = voidStatus(await retrievePayment(merchant, payment_id)) !== 'pending';
  if (!isOver) expect([early.status, early.body.error.code]).toEqual([400, 'IR_16']);
  if (early.status !== 200) return expectOneEnd(payment_id, end);
  // On a busy machine the void may have failed before the refund was requested.
  expect([end, isOver]).toEqual(['failed', true]);
  refundedSince.push(payment_id);
  await untilVoidIs(payment_id, 'failed');
}

describe('a lost answer to a void becomes known by sync, without a second call', () => {
  /** In parallel over the connectors; one at a time per connector, because a fault applies to the next call. */
  const checks = new Map<(typeof faults)[number], Promise<void>>();
  beforeAll(() => {
    const before = new Map<string, Promise<void>>();
    for (const fault of faults) {
      const check = (before.get(fault[1]) ?? Promise.resolve()).catch(() => undefined).then(() => lostAnswer(fault));
      before.set(fault[1], check);
      check.catch(() => undefined);
      checks.set(fault, check);
    }
  });
  it.each(faults.map((fault) => [fault[0], fault] as const))('%s', (_, fault) => checks.get(fault));
});

it('the outcome of a void is known at once after a retrieve or a repeated request', async () => {
  for (const request of [
    retrievePostCaptureVoid,
    async (of: TestMerchant, id: string): Promise<Json> => ok(await postCaptureVoid(of, id)),
  ]) {
    const payment_id = await paidAt('adyen_test');
    await arm('adyen_test', 'execute_then_drop');
    ok(await postCaptureVoid(merchant, payment_id));
    expect((await request(merchant, payment_id)).status).toBe('cancelled_post_capture');
    await expectOneEnd(payment_id, 'succeeded');
  }
});

it.each<[string, 'succeeded' | 'failed']>([
  ['sent-before-write', 'failed'],
  ['response-before-store', 'succeeded'],
  ['stored-before-result', 'succeeded'],
])('a worker killed at %s is never followed by a second call', async (point, end) => {
  const payment_id = await paidAt('stripe_test');
  const request = () => postCaptureVoid(merchant, payment_id);
  expect((await system.crashDuring('connector-worker', `${point}=kill`, request)).status).toBe(200);
  await expectOneEnd(payment_id, end);
});

describe.each(['before-commit', 'after-commit-before-publish', 'after-publish-before-offset'])('killed %s', (point) => {
  it.each<['refunds' | 'payments', number]>([
    ['refunds', 1],
    ['payments', 1],
    ['payments', 2],
  ])('%s, at its batch number %d, loses and repeats no void', async (owner, hit) => {
    const payment_id = await paidAt('stripe_test');
    const request = () => postCaptureVoid(merchant, payment_id);
    expect((await system.crashDuring(owner, `${point}=kill@${hit}`, request)).status).toBe(200);
    await expectOneEnd(payment_id, 'succeeded');
  });
});

it('the sweeper resolves an open void whose job was deleted', async () => {
  const payment_id = await paidAt('stripe_test');
  await arm('stripe_test', 'execute_then_drop');
  ok(await postCaptureVoid(merchant, payment_id));
  await rowsOf(system, 'DELETE FROM payments.jobs');
  await expectOneEnd(payment_id, 'succeeded');
});

it('every void agrees with the ledger at the end', async () => {
  await expectLedgerAgreement(system);
  await expectRefundLedgerAgreement(system);
  expect(refundedAndVoided(system, refundedSince)).toEqual([]);
});

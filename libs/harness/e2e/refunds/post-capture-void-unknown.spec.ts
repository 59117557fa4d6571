import { aMerchant, eventually, ok, type Answer, type Json, type System, type TestMerchant } from '@payorch/harness';
import { retrievePostCaptureVoid, refundedAndVoided, postCaptureVoid, voidStatus } from '../support/post-capture-voids';
import { expectLedgerAgreement, shortSessionTimeout } from '../support/quick-system';
import { expectRefundLedgerAgreement, paid, spawnQuickWithRefunds } from '../support/refund-checks';
import { operationsOf, rowsOf } from '../support/rows';
import { connectors } from '../support/payment-scenarios';
import { effectLabelsOf, requestsFor, retrievePayment } from '../support/ledger-check';

jest.setTimeout(300_000);

let system: System;
let merchant: TestMerchant;
/** Payments that were refunded after their void had come to nothing. */
const refundedSince: string[] = [];
beforeAll(async () => {
  system = await spawnQuickWithRefunds({ env: shortSessionTimeout });
  merchant = await aMerchant(system, { connectors });
});
afterAll(() => system?.stop());

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

/** However it ended: one call at most, the payment and the ledger agree, and only a void that failed leaves a refund possible. */
async function expectOneEnd(paymentId: string, end: 'succeeded' | 'failed'): Promise<void> {
  const payment = await untilVoidIs(paymentId, end);
  expect(payment.status).toBe(end === 'succeeded' ? 'cancelled_post_capture' : 'succeeded');
  const deeds = end === 'succeeded' ? ['charge 6540', 'post_capture_void 6540'] : ['charge 6540'];
  expect(effectLabelsOf(system, paymentId)).toEqual(deeds);
  const voids = (await operationsOf(system, paymentId)).filter(({ flow }) => flow === 'post_capture_void');
  expect(voids).toHaveLength(1);
  expect(requestsFor(system, voids[0]!.operation_id).calls.length).toBeLessThanOrEqual(1);
  const refund = await merchant.api.post('/refunds', { payment_id: paymentId });
  expect([refund.status, refund.body.error?.code]).toEqual(end === 'succeeded' ? [400, 'IR_14'] : [200, undefined]);
  if (end === 'failed') refundedSince.push(paymentId);
}

/** Fault, its connector, how the void ends. */
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
  ['pending_then_settled:1000:failed', 'adyen_test', 'failed'],
];

async function lostAnswer([fault, connector, end]: (typeof faults)[number]): Promise<void> {
  const payment_id = await paidAt(connector);
  await arm(connector, fault);
  const answer = ok(await postCaptureVoid(merchant, payment_id));
  expect([answer.status, voidStatus(answer)]).toEqual(['succeeded', 'pending']);
  const early = await merchant.api.post('/refunds', { payment_id, amount: 100 });
  const isOver = voidStatus(await retrievePayment(merchant, payment_id)) !== 'pending';
  if (!isOver) expect([early.status, early.body.error.code]).toEqual([400, 'IR_16']);
  if (early.status === 200) throw new Error('refunded while the void was open');
  await expectOneEnd(payment_id, end);
}

describe('an answer that is lost becomes known by asking, never by sending again', () => {
  /** Side by side, as long waits go; one after the other at each connector, where a fault strikes whoever comes next. */
  const stories = new Map<(typeof faults)[number], Promise<void>>();
  beforeAll(() => {
    const before = new Map<string, Promise<void>>();
    for (const fault of faults) {
      const story = (before.get(fault[1]) ?? Promise.resolve()).catch(() => undefined).then(() => lostAnswer(fault));
      before.set(fault[1], story);
      story.catch(() => undefined);
      stories.set(fault, story);
    }
  });
  it.each(faults.map((fault) => [fault[0], fault] as const))('%s', (_, fault) => stories.get(fault));
});

it('is known at once by whoever asks after it, or asks for it again', async () => {
  for (const ask of [retrievePostCaptureVoid, async (of: TestMerchant, id: string): Promise<Json> => ok(await postCaptureVoid(of, id))]) {
    const payment_id = await paidAt('adyen_test');
    await arm('adyen_test', 'execute_then_drop');
    ok(await postCaptureVoid(merchant, payment_id));
    expect((await ask(merchant, payment_id)).status).toBe('cancelled_post_capture');
    await expectOneEnd(payment_id, 'succeeded');
  }
});

interface Asked {
  readonly paymentId: string;
  readonly answer: Promise<Answer>;
}
const ask = async (paymentId: string): Promise<Asked> => ({ paymentId, answer: postCaptureVoid(merchant, paymentId) });

it.each<[string, 'succeeded' | 'failed']>([
  ['sent-before-write', 'failed'],
  ['response-before-store', 'succeeded'],
  ['stored-before-result', 'succeeded'],
])('a worker killed at %s is never followed by a second call', async (point, end) => {
  const payment_id = await paidAt('stripe_test');
  await system.kill('connector-worker', 'SIGTERM');
  const { answer } = await ask(payment_id);
  await system.crash('connector-worker', `${point}=kill`);
  await system.start('connector-worker');
  expect((await answer).status).toBe(200);
  await expectOneEnd(payment_id, end);
});

describe.each(['before-commit', 'after-commit-before-publish', 'after-publish-before-offset'])('killed %s', (point) => {
  it.each<['refunds' | 'payments', number]>([
    ['refunds', 1],
    ['payments', 1],
    ['payments', 2],
  ])('%s, at its batch number %d, loses nothing and doubles nothing', async (owner, hit) => {
    const payment_id = await paidAt('stripe_test');
    await system.kill(owner, 'SIGTERM');
    const { answer } = await ask(payment_id);
    await system.crash(owner, `${point}=kill@${hit}`);
    await system.start(owner);
    expect((await answer).status).toBe(200);
    await expectOneEnd(payment_id, 'succeeded');
  });
});

it('resolves what was open although its job was deleted', async () => {
  const payment_id = await paidAt('stripe_test');
  await arm('stripe_test', 'execute_then_drop');
  ok(await postCaptureVoid(merchant, payment_id));
  await rowsOf(system, 'DELETE FROM payments.jobs');
  await expectOneEnd(payment_id, 'succeeded');
});

it('tells the same story as the ledger at the end', async () => {
  await expectLedgerAgreement(system);
  await expectRefundLedgerAgreement(system);
  expect(refundedAndVoided(system, refundedSince)).toEqual([]);
});

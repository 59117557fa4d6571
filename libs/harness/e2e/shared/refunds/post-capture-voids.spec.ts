import {
  aMerchant,
  aReceiver,
  eventually,
  ok,
  paymentBody,
  sharedSystem,
  type Json,
  type Receiver,
  type TestMerchant,
} from '@payorch/harness';
import { retrievePostCaptureVoid, postCaptureVoid, voidStatus } from '../../support/post-capture-voids';
import { recordsIn } from '../../support/records';
import { declareRefund, refundedAmounts, paid, untilRefundIs } from '../../support/refund-checks';
import { noPayment, precondition, refusal, timestamp, statusAndBody } from '../../support/wire';
import { effectLabelsOf, requestsFor, retrievePayment } from '../../support/ledger-check';
import { operationsOf } from '../../support/rows';
import { atStripe, pay } from '../stripe/at-stripe';

const system = sharedSystem();
let merchant: TestMerchant;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await aReceiver();
  const account = { webhook_details: { webhook_url: receiver.url } };
  merchant = await aMerchant(system, { account, connectors: ['stripe_test', 'fauxpay'] });
});
afterAll(async () => {
  await system.sandbox.raw('DELETE', '/control/faults');
  await receiver?.close();
});

const arm = async (fault: string): Promise<void> => {
  const match = { connector: 'fauxpay', kind: 'post_capture_void' };
  ok(await system.sandbox.post('/control/faults', { match, fault, times: 1 }));
};
const paidAtFauxpay = () => paid(merchant, 6540, { routing: { type: 'single', data: 'fauxpay' } });
const refund = (body: object) => merchant.api.post('/refunds', body);
const untilVoidIs = (paymentId: string, status: string): Promise<Json> =>
  eventually(
    async () => {
      const payment = await retrievePayment(merchant, paymentId);
      return voidStatus(payment) === status && payment;
    },
    { withinMs: 40_000 },
  );

const afterVoid = precondition('Refund void cannot be performed after a post-capture void has been issued');
const afterRefund = precondition('Post-capture void cannot be performed after a refund has been issued');

it('a void after the capture reverts the charge, has the published shape, and is published as event and webhook', async () => {
  const payment_id = await paid(merchant, 6540);
  const payment = ok(await postCaptureVoid(merchant, payment_id, { cancellation_reason: 'duplicate' }));
  expect(payment).toMatchObject({
    payment_id,
    status: 'cancelled_post_capture',
    amount: 6540,
    amount_capturable: 0,
    amount_received: 6540,
    cancellation_reason: 'duplicate',
    error_code: null,
    refunds: null,
    state_metadata: {
      total_refunded_amount: null,
      total_disputed_amount: null,
      post_capture_void: {
        status: 'succeeded',
        connector_reference_id: payment.connector_transaction_id,
        description: null,
        updated_at: timestamp,
      },
    },
  });
  const known = await retrievePayment(merchant, payment_id);
  expect(known).toEqual(payment);
  const [attempt] = ok(await merchant.api.get(`/payments/${payment_id}?expand_attempts=true`)).attempts;
  expect(attempt.status).toBe('voided_post_charge');
  expect(effectLabelsOf(system, payment_id)).toEqual(['charge 6540', 'post_capture_void 6540']);

  const events = await eventually(async () => {
    const records = await recordsIn(system, ['payments.lifecycle']);
    const own = records.filter(({ key }) => String(key) === `${merchant.merchantId}/${payment_id}`);
    const types = own.map(({ headers }) => String(headers['ce_type']));
    return types.includes('payment.cancelled_post_capture') ? types : undefined;
  });
  expect(events.at(-1)).toBe('payment.cancelled_post_capture');
  const received = await eventually(() => {
    const own = receiver.calls
      .map(({ body }) => JSON.parse(body) as Json)
      .filter(({ content }) => content.object.payment_id === payment_id);
    return own.length >= 2 ? own : undefined;
  });
  expect(received.map(({ event_type }) => event_type)).toEqual(['payment_succeeded', 'payment_cancelled_post_capture']);
  expect(received[1]!.content.object).toMatchObject({ status: 'cancelled_post_capture', payment_id });
});

it('a manual or partial capture can be voided', async () => {
  for (const amount_to_capture of [6540, 4000]) {
    const { payment_id } = ok(await merchant.api.post('/payments', paymentBody({ capture_method: 'manual' })));
    ok(await merchant.api.post(`/payments/${payment_id}/capture`, { amount_to_capture }));
    expect(ok(await postCaptureVoid(merchant, payment_id)).status).toBe('cancelled_post_capture');
    expect(effectLabelsOf(system, payment_id).at(-1)).toBe(`post_capture_void ${amount_to_capture}`);
  }
});

it('a void is pending until the processor has finished it, and a refund is refused meanwhile', async () => {
  const payment_id = await paidAtFauxpay();
  await arm('pending_then_settled:6000:succeeded');
  const begun = ok(await postCaptureVoid(merchant, payment_id));
  expect([begun.status, voidStatus(begun)]).toEqual(['succeeded', 'pending']);
  expect(statusAndBody(await refund({ payment_id, amount: 600 }))).toEqual(afterVoid);
  expect((await refund({ payment_id, amount: 6541 })).body.error.code).toBe('IR_13');
  expect(voidStatus(await retrievePostCaptureVoid(merchant, payment_id))).toBe('pending');
  // A repeated request returns the same void.
  const again = ok(await postCaptureVoid(merchant, payment_id));
  expect(voidStatus(again)).toBe('pending');
  // A retrieve syncs with the processor at once, before the next scheduled sync.
  await eventually(async () => voidStatus(await retrievePostCaptureVoid(merchant, payment_id)) === 'succeeded', {
    withinMs: 20_000,
  });
  expect((await retrievePayment(merchant, payment_id)).status).toBe('cancelled_post_capture');
  const states = 'succeeded, partially_captured';
  expect(statusAndBody(await refund({ payment_id, amount: 600 }))).toEqual(
    refusal(
      400,
      'IR_14',
      `This Payment could not be refund because it has a status of cancelled_post_capture. The expected state is ${states}`,
    ),
  );
  const operations = await operationsOf(system, payment_id);
  const [own] = operations.filter(({ flow }) => flow === 'post_capture_void');
  expect([operations.length, requestsFor(system, own!.operation_id).calls.length]).toEqual([2, 1]);
  expect(effectLabelsOf(system, payment_id)).toEqual(['charge 6540', 'post_capture_void 6540']);
});

it('a void that the processor refuses leaves the payment unchanged: a refund or another void is possible', async () => {
  for (const next of ['refund', 'void'] as const) {
    const payment_id = await paidAtFauxpay();
    await arm('pending_then_settled:100:failed');
    ok(await postCaptureVoid(merchant, payment_id));
    const payment = await untilVoidIs(payment_id, 'failed');
    expect(payment).toMatchObject({ status: 'succeeded', error_code: null, amount_received: 6540 });
    expect(payment.state_metadata.post_capture_void.description).toEqual(expect.stringContaining('declined'));
    expect(voidStatus(await retrievePostCaptureVoid(merchant, payment_id))).toBe('failed');
    if (next === 'refund') expect(ok(await refund({ payment_id })).status).toBe('succeeded');
    else expect(ok(await postCaptureVoid(merchant, payment_id)).status).toBe('cancelled_post_capture');
  }
});

it('a void after a succeeded or pending refund is refused and leaves no trace', async () => {
  const made = await paid(merchant, 6540);
  ok(await refund({ payment_id: made, amount: 100 }));
  const scheduled = await paid(merchant, 6540);
  ok(await refund({ payment_id: scheduled, amount: 100, refund_type: 'scheduled' }));
  for (const payment_id of [made, scheduled]) {
    expect(statusAndBody(await postCaptureVoid(merchant, payment_id))).toEqual(afterRefund);
    const payment = await retrievePayment(merchant, payment_id);
    expect([payment.status, voidStatus(payment)]).toEqual(['succeeded', null]);
    expect(effectLabelsOf(system, payment_id)).not.toContain('post_capture_void 6540');
    const retrieved = await merchant.api.get(`/payments/${payment_id}/cancel_post_capture`);
    expect(retrieved.body.error.message).toBe(
      'Post-capture sync is allowed only after a post-capture void has been initiated',
    );
  }
});

it('a void after a failed refund is possible', async () => {
  const payment_id = await paid(merchant, 6540);
  const { refund_id } = ok(await refund({ payment_id, refund_type: 'scheduled' }));
  expect(statusAndBody(await postCaptureVoid(merchant, payment_id))).toEqual(afterRefund);
  const failed = { status: 'failure', error_code: 'gone', error_message: 'Never sent' };
  expect((await declareRefund(system.admin, merchant, refund_id, failed)).status).toBe(200);
  await untilRefundIs(merchant, refund_id, 'failed');
  expect(ok(await postCaptureVoid(merchant, payment_id)).status).toBe('cancelled_post_capture');
  expect(refundedAmounts(system, payment_id)).toEqual([]);
});

it('a void without the connector’s capability is refused before a request is sent; a refund is possible', async () => {
  const stripes = await atStripe(system);
  const { payment_id } = await pay(stripes);
  const before = await retrievePayment(stripes, payment_id);
  expect(statusAndBody(await postCaptureVoid(stripes, payment_id))).toEqual(
    refusal(400, 'IR_20', 'cancel_post_capture flow not supported', { connector: 'stripe' }),
  );
  const { modified_at: _, updated: __, ...after } = await retrievePayment(stripes, payment_id);
  expect(before).toMatchObject(after);
  expect((await stripes.api.post('/refunds', { payment_id })).status).toBe(200);
});

it('a void has the common answers to unknown and foreign payments, other keys and idempotency keys', async () => {
  const payment_id = await paid(merchant, 6540);
  const stranger = await aMerchant(system);
  expect(statusAndBody(await postCaptureVoid(merchant, 'pay_that_is_none'))).toEqual(noPayment);
  expect(statusAndBody(await postCaptureVoid(stranger, payment_id))).toEqual(noPayment);
  expect(statusAndBody(await stranger.api.get(`/payments/${payment_id}/cancel_post_capture`))).toEqual(noPayment);
  expect((await merchant.client.post(`/payments/${payment_id}/cancel_post_capture`, {})).status).toBe(401);
  const path = `/payments/${payment_id}/cancel_post_capture`;
  const first = await merchant.api.post(path, {}, { 'idempotency-key': payment_id });
  const again = await merchant.api.post(path, {}, { 'idempotency-key': payment_id });
  expect([first.status, again.text, again.headers['idempotent-replayed']]).toEqual([200, first.text, 'true']);
  expect(effectLabelsOf(system, payment_id)).toEqual(['charge 6540', 'post_capture_void 6540']);
});

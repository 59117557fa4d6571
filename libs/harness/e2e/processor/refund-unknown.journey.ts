import { aMerchant, aReceiver, eventually, ok, type Json, type Receiver, type TestMerchant } from '@payorch/harness';
import { eventAbout, signed, postWebhook, webhookPath } from '../support/processor-webhook';
import { rowsOf } from '../support/rows';
import { connectors } from '../support/payment-scenarios';
import { requestsFor, retrievePayment } from '../support/ledger-check';
import {
  expectRefundLedgerAgreement,
  refundedAmounts,
  paid,
  scheduledAfterMs,
  retrieveRefund,
  untilRefundIs,
} from '../support/refund-checks';
import { system } from './unknown-system';

const secret = 'whsec_of_the_refunds';
let merchant: TestMerchant;
let receiver: Receiver;
/** Payments for which the processor reverted or hid its effects. */
const falselyReported: string[] = [];

beforeAll(async () => {
  receiver = await aReceiver();
  merchant = await aMerchant(system, {
    connectors,
    account: { webhook_details: { webhook_url: receiver.url } },
    connector: { connector_webhook_details: { merchant_secret: secret } },
  });
});
afterAll(() => receiver?.close());

const paidAt = (connector: string) => paid(merchant, 6540, { routing: { type: 'single', data: connector } });
/** Applies the fault to the next calls of this kind at this connector. */
const arm = async (connector: string, kind: string, fault: string): Promise<void> =>
  void ok(await system.sandbox.post('/control/faults', { match: { connector, kind }, fault, times: 1 }));

const operationOf = async (refundId: string): Promise<string> => {
  const [row] = await rowsOf<{ operation_id: string }>(
    system,
    'SELECT operation_id FROM refunds.refunds WHERE refund_id = $1 AND merchant_id = $2',
    [refundId, merchant.merchantId],
  );
  return row!.operation_id;
};
const atProcessor = async (refundId: string): Promise<Json> => {
  const path = `/dummy-connector/refunds?reference=${await operationOf(refundId)}`;
  return ok(await system.sandbox.get(path, { authorization: 'any' }));
};
const post = async (connector: string, refundId: string, type: string, changes: object = {}): Promise<void> => {
  const event = eventAbout({ ...(await atProcessor(refundId)), ...changes }, type);
  ok(await postWebhook(system, webhookPath(merchant, connector), event, signed(event, secret)));
};
const webhookEvents = (refundId: string): string[] =>
  receiver.calls
    .map(({ body }) => JSON.parse(body))
    .filter(({ content }) => content.object.refund_id === refundId)
    .map(({ event_type }) => event_type);
const incidentsOf = async (refundId: string): Promise<string[]> =>
  (await rowsOf<{ kind: string }>(system, 'SELECT kind FROM refunds.incidents WHERE refund_id = $1', [refundId])).map(
    ({ kind }) => kind,
  );

/** Fault, its connector, status in the first answer, final status of the refund. */
const faults: [string, string, string, string][] = [
  ['refuse', 'phonypay', 'pending', 'failed'],
  ['hang', 'fauxpay', 'pending', 'failed'],
  ['execute_then_hang', 'pretendpay', 'pending', 'succeeded'],
  ['execute_then_drop', 'stripe_test', 'pending', 'succeeded'],
  ['execute_then_500', 'adyen_test', 'pending', 'succeeded'],
  ['fail_500', 'checkout_test', 'pending', 'failed'],
  ['rubbish', 'paypal_test', 'pending', 'succeeded'],
  ['slow:2000', 'phonypay', 'pending', 'succeeded'],
  ['lookup_not_found_then_found:1', 'fauxpay', 'pending', 'succeeded'],
  ['wrong_amount', 'pretendpay', 'review', 'succeeded'],
];

/** A timeout shows no error; any other cause of a missing answer is shown until the outcome is known. */
const silent = ['hang', 'execute_then_hang', 'slow:2000'];

it.each(faults)(
  'an answer lost by %s becomes known by sync, without a second call',
  async (fault, connector, first, end) => {
    const payment_id = await paidAt(connector);
    await arm(connector, 'refund', fault);
    const answer = ok(await merchant.api.post('/refunds', { payment_id }));
    expect(answer.status).toBe(first);
    expect(answer.error_code === null).toBe(silent.includes(fault));
    expect(answer.unified_code).toBe(silent.includes(fault) ? null : 'UE_9000');
    if (first === 'review')
      expect([answer.error_code, answer.error_message]).toEqual(['IE', expect.stringContaining('refund_amount')]);
    const refund = await untilRefundIs(merchant, answer.refund_id, end, 40_000);
    expect(refundedAmounts(system, payment_id)).toEqual(end === 'succeeded' ? [6540] : []);
    const { calls } = requestsFor(system, await operationOf(answer.refund_id));
    expect(calls.length).toBeLessThanOrEqual(1);
    expect(refund.error_code === null).toBe(end === 'succeeded');
    await eventually(() => webhookEvents(answer.refund_id).length > 0);
    expect(webhookEvents(answer.refund_id)).toEqual([`refund_${end}`]);
  },
);

it('a definite refusal releases the amount for another refund', async () => {
  const payment_id = await paidAt('stripe_test');
  await arm('stripe_test', 'refund', 'fail_500');
  const { refund_id } = ok(await merchant.api.post('/refunds', { payment_id }));
  const early = await merchant.api.post('/refunds', { payment_id, amount: 100 });
  expect([early.status, early.body.error.code]).toEqual([400, 'IR_13']);
  await untilRefundIs(merchant, refund_id, 'failed', 40_000);
  expect(ok(await merchant.api.post('/refunds', { payment_id })).status).toBe('succeeded');
});

it('`force_sync` syncs at once, before the next scheduled sync', async () => {
  const payment_id = await paidAt('adyen_test');
  await arm('adyen_test', 'refund', 'execute_then_drop');
  const { refund_id } = ok(await merchant.api.post('/refunds', { payment_id }));
  expect(ok(await merchant.api.get(`/refunds/${refund_id}?force_sync=true`)).status).toBe('succeeded');
});

it('`force_sync` sends no lookup for a refund with a final outcome', async () => {
  const payment_id = await paidAt('stripe_test');
  const { refund_id } = ok(await merchant.api.post('/refunds', { payment_id }));
  for (const path of [`/refunds/${refund_id}?force_sync=true`, `/refunds/${refund_id}`])
    expect(ok(await merchant.api.get(path)).status).toBe('succeeded');
  const { calls, lookups } = requestsFor(system, await operationOf(refund_id));
  expect([calls.length, lookups.length]).toEqual([1, 0]);
});

it('a refund succeeds after an outage of the processor', async () => {
  const payments = await Promise.all(Array.from({ length: 10 }, () => paidAt('checkout_test')));
  ok(await system.sandbox.post('/control/latency', { ms: 400 }));
  const answers = payments.map((payment_id) => merchant.api.post('/refunds', { payment_id }));
  await eventually(() => payments.every((payment_id) => refundedAmounts(system, payment_id).length === 1));
  ok(await system.sandbox.post('/control/down', { ms: 2_500 }));
  const refunds = (await Promise.all(answers)).map(ok);
  await eventually(async () => (await system.sandbox.post('/control/latency', { ms: 0 })).status === 200);
  for (const { refund_id } of refunds) await untilRefundIs(merchant, refund_id, 'succeeded', 40_000);
});

describe('a refund that failed after it had succeeded', () => {
  it('releases its amount once, and sends the merchant both webhooks', async () => {
    const payment_id = await paidAt('stripe_test');
    falselyReported.push(payment_id);
    const { refund_id } = ok(await merchant.api.post('/refunds', { payment_id }));
    const failed = { status: 'failed', error: { code: 'bank_declined', message: 'The bank sent it back' } };
    await post('stripe_test', refund_id, 'refund.failed', failed);
    const refund = await untilRefundIs(merchant, refund_id, 'failed');
    expect(refund.error_message).toContain('The bank sent it back');
    await eventually(() => webhookEvents(refund_id).length === 2);
    expect(webhookEvents(refund_id)).toEqual(['refund_succeeded', 'refund_failed']);
    const another = ok(await merchant.api.post('/refunds', { payment_id, amount: 6000, refund_type: 'scheduled' }));
    await post('stripe_test', refund_id, 'refund.failed', failed);
    await post('stripe_test', refund_id, 'refund.succeeded');
    expect((await merchant.api.post('/refunds', { payment_id, amount: 600 })).body.error.code).toBe('IR_13');
    expect((await retrieveRefund(merchant, refund_id)).status).toBe('failed');
    await eventually(async () => (await retrievePayment(merchant, payment_id)).refunds.length === 2);
    // The processor does not know of the failure, so the charge has no refundable amount there.
    await untilRefundIs(merchant, another.refund_id, 'failed', 40_000);
  });
});

it('a late success of a failed refund leaves an incident', async () => {
  const payment_id = await paidAt('adyen_test');
  const another = ok(await merchant.api.post('/refunds', { payment_id, amount: 540 }));
  await arm('adyen_test', 'refund', 'refuse');
  const { refund_id } = ok(await merchant.api.post('/refunds', { payment_id, amount: 6000 }));
  await untilRefundIs(merchant, refund_id, 'failed', 40_000);
  const claim = {
    ...(await atProcessor(another.refund_id)),
    id: 'dummy_ref_that_was_lost',
    reference: await operationOf(refund_id),
    refund_amount: 6000,
  };
  const event = eventAbout(claim, 'refund.succeeded');
  ok(await postWebhook(system, webhookPath(merchant, 'adyen_test'), event, signed(event, secret)));
  await eventually(async () => (await incidentsOf(refund_id)).includes('late_success'));
  expect((await retrieveRefund(merchant, refund_id)).status).toBe('failed');
});

it('a scheduled refund is sent to the processor at its time, and not before', async () => {
  const payment_id = await paid(merchant);
  const made = ok(await merchant.api.post('/refunds', { payment_id, amount: 500, refund_type: 'scheduled' }));
  expect(made).toMatchObject({ status: 'pending', connector_refund_id: null });
  await untilRefundIs(merchant, made.refund_id, 'succeeded');
  expect(refundedAmounts(system, payment_id)).toEqual([500]);
  const { calls } = requestsFor(system, await operationOf(made.refund_id));
  const [row] = await rowsOf<{ created_at: Date }>(
    system,
    'SELECT created_at FROM refunds.refunds WHERE refund_id = $1',
    [made.refund_id],
  );
  expect(calls).toHaveLength(1);
  expect(Date.parse(calls[0]!.at) - row!.created_at.getTime()).toBeGreaterThanOrEqual(scheduledAfterMs);
});

it('every refund agrees with the ledger at the end', () =>
  expectRefundLedgerAgreement(system, { except: falselyReported }));

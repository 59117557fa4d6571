import { aMerchant, eventually, ok, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { rowsOf } from '../../support/rows';
import { paid, retrieveRefund } from '../../support/refund-checks';
import { retrievePayment } from '../../support/ledger-check';

const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await aMerchant(system, { connectors: ['stripe_test'] });
});

const refund = async (body: object): Promise<Json> => ok(await merchant.api.post('/refunds', body));
const synced = async (paymentId: string): Promise<Json> =>
  ok(await merchant.api.get(`/payments/${paymentId}?force_sync=true`));

/** Waits until payments has received the outcome of all refunds. */
const untilReceived = (paymentId: string, count: number) =>
  eventually(async () => {
    const { refunds } = await retrievePayment(merchant, paymentId);
    return refunds?.length === count && refunds.every(({ status }: Json) => status === 'succeeded');
  });

/** Resets the copy of a merchant's refund in payments to an earlier version. */
const forget = (paymentId: string) =>
  rowsOf(system, 'DELETE FROM payments.refunds WHERE merchant_id = $1 AND payment_id = $2', [
    merchant.merchantId,
    paymentId,
  ]);
const putBack = (refundId: string) =>
  rowsOf(
    system,
    `UPDATE payments.refunds SET version = 1,
       object = jsonb_set(object::jsonb, '{status}', '"pending"')::json
     WHERE merchant_id = $1 AND refund_id = $2`,
    [merchant.merchantId, refundId],
  );
const putAhead = (refundId: string) =>
  rowsOf(
    system,
    `UPDATE payments.refunds SET version = 1000,
       object = jsonb_set(object::jsonb, '{reason}', '"of a version to come"')::json
     WHERE merchant_id = $1 AND refund_id = $2`,
    [merchant.merchantId, refundId],
  );

it('a `force_sync` shows refunds that payments missed, and later retrieves show them too', async () => {
  const payment_id = await paid(merchant);
  const made = [await refund({ payment_id, amount: 600 }), await refund({ payment_id, amount: 200 })];
  await untilReceived(payment_id, 2);
  await forget(payment_id);
  expect(await retrievePayment(merchant, payment_id)).toMatchObject({ refunds: null, state_metadata: null });
  const payment = await synced(payment_id);
  expect(payment).toMatchObject({ refunds: made, state_metadata: { total_refunded_amount: 800 } });
  expect(await retrievePayment(merchant, payment_id)).toEqual(payment);
});

it('a `force_sync` shows the outcome of a refund of which payments has an older version', async () => {
  const payment_id = await paid(merchant);
  const { refund_id } = await refund({ payment_id, amount: 600 });
  await untilReceived(payment_id, 1);
  await putBack(refund_id);
  expect((await retrievePayment(merchant, payment_id)).refunds).toMatchObject([{ refund_id, status: 'pending' }]);
  expect((await synced(payment_id)).refunds).toEqual([await retrieveRefund(merchant, refund_id)]);
});

it('a `force_sync` never replaces a refund by an older version', async () => {
  const payment_id = await paid(merchant);
  const { refund_id } = await refund({ payment_id });
  await untilReceived(payment_id, 1);
  await putAhead(refund_id);
  expect((await synced(payment_id)).refunds).toMatchObject([{ refund_id, reason: 'of a version to come' }]);
});

it('a `force_sync` shows every refund that was created before it', async () => {
  const payment_id = await paid(merchant);
  for (const amount of [100, 200, 300, 400, 500]) {
    const made = await refund({ payment_id, amount });
    expect((await synced(payment_id)).refunds).toContainEqual(made);
  }
});

it('concurrent `force_sync` requests are each answered, and do not change the payment', async () => {
  const payment_id = await paid(merchant);
  await refund({ payment_id, amount: 600 });
  await untilReceived(payment_id, 1);
  const plain = await retrievePayment(merchant, payment_id);
  const queries = ['', '&expand_attempts=true', '', '&expand_attempts=true'];
  const answers = await Promise.all(
    queries.map(async (query) => ok(await merchant.api.get(`/payments/${payment_id}?force_sync=true${query}`))),
  );
  expect(answers.map(({ attempts: _, ...payment }) => payment)).toEqual(queries.map(() => plain));
  expect(answers.map(({ attempts }) => attempts?.length)).toEqual([undefined, 1, undefined, 1]);
});

it('a `force_sync` leaves no pending reply', async () => {
  const payment_id = await paid(merchant);
  await synced(payment_id);
  const jobs = await rowsOf(system, 'SELECT id FROM payments.jobs WHERE id LIKE $1', [
    `payment.reply_due/${merchant.merchantId}/${payment_id}/%`,
  ]);
  expect(jobs).toEqual([]);
});

import { randomBytes } from 'node:crypto';
import {
  aMerchant,
  apiAt,
  aReceiver,
  cardFields,
  connectorBody,
  eventually,
  ok,
  paymentBody,
  sharedSystem,
  type Answer,
  type Json,
  type Receiver,
  type TestMerchant,
} from '@payorch/harness';
import { eventAbout, paymentAtProcessor, postWebhook, signed, webhookPath } from '../../support/processor-webhook';
import { operationsOf, rowsOf } from '../../support/rows';
import { notAllowed, precondition, refusal, statusAndBody } from '../../support/wire';

/** Captures that the processor reports as failed after it had reported them as charged. */
const system = sharedSystem();
/** The processor captures, and a moment later reports the capture as failed. */
const reversing = '4000000000080095';
const connector = 'adyen_test';
const secret = `whsec_${randomBytes(8).toString('hex')}`;
let merchant: TestMerchant;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await aReceiver();
  const { connector_account_details } = connectorBody(connector);
  ok(await system.sandbox.post('/control/webhooks', { api_key: connector_account_details.api_key, secret }));
  merchant = await aMerchant(system, {
    account: { webhook_details: { webhook_url: receiver.url } },
    connectors: [connector],
    connector: { connector_account_details, connector_webhook_details: { merchant_secret: secret } },
  });
});
afterAll(() => receiver?.close());

const post = (path: string, body: object = {}) => merchant.api.post(`/payments${path}`, body);
const seen = async ({ payment_id }: Json, query = ''): Promise<Json> =>
  ok(await merchant.api.get(`/payments/${payment_id}${query}`));
const untilIs = (payment: Json, status: string): Promise<Json> =>
  eventually(
    async () => {
      const now = await seen(payment);
      if (now.status !== status) throw new Error(`${payment.payment_id} is ${now.status}`);
      return now;
    },
    { withinMs: 30_000 },
  );
const authorized = async (more: object = {}): Promise<Json> =>
  ok(await post('', paymentBody({ ...cardFields(reversing), capture_method: 'manual', ...more })));
/** A captured payment, before the processor contradicts itself. */
async function captured(body: object = {}, more: object = {}): Promise<Json> {
  const { payment_id } = await authorized(more);
  return ok(await post(`/${payment_id}/capture`, body));
}
const inReview = async (body: object = {}): Promise<Json> => untilIs(await captured(body), 'review');
const endReview = ({ payment_id }: Json, attempt_status: string): Promise<Answer> =>
  apiAt(system.baseUrl('gateway'), { 'api-key': system.adminKey }).post(
    `/payments/${payment_id}/manual-status-update`,
    { attempt_status },
    { 'x-merchant-id': merchant.merchantId },
  );
/** The processor reports the capture as failed once more, under a new event id; the report is applied. */
async function contradictAgain({ payment_id }: Json): Promise<void> {
  const [operation] = await operationsOf(system, payment_id);
  const body = eventAbout(await paymentAtProcessor(system, operation!.operation_id), 'payment.capture_failed');
  expect((await postWebhook(system, webhookPath(merchant, connector), body, signed(body, secret))).status).toBe(200);
  const { id } = JSON.parse(body) as { id: string };
  await eventually(
    async () => {
      const rows = await rowsOf(system, `SELECT 1 FROM payments.inbox WHERE message_id LIKE '%' || $1 || '%'`, [id]);
      if (rows.length === 0) throw new Error(`${id} is not applied`);
      return true;
    },
    { withinMs: 30_000 },
  );
}
/** Waits until an expectation holds. */
const untilHolds = (expectation: () => void | Promise<void>): Promise<true> =>
  eventually(
    async () => {
      await expectation();
      return true as const;
    },
    { withinMs: 30_000 },
  );
const webhooksOf = (payment: Json): string[] =>
  receiver.calls
    .map(({ body }) => JSON.parse(body) as Json)
    .filter(({ content }) => content.object.payment_id === payment.payment_id)
    .map(({ event_type }) => event_type as string);

it('a capture that the processor denies later is in review, with its amount and the error, and the merchant is notified', async () => {
  const charged = await captured();
  expect(charged).toMatchObject({ status: 'succeeded', amount_received: 6540 });
  const payment = await untilIs(charged, 'review');
  expect(payment).toMatchObject({
    amount_received: 6540,
    amount_capturable: 0,
    error_code: 'DC_08',
    error_message: 'Payment declined: Capture failed',
  });
  const { attempts, captures } = await seen(payment, '?expand_attempts=true&expand_captures=true');
  expect([attempts[0].status, captures[0].status]).toEqual(['capture_review', 'charged']);
  await untilHolds(() => expect(webhooksOf(payment)).toContain('action_required'));
  const incidents = await rowsOf(system, 'SELECT kind FROM payments.incidents WHERE payment_id = $1', [
    payment.payment_id,
  ]);
  expect(incidents).toEqual([{ kind: 'contradicted' }]);
});

describe('a payment in review', () => {
  let payment: Json;
  beforeAll(async () => void (payment = await inReview()));

  const cannot = (action: string) => precondition(`You cannot ${action} this payment because it has status review`);
  it.each<[string, () => Promise<Answer>, object]>([
    ['update', () => post(`/${payment.payment_id}`, { description: 'x' }), cannot('update')],
    ['confirm', () => post(`/${payment.payment_id}/confirm`, cardFields()), cannot('confirm')],
    ['cancel', () => post(`/${payment.payment_id}/cancel`), cannot('cancel')],
    ['reject', () => post(`/${payment.payment_id}/reject`), cannot('reject')],
    ['approve', () => post(`/${payment.payment_id}/approve`), cannot('approve')],
    ['cancel_post_capture', () => post(`/${payment.payment_id}/cancel_post_capture`), cannot('cancel_post_capture')],
    ['complete_authorize', () => post(`/${payment.payment_id}/complete_authorize`), cannot('confirm')],
    [
      'update_metadata',
      () => post(`/${payment.payment_id}/update_metadata`, { metadata: { a: 'b' } }),
      cannot('update_metadata'),
    ],
    [
      'incremental_authorization',
      () => post(`/${payment.payment_id}/incremental_authorization`, { amount: 7000 }),
      cannot('increment authorization'),
    ],
    ['extend_authorization', () => post(`/${payment.payment_id}/extend_authorization`), cannot('extend authorization')],
    [
      'session_tokens',
      () => {
        const { payment_id, client_secret } = payment;
        return merchant.client.post('/payments/session_tokens', { payment_id, client_secret, wallets: [] });
      },
      cannot('create a session token for'),
    ],
    [
      'capture',
      () => post(`/${payment.payment_id}/capture`),
      refusal(
        400,
        'IR_14',
        'This Payment could not be captured because it has a payment.status of review. The expected state is requires_capture, partially_captured_and_capturable, processing',
      ),
    ],
    [
      'refund',
      () => merchant.api.post('/refunds', { payment_id: payment.payment_id, amount: 100 }),
      refusal(
        400,
        'IR_14',
        'This Payment could not be refund because it has a status of review. The expected state is succeeded, partially_captured',
      ),
    ],
  ])('refuses %s', async (_, run, expected) => {
    expect(statusAndBody(await run())).toEqual(expected);
  });

  it('stays in review with force_sync and with the same report again', async () => {
    expect((await seen(payment, '?force_sync=true')).status).toBe('review');
    await contradictAgain(payment);
    expect(await seen(payment)).toEqual(payment);
  });

  it('does not end with a status that neither report has', async () =>
    expect(statusAndBody(await endReview(payment, 'voided'))).toEqual(
      notAllowed('attempt_status cannot become voided: it is capture_review'),
    ));
});

const auditOf = ({ payment_id }: Json) =>
  rowsOf(system, 'SELECT status_before, status_after FROM payments.manual_updates WHERE payment_id = $1', [payment_id]);

it('an operator upholds the charge, once; the same report again moves nothing, and the payment can be refunded', async () => {
  const payment = await inReview();
  const { payment_id } = payment;
  expect(ok(await endReview(payment, 'charged'))).toEqual({ payment_id, status: 'succeeded' });
  const upheld = await seen(payment);
  expect(upheld).toMatchObject({ status: 'succeeded', amount_received: 6540, error_code: null });
  expect(statusAndBody(await endReview(payment, 'capture_failed'))).toEqual(
    notAllowed("Payment status must be 'review' to perform manual status update, current status is 'succeeded'"),
  );
  await contradictAgain(payment);
  expect(await seen(payment)).toEqual(upheld);
  expect(await auditOf(payment)).toEqual([{ status_before: 'capture_review', status_after: 'charged' }]);
  // The refund reaches the processor, which alone knows whether it has the money.
  expect(ok(await merchant.api.post('/refunds', { payment_id, amount: 100 }))).toMatchObject({
    payment_id,
    amount: 100,
  });
});

it('an operator upholds the capture of a part', async () => {
  const payment = await inReview({ amount_to_capture: 3000 });
  expect(payment).toMatchObject({ amount_received: 3000 });
  const { payment_id } = payment;
  expect(ok(await endReview(payment, 'charged'))).toEqual({ payment_id, status: 'partially_captured' });
  expect(await seen(payment)).toMatchObject({ status: 'partially_captured', amount_received: 3000 });
});

it('an operator declares the capture as failed: nothing is received, and the same report again moves nothing', async () => {
  const payment = await inReview();
  const { payment_id } = payment;
  expect(ok(await endReview(payment, 'capture_failed'))).toEqual({ payment_id, status: 'failed' });
  const failed = await seen(payment, '?expand_captures=true');
  expect(failed).toMatchObject({ status: 'failed', amount_received: 0, amount_capturable: 0, error_code: 'DC_08' });
  expect(failed.captures[0].status).toBe('failed');
  await contradictAgain(payment);
  expect(await seen(payment, '?expand_captures=true')).toEqual(failed);
  expect(await auditOf(payment)).toEqual([{ status_before: 'capture_review', status_after: 'capture_failed' }]);
  await untilHolds(() => expect(webhooksOf(payment)).toContain('payment_failed'));
});

it('one of several captures that the processor denies keeps its amount, and opens an incident', async () => {
  const payment = await captured({ amount_to_capture: 3000 }, { capture_method: 'manual_multiple' });
  const { payment_id } = payment;
  const kinds = () =>
    rowsOf<{ kind: string }>(system, 'SELECT kind FROM payments.incidents WHERE payment_id = $1', [payment_id]);
  await untilHolds(async () => expect(await kinds()).toEqual([{ kind: 'contradicted' }]));
  expect(await seen(payment)).toMatchObject({
    status: 'partially_captured_and_capturable',
    amount_received: 3000,
    amount_capturable: 3540,
  });
  expect(statusAndBody(await endReview(payment, 'charged'))).toEqual(
    notAllowed(
      "Payment status must be 'review' to perform manual status update, current status is 'partially_captured_and_capturable'",
    ),
  );
});

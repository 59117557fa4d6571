import {
  aMerchant,
  aReceiver,
  apiAt,
  cardFields,
  cards,
  eventually,
  ok,
  paymentBody,
  sharedSystem,
  type Answer,
  type Json,
  type Receiver,
  type TestMerchant,
} from '@payorch/harness';
import { recordsIn } from '../../support/records';
import { incidentsOf, rowsOf } from '../../support/rows';
import { noPayment, notAllowed, precondition, statusAndBody, unauthorized, wrongFormat } from '../../support/wire';

const system = sharedSystem();
let merchant: TestMerchant;
let other: TestMerchant;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await aReceiver();
  const account = { webhook_details: { webhook_url: receiver.url } };
  [merchant, other] = await Promise.all([aMerchant(system, { account }), aMerchant(system)]);
});
afterAll(() => receiver?.close());

const waiting = async (): Promise<Json> =>
  ok(await merchant.api.post('/payments', paymentBody(cardFields(cards.threeDs))));
const bodyOf = ({ payment_id }: Json, more: object = {}) => ({
  attempt_id: `${payment_id}_1`,
  merchant_id: merchant.merchantId,
  ...more,
});

/** The request as an operator sends it; `headers` replace the merchant's. */
const update = (
  { payment_id }: Json,
  body: object,
  headers: Record<string, string> = { 'x-merchant-id': merchant.merchantId },
  key = system.adminKey,
): Promise<Answer> =>
  apiAt(system.baseUrl('gateway'), { 'api-key': key }).raw(
    'PUT',
    `/payments/${payment_id}/manual-update`,
    JSON.stringify(body),
    { 'content-type': 'application/json', ...headers },
  );

it('an operator ends an open payment as charged, once, and leaves an audit row', async () => {
  const payment = await waiting();
  const { payment_id, connector_transaction_id } = payment;
  const body = bodyOf(payment, { attempt_status: 'charged', amount_capturable: 0 });
  const declared = {
    payment_id,
    attempt_id: `${payment_id}_1`,
    merchant_id: merchant.merchantId,
    attempt_status: 'charged',
    error_code: null,
    error_message: null,
    error_reason: null,
    connector_transaction_id,
    amount_capturable: 0,
  };
  expect(ok(await update(payment, body))).toEqual(declared);
  expect(ok(await update(payment, body))).toEqual(declared);
  expect(ok(await merchant.api.get(`/payments/${payment_id}`))).toMatchObject({
    status: 'succeeded',
    amount_received: 6540,
    amount_capturable: 0,
  });
  const rows = await rowsOf(
    system,
    `SELECT attempt_id, status_before, status_after, sent->>'attemptStatus' AS sent FROM payments.manual_updates WHERE payment_id = '${payment_id}'`,
  );
  expect(rows).toEqual([
    {
      attempt_id: `${payment_id}_1`,
      status_before: 'authentication_pending',
      status_after: 'charged',
      sent: 'charged',
    },
  ]);
});

it('an operator ends an open payment as failed, with the error that the merchant sees', async () => {
  const payment = await waiting();
  const error = { error_code: 'LOST', error_message: 'The bank closed', error_reason: 'The bank is closed' };
  expect(ok(await update(payment, bodyOf(payment, { attempt_status: 'failure', ...error })))).toMatchObject(error);
  expect(ok(await merchant.api.get(`/payments/${payment.payment_id}`))).toMatchObject({
    status: 'failed',
    error_code: 'LOST',
    error_message: 'The bank is closed',
    attempt_count: 1,
  });
});

describe('a claim', () => {
  const claim = async (payment: Json, body: object): Promise<Json> => ok(await update(payment, bodyOf(payment, body)));
  const seen = async ({ payment_id }: Json, query = ''): Promise<Json> =>
    ok(await merchant.api.get(`/payments/${payment_id}${query}`));
  const paid = async (): Promise<Json> => ok(await merchant.api.post('/payments', paymentBody()));
  const versionOf = async ({ payment_id }: Json): Promise<number> =>
    (
      await rowsOf<{ version: number }>(system, 'SELECT version FROM payments.intents WHERE payment_id = $1', [
        payment_id,
      ])
    )[0]!.version;
  const eventsOf = async ({ payment_id }: Json): Promise<string[]> =>
    (await recordsIn(system, ['payments.lifecycle']))
      .filter(({ key }) => String(key) === `${merchant.merchantId}/${payment_id}`)
      .map(({ headers }) => String(headers['ce_type']));
  const webhooksOf = ({ payment_id }: Json): string[] =>
    receiver.calls
      .map(({ body }) => JSON.parse(body) as Json)
      .filter(({ content }) => content.object.payment_id === payment_id)
      .map(({ event_type, content }) => `${event_type} ${content.object.status}`);

  it('of `pending` over a charge is shown and published, and a sync brings the charge back', async () => {
    const payment = await paid();
    const before = await versionOf(payment);
    expect(await claim(payment, { attempt_status: 'pending' })).toMatchObject({ attempt_status: 'pending' });
    expect(await versionOf(payment)).toBe(before + 1);
    expect(await seen(payment, '?expand_attempts=true')).toMatchObject({
      status: 'processing',
      amount_received: 6540,
      attempts: [{ status: 'pending' }],
    });
    expect(await incidentsOf(system, payment.payment_id)).toEqual(['claim_contradicts']);
    const { data } = ok(await merchant.api.get('/payments/list?limit=100'));
    expect(data.find((one: Json) => one.payment_id === payment.payment_id).status).toBe('processing');
    expect(await seen(payment, '?force_sync=true')).toMatchObject({ status: 'succeeded', amount_received: 6540 });
    expect(await seen(payment)).toMatchObject({ status: 'succeeded' });
    await eventually(async () => {
      const events = (await eventsOf(payment)).filter((type) => type !== 'payment.updated');
      expect(events.slice(-3)).toEqual([...['payment.captured', 'payment.processing', 'payment.captured']]);
      expect(webhooksOf(payment)).toEqual([
        ...['payment_succeeded succeeded', 'payment_processing processing', 'payment_succeeded succeeded'],
      ]);
      return true;
    });
  });

  it('of `failure` over a charge opens an incident; refunds stay within the charge, and nothing is charged again', async () => {
    const payment = await paid();
    const error = { error_code: 'LOST', error_message: 'Lost', error_reason: 'The bank says so' };
    await claim(payment, {
      attempt_status: 'failure',
      ...error,
      connector_transaction_id: 'other',
      amount_capturable: 6540,
    });
    expect(await seen(payment)).toMatchObject({
      status: 'failed',
      error_code: 'LOST',
      error_message: 'The bank says so',
      amount_capturable: 6540,
      connector_transaction_id: 'other',
      amount_received: 6540,
    });
    expect(await incidentsOf(system, payment.payment_id)).toEqual(['claim_contradicts']);
    const post = (path: string, body: object): Promise<Answer> => merchant.api.post(path, body);
    expect(statusAndBody(await post(`/payments/${payment.payment_id}/confirm`, cardFields()))).toEqual(
      precondition('You cannot confirm this payment because it has status succeeded'),
    );
    expect((await post(`/payments/${payment.payment_id}/capture`, {})).status).toBe(400);
    const { payment_id } = payment;
    expect((await post('/refunds', { payment_id, amount: 6541 })).body.error.code).toBe('IR_13');
    expect(ok(await post('/refunds', { payment_id, amount: 6000 }))).toMatchObject({ status: 'succeeded' });
    expect((await post('/refunds', { payment_id, amount: 541 })).body.error.code).toBe('IR_13');
    const [audit] = await rowsOf(
      system,
      'SELECT status_before, status_after FROM payments.manual_updates WHERE payment_id = $1',
      [payment_id],
    );
    expect(audit).toEqual({ status_before: 'charged', status_after: 'failure' });
  });

  it('on an attempt without a payment method is taken back by the status that it had', async () => {
    const payment = ok(await merchant.api.post('/payments', { amount: 6540, currency: 'USD' }));
    for (const [attempt_status, status] of [
      ['pending', 'processing'],
      ['unresolved', 'requires_merchant_action'],
      ['charged', 'succeeded'],
    ] as const) {
      expect(await claim(payment, { attempt_status })).toMatchObject({
        attempt_status,
        amount_capturable: expect.any(Number),
      });
      expect(await seen(payment)).toMatchObject({ status, amount_received: null });
      expect(statusAndBody(await merchant.api.post(`/payments/${payment.payment_id}/confirm`, cardFields()))).toEqual(
        precondition(`You cannot confirm this payment because it has status ${status}`),
      );
    }
    expect((await merchant.api.post('/refunds', { payment_id: payment.payment_id })).body.error.code).toBe('IR_14');
    expect(await incidentsOf(system, payment.payment_id)).toEqual(['claim_contradicts']);
    await claim(payment, { attempt_status: 'payment_method_awaited' });
    const { payment_method, payment_method_type, payment_method_data } = paymentBody();
    expect(
      ok(
        await merchant.api.post(`/payments/${payment.payment_id}/confirm`, {
          payment_method,
          payment_method_type,
          payment_method_data,
        }),
      ),
    ).toMatchObject({ status: 'succeeded', amount_received: 6540 });
  });
});

describe('a manual update is refused', () => {
  let payment: Json;
  beforeAll(async () => void (payment = await waiting()));
  afterAll(async () => {
    expect(ok(await merchant.api.get(`/payments/${payment.payment_id}`)).status).toBe('requires_customer_action');
  });

  it('above the amount, and with a status that the interface does not have', async () => {
    expect(statusAndBody(await update(payment, bodyOf(payment, { amount_capturable: 6541 })))).toEqual(
      notAllowed('amount_capturable should be less than or equal to amount'),
    );
    expect(statusAndBody(await update(payment, bodyOf(payment, { amount_capturable: -1 })))).toEqual(
      wrongFormat('amount_capturable', 'positive integer'),
    );
    const word = await update(payment, bodyOf(payment, { attempt_status: 'paid' }));
    expect([word.status, word.body.error.code]).toEqual([400, 'IR_06']);
  });

  it('without the operator’s key or a known merchant', async () => {
    const body = bodyOf(payment, { attempt_status: 'charged' });
    const own = { 'x-merchant-id': merchant.merchantId };
    for (const key of [merchant.apiKey, merchant.publishableKey, 'wrong'])
      expect(statusAndBody(await update(payment, body, own, key))).toEqual(unauthorized);
    expect(statusAndBody(await update(payment, body, { 'x-merchant-id': 'unknown' }))).toEqual(unauthorized);
    expect(statusAndBody(await update(payment, body, {}))).toEqual(notAllowed('Missing header key: `X-Merchant-Id`'));
  });

  it('for another merchant than the payment’s, as for an absent payment or attempt', async () => {
    const theirs = { 'x-merchant-id': other.merchantId };
    const body = bodyOf(payment, { attempt_status: 'charged' });
    expect(statusAndBody(await update(payment, body, theirs))).toEqual(
      wrongFormat('merchant_id', 'merchant_id from merchant account'),
    );
    expect(statusAndBody(await update(payment, { ...body, merchant_id: other.merchantId }, theirs))).toEqual(noPayment);
    expect(statusAndBody(await update({ payment_id: 'pay_none' }, body))).toEqual(noPayment);
    expect(statusAndBody(await update(payment, { ...body, attempt_id: 'pay_none_1' }))).toEqual(noPayment);
  });
});

import {
  aMerchant,
  apiAt,
  cardFields,
  cards,
  ok,
  paymentBody,
  sharedSystem,
  type Answer,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { rowsOf } from '../../support/rows';
import { noPayment, notAllowed, statusAndBody, unauthorized, wrongFormat } from '../../support/wire';

jest.setTimeout(120_000);

const system = sharedSystem();
let merchant: TestMerchant;
let other: TestMerchant;
beforeAll(async () => {
  [merchant, other] = await Promise.all([aMerchant(system), aMerchant(system)]);
});

const waiting = async (): Promise<Json> =>
  ok(await merchant.api.post('/payments', paymentBody(cardFields(cards.threeDs))));
const bodyOf = ({ payment_id }: Json, more: object = {}) => ({
  ...{ attempt_id: `${payment_id}_1`, merchant_id: merchant.merchantId },
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
    ...{ payment_id, attempt_id: `${payment_id}_1`, merchant_id: merchant.merchantId, attempt_status: 'charged' },
    ...{ error_code: null, error_message: null, error_reason: null, connector_transaction_id, amount_capturable: 0 },
  };
  expect(ok(await update(payment, body))).toEqual(declared);
  expect(ok(await update(payment, body))).toEqual(declared);
  expect(ok(await merchant.api.get(`/payments/${payment_id}`))).toMatchObject({
    ...{ status: 'succeeded', amount_received: 6540, amount_capturable: 0 },
  });
  expect(statusAndBody(await update(payment, bodyOf(payment, { attempt_status: 'failure' })))).toEqual(
    notAllowed('attempt_status cannot become failure: it is charged'),
  );
  const rows = await rowsOf(
    system,
    `SELECT attempt_id, status_before, status_after, sent->>'attemptStatus' AS sent FROM payments.manual_updates WHERE payment_id = '${payment_id}'`,
  );
  expect(rows).toEqual([
    {
      ...{ attempt_id: `${payment_id}_1`, status_before: 'authentication_pending', status_after: 'charged' },
      sent: 'charged',
    },
  ]);
});

it('an operator ends an open payment as failed, with the error that the merchant sees', async () => {
  const payment = await waiting();
  const error = { error_code: 'LOST', error_message: 'The bank closed', error_reason: 'The bank is closed' };
  expect(ok(await update(payment, bodyOf(payment, { attempt_status: 'failure', ...error })))).toMatchObject(error);
  expect(ok(await merchant.api.get(`/payments/${payment.payment_id}`))).toMatchObject({
    ...{ status: 'failed', error_code: 'LOST', error_message: 'The bank is closed', attempt_count: 1 },
  });
});

describe('a manual update is refused', () => {
  let payment: Json;
  beforeAll(async () => void (payment = await waiting()));
  afterAll(async () => {
    expect(ok(await merchant.api.get(`/payments/${payment.payment_id}`)).status).toBe('requires_customer_action');
  });

  it('above the amount, and with a status that no outcome leads to', async () => {
    expect(statusAndBody(await update(payment, bodyOf(payment, { amount_capturable: 6541 })))).toEqual(
      notAllowed('amount_capturable should be less than or equal to amount'),
    );
    expect(statusAndBody(await update(payment, bodyOf(payment, { attempt_status: 'void_failed' })))).toEqual(
      notAllowed('attempt_status cannot become void_failed: it is authentication_pending'),
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

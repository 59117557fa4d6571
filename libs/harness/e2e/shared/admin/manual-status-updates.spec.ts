import { aMerchant, apiAt, ok, paymentBody, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { noPayment, notAllowed, statusAndBody, unauthorized } from '../../support/wire';

const system = sharedSystem();
let merchant: TestMerchant;
let payment: Json;
beforeAll(async () => {
  merchant = await aMerchant(system);
  payment = ok(await merchant.api.post('/payments', paymentBody()));
});

const endReview = (
  paymentId: string,
  key = system.adminKey,
  headers: Record<string, string> = { 'x-merchant-id': merchant.merchantId },
  body: object = { attempt_status: 'charged' },
) =>
  apiAt(system.baseUrl('gateway'), { 'api-key': key }).post(
    `/payments/${paymentId}/manual-status-update`,
    body,
    headers,
  );

describe('POST /payments/{id}/manual-status-update', () => {
  it('refuses a payment that is not in review, and changes nothing', async () => {
    const waiting = ok(await merchant.api.post('/payments', { amount: 6540, currency: 'USD' }));
    for (const one of [payment, waiting]) {
      expect(statusAndBody(await endReview(one.payment_id))).toEqual(
        notAllowed(
          `Payment status must be 'review' to perform manual status update, current status is '${one.status}'`,
        ),
      );
      expect(ok(await merchant.api.get(`/payments/${one.payment_id}`))).toEqual(one);
    }
  });

  it('is the operator’s, for a payment of the named merchant', async () => {
    const { payment_id } = payment;
    for (const key of [merchant.apiKey, merchant.publishableKey, 'wrong'])
      expect(statusAndBody(await endReview(payment_id, key))).toEqual(unauthorized);
    const other = await aMerchant(system, { connectors: [] });
    const ofOther = { 'x-merchant-id': other.merchantId };
    expect(statusAndBody(await endReview(payment_id, system.adminKey, ofOther))).toEqual(noPayment);
    expect(statusAndBody(await endReview('pay_none'))).toEqual(noPayment);
    expect(statusAndBody(await endReview(payment_id, system.adminKey, { 'x-merchant-id': 'unknown' }))).toEqual(
      unauthorized,
    );
    expect(statusAndBody(await endReview(payment_id, system.adminKey, {}))).toEqual(
      notAllowed('Missing header key: `X-Merchant-Id`'),
    );
    const word = await endReview(payment_id, system.adminKey, undefined, { attempt_status: 'paid' });
    expect([word.status, word.body.error.code]).toEqual([400, 'IR_06']);
  });
});

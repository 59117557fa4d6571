import { aMerchant, ok, paymentBody, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { rowsOf } from '../../support/rows';
import { missing, noPayment, notAllowed, precondition, refusal, statusAndBody, unauthorized } from '../../support/wire';

const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await aMerchant(system);
});

const body = { payment_method: 'wallet', payment_method_type: 'paypal' };
const open = async (more: object = {}): Promise<Json> =>
  ok(await merchant.api.post('/payments', { amount: 6540, currency: 'USD', ...more }));
const next = ({ payment_id, client_secret }: Json, by = merchant.client, more: object = {}) =>
  by.post(`/payments/${payment_id}/post_session_tokens`, { client_secret, ...body, ...more });

describe('POST /payments/{id}/post_session_tokens', () => {
  const notImplemented = (what: string) => refusal(501, 'IR_00', `post_session_tokens ${what} is not implemented`);

  it.each<[object, string]>([
    [{ payment_method_type: 'google_pay' }, 'of wallet google_pay'],
    [{ payment_method: 'pay_later', payment_method_type: 'klarna' }, 'of pay_later klarna'],
    [{}, 'without a connector account for PayPal’s orders'],
  ])('with %j is refused by its name, and changes nothing', async (more, what) => {
    const payment = await open();
    expect(statusAndBody(await next(payment, merchant.client, more))).toEqual(notImplemented(what));
    expect(ok(await merchant.api.get(`/payments/${payment.payment_id}`))).toEqual(payment);
  });

  it('is refused for a payment that cannot be paid any more', async () => {
    const paid = ok(await merchant.api.post('/payments', paymentBody()));
    expect(statusAndBody(await next(paid))).toEqual(
      precondition('You cannot create a session token for this payment because it has status succeeded'),
    );
  });

  it('is closed to other secrets, keys and merchants', async () => {
    const [payment, other] = [await open(), await open()];
    const { payment_id, client_secret } = payment;
    expect(statusAndBody(await next({ ...payment, client_secret: other.client_secret }))).toEqual(
      refusal(400, 'IR_09', 'The client_secret provided does not match the client_secret associated with the Payment'),
    );
    expect(statusAndBody(await next({ payment_id }))).toEqual(missing('client_secret'));
    expect(statusAndBody(await next(payment, merchant.api))).toEqual(
      notAllowed('client_secret is not a valid parameter'),
    );
    expect(statusAndBody(await next({ payment_id }, merchant.api))).toEqual(unauthorized);
    expect(statusAndBody(await next({ payment_id: 'pay_none', client_secret }))).toEqual(noPayment);
    expect(statusAndBody(await next({ payment_id }, system.admin))).toEqual(unauthorized);
    const stranger = await aMerchant(system, { connectors: [] });
    expect(statusAndBody(await next(payment, stranger.client))).toEqual(noPayment);
  });

  it('is closed once the session of the payment has expired', async () => {
    const payment = await open();
    await rowsOf(system, `UPDATE payments.intents SET expires_at = now() WHERE payment_id = '${payment.payment_id}'`);
    expect(statusAndBody(await next(payment))).toEqual(refusal(400, 'IR_08', 'The provided client_secret has expired'));
  });
});

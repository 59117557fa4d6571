import { aMerchant, cardFields, ok, paymentBody, type Json } from '@payorch/harness';
import { aPayingMerchant, keysOf } from '../../support/paying-merchant';
import { blankPayment, paymentKeys } from '../../support/payment-keys';
import { idLike, listing, refusal, timestamp, statusAndBody } from '../../support/wire';

const { system, merchant, newId, create, created, retrieve } = aPayingMerchant();

describe('a created payment', () => {
  it('shows every key in order, null where no value was sent', async () => {
    const sent = {
      amount: 6540,
      currency: 'USD',
      customer_id: newId('cus'),
      confirm: false,
      capture_method: 'automatic',
      authentication_type: 'no_three_ds',
      return_url: 'https://acme.example/done',
    };
    const { confirm: _, ...echoed } = sent;
    const payment = await create(sent);
    expect(keysOf(payment)).toEqual(paymentKeys);
    expect(payment).toEqual({
      ...blankPayment,
      ...echoed,
      payment_id: idLike('pay'),
      merchant_id: merchant().merchantId,
      processor_merchant_id: merchant().merchantId,
      profile_id: merchant().profileId,
      status: 'requires_payment_method',
      net_amount: 6540,
      amount_capturable: 0,
      client_secret: expect.stringMatching(new RegExp(`^${payment.payment_id}_secret_[0-9A-Za-z]{20}$`)),
      sdk_authorization: expect.any(String),
      customer: {
        id: sent.customer_id,
        name: null,
        email: null,
        phone: null,
        phone_country_code: null,
        customer_document_details: null,
      },
      created: timestamp,
      modified_at: payment.created,
      updated: payment.created,
      expires_on: new Date(Date.parse(payment.created) + 900_000).toISOString(),
    });
    const authorization = Buffer.from(payment.sdk_authorization, 'base64').toString();
    const session = /client_session_id=cs_[\w-]{43}/.exec(authorization)?.[0];
    expect(authorization).toBe(
      `profile_id=${merchant().profileId},publishable_key=${merchant().publishableKey},client_secret=${payment.client_secret},` +
        `customer_id=${sent.customer_id},${session},payment_id=${payment.payment_id}`,
    );
    expect(await retrieve(payment.payment_id)).toEqual(payment);
  });

  it('is fully capturable when confirm was not sent', async () => {
    const { confirm: _, ...unsaid } = { amount: 6540, currency: 'USD', confirm: undefined };
    expect(await create({ ...unsaid, shipping_cost: 60, order_tax_amount: 400 })).toMatchObject({
      amount: 6540,
      shipping_cost: 60,
      order_tax_amount: 400,
      net_amount: 7000,
      amount_capturable: 7000,
      capture_method: null,
      authentication_type: null,
      customer: null,
      amount_received: null,
    });
  });

  it('requires a confirmation once it has a payment method', async () => {
    const payment = await created(cardFields());
    expect(payment).toMatchObject({
      status: 'requires_confirmation',
      payment_method: 'card',
      payment_method_type: 'credit',
      payment_token: idLike('token'),
      amount_capturable: 0,
      connector: null,
    });
    expect(payment.payment_method_data.card.last4).toBe('4242');
  });

  it('expires after the session_expiry of the request, else of the profile', async () => {
    const lasts = ({ created: from, expires_on }: Json) => (Date.parse(expires_on) - Date.parse(from)) / 1000;
    expect(lasts(await created({ session_expiry: 60 }))).toBe(60);
    const { merchantId, profileId, api } = await aMerchant(system);
    ok(await api.post(`/account/${merchantId}/business_profile/${profileId}`, { session_expiry: 7_890_000 }));
    const settled = () => api.post('/payments', { amount: 1, currency: 'USD' }).then((answer) => lasts(ok(answer)));
    expect(await settled()).toBe(7_890_000);
  });

  it('has the merchant’s payment_id, which can be used once', async () => {
    const payment_id = newId('order');
    expect((await created({ payment_id })).payment_id).toBe(payment_id);
    expect(statusAndBody(await merchant().api.post('/payments', paymentBody({ payment_id })))).toEqual(
      listing(
        refusal(400, 'HE_01', 'The payment with the specified payment_id already exists in our records', {
          reason: `PaymentId("${payment_id}") already exists`,
        }),
        ...['capture_method', 'authentication_type', 'payment_method', 'payment_method_type'],
      ),
    );
    expect((await retrieve(payment_id)).status).toBe('requires_payment_method');
  });
});

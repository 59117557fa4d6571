import { aMerchant, cardFields, cards, ok, paymentBody, type Json } from '@payorch/harness';
import { aPayingMerchant, keysOf, times } from '../../support/paying-merchant';
import { paymentKeys } from '../../support/payment-keys';
import { rowsOf } from '../../support/rows';
import { notAllowed, precondition, publishedKeys, refusal, statusAndBody } from '../../support/wire';

const { system, merchant, created, paid, act, retrieve } = aPayingMerchant();

describe('a confirmation', () => {
  it('charges the payment, and changes only the expected fields', async () => {
    const payment = await created({ capture_method: 'automatic' });
    const confirmed = ok(await act(payment.payment_id, 'confirm', cardFields()));
    expect(keysOf(confirmed)).toEqual(paymentKeys);
    expect(confirmed).toEqual({
      ...payment,
      status: 'succeeded',
      amount_capturable: 0,
      amount_received: 6540,
      connector: 'stripe_test',
      merchant_connector_id: merchant().connectors['stripe_test'].merchant_connector_id,
      connector_transaction_id: expect.any(String),
      payment_method: 'card',
      payment_method_type: 'credit',
      card_discovery: 'manual',
      payment_method_data: {
        card: {
          last4: '4242',
          card_type: null,
          card_network: 'Visa',
          card_issuer: null,
          card_issuing_country: null,
          card_isin: '424242',
          card_extended_bin: null,
          card_exp_month: '10',
          card_exp_year: '35',
          card_holder_name: 'Joseph Doe',
          payment_checks: null,
          authentication_data: null,
          auth_code: null,
        },
        billing: null,
      },
      browser_info: {
        ...Object.fromEntries(publishedKeys('BrowserInformation').map((key) => [key, null])),
        ip_address: expect.stringMatching(/127\.0\.0\.1$/),
      },
      incremental_authorization_allowed: false,
      ...times(confirmed),
    });
    expect(confirmed.modified_at > payment.modified_at).toBe(true);
    expect(await retrieve(payment.payment_id)).toEqual(confirmed);
    const { connector_transaction_id: reference } = confirmed;
    const effects = system.ledger().filter(({ entry, payment_id }) => entry === 'effect' && payment_id === reference);
    expect(effects).toHaveLength(1);
    expect(effects[0]).toMatchObject({ effect: 'charge', amount: 6540, currency: 'USD' });
  });

  it('may come from the client, with the payment’s own secret', async () => {
    const payment = await created();
    const body = { ...cardFields(), client_secret: payment.client_secret };
    const confirmed = ok(await merchant().client.post(`/payments/${payment.payment_id}/confirm`, body));
    expect(keysOf(confirmed)).toEqual(paymentKeys);
    const { merchant_connector_id } = merchant().connectors['stripe_test'];
    expect(confirmed).toMatchObject({ status: 'succeeded', amount_received: 6540, merchant_connector_id });
  });

  it('may use the token of an earlier card', async () => {
    const payment = await created(cardFields());
    const { payment_token } = payment;
    const named = { payment_method: 'card', payment_method_type: 'credit', payment_token: 'token_other' };
    expect(statusAndBody(await act(payment.payment_id, 'confirm', named))).toEqual(
      refusal(422, 'IR_29', 'Token is invalid or expired'),
    );
    const confirmed = ok(await act(payment.payment_id, 'confirm', { ...named, payment_token }));
    expect(confirmed).toMatchObject({ status: 'succeeded', payment_token });
    const again = await created(cardFields());
    expect(ok(await act(again.payment_id, 'confirm')).status).toBe('succeeded');
  });

  it('requires a payment method', async () => {
    const { payment_id } = await created();
    const needed = notAllowed('A payment token or payment method data or ctp service details is required');
    expect(statusAndBody(await act(payment_id, 'confirm'))).toEqual(needed);
    expect(
      statusAndBody(await merchant().api.post('/payments', { amount: 1, currency: 'USD', confirm: true })),
    ).toEqual(needed);
    expect((await retrieve(payment_id)).status).toBe('requires_payment_method');
  });

  it.each([
    ['4000000000000002', 'DC_08', 'Payment declined: Card declined'],
    ['4000000000009987', 'DC_08', 'Payment declined: Lost card'],
    ['4012888888881881', 'DC_04', 'Card not supported. Please use test cards'],
  ])('with card %s is declined with 200', async (card, error_code, error_message) => {
    const payment = await paid(cardFields(card));
    expect(keysOf(payment)).toEqual(paymentKeys);
    expect(payment).toMatchObject({
      status: 'failed',
      amount_capturable: 0,
      amount_received: null,
      error_code,
      error_message,
      unified_code: 'UE_9000',
      unified_message: 'Something went wrong',
      next_action: null,
      incremental_authorization_allowed: false,
      network_details: { network_advice_code: null },
      manual_retry_allowed: null,
      connector: 'stripe_test',
      attempt_count: 1,
      error_details: {
        unified_details: expect.objectContaining({ message: 'Something went wrong' }),
        issuer_details: { code: null, message: null, network_details: { network_advice_code: null } },
        connector_details: { code: error_code, message: error_message, reason: null },
      },
    });
    expect(Object.keys(payment.error_details.unified_details)).toEqual([
      ...['category', 'message', 'standardised_code', 'description', 'user_guidance_message', 'recommended_action'],
    ]);
    const refused = `You cannot confirm this payment because it has status failed, you can enable \`manual_retry\` in profile to try this payment again`;
    expect(statusAndBody(await act(payment.payment_id, 'confirm', cardFields()))).toEqual(precondition(refused));
  });

  it('may be repeated after a decline when the profile allows it', async () => {
    const { merchantId, profileId, api } = await aMerchant(system);
    ok(await api.post(`/account/${merchantId}/business_profile/${profileId}`, { is_manual_retry_enabled: true }));
    const payment = ok(await api.post('/payments', paymentBody(cardFields(cards.declined))));
    expect(payment).toMatchObject({ status: 'failed', manual_retry_allowed: true });
    const again = ok(await api.post(`/payments/${payment.payment_id}/confirm`, cardFields()));
    expect(again).toMatchObject({
      status: 'succeeded',
      attempt_count: 2,
      error_code: null,
      manual_retry_allowed: false,
    });
    const { attempts } = ok(await api.get(`/payments/${payment.payment_id}?expand_attempts=true`));
    expect(attempts.map(({ attempt_id, status }: Json) => [attempt_id, status])).toEqual([
      [`${payment.payment_id}_1`, 'failure'],
      [`${payment.payment_id}_2`, 'charged'],
    ]);
  });

  it('may be repeated in the first half of the session only', async () => {
    const { merchantId, profileId, api } = await aMerchant(system);
    ok(await api.post(`/account/${merchantId}/business_profile/${profileId}`, { is_manual_retry_enabled: true }));
    const declined = paymentBody({ ...cardFields(cards.declined), session_expiry: 3_600 });
    const { payment_id } = ok(await api.post('/payments', declined));
    await rowsOf(
      system,
      `UPDATE payments.intents SET created_at = created_at - interval '31 minutes',
         expires_at = expires_at - interval '31 minutes' WHERE merchant_id = $1 AND payment_id = $2`,
      [merchantId, payment_id],
    );
    expect(statusAndBody(await api.post(`/payments/${payment_id}/confirm`, cardFields()))).toEqual(
      precondition('You cannot confirm this payment using `manual_retry` because the allowed duration has expired'),
    );
  });
});

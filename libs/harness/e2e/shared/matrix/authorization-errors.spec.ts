import { cardFields, ok, sharedSystem, type TestMerchant } from '@payorch/harness';
import { precondition, statusAndBody } from '../../support/wire';
import { atStripe, pay, untilIs } from '../stripe/at-stripe';

/** Errors of incremental and expired authorizations, which the test processors do not support. */
const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await atStripe(system, { listens: false });
  const profile = `/account/${merchant.merchantId}/business_profile/${merchant.profileId}`;
  ok(await merchant.api.post(profile, { is_manual_retry_enabled: true }));
});

const authorize = (more: object = {}) => pay(merchant, { capture_method: 'manual', ...more });

it.each([6539, 6540])('an authorization of 6540 is not incremented to %d', async (amount) => {
  const { payment_id } = await authorize({ request_incremental_authorization: true });
  expect(
    statusAndBody(await merchant.api.post(`/payments/${payment_id}/incremental_authorization`, { amount })),
  ).toEqual(precondition('Amount should be greater than original authorized amount'));
});

it('a payment with a failed capture cannot be confirmed again: the authorization may still exist', async () => {
  const payment = await authorize();
  ok(await system.sandbox.post('/control/stripe/expire', { payment_intent: payment.connector_transaction_id }));
  await merchant.api.post(`/payments/${payment.payment_id}/capture`);
  await untilIs(merchant, payment, 'failed');
  expect(statusAndBody(await merchant.api.post(`/payments/${payment.payment_id}/confirm`, cardFields()))).toEqual(
    precondition(
      'You cannot confirm this payment because it has status failed, and the previous attempt has the status capture_failed',
    ),
  );
});

import { cardFields, ok, sharedSystem, type TestMerchant } from '@payorch/harness';
import { precondition, statusAndBody } from '../../support/wire';
import { atStripe, pay, untilIs } from '../stripe/at-stripe';

jest.setTimeout(180_000);

/** What is refused of a hold that could be raised, or has run out: the test processors have neither. */
const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await atStripe(system, { listens: false });
  const profile = `/account/${merchant.merchantId}/business_profile/${merchant.profileId}`;
  ok(await merchant.api.post(profile, { is_manual_retry_enabled: true }));
});

const hold = (more: object = {}) => pay(merchant, { capture_method: 'manual', ...more });

it.each([6539, 6540])('a hold of 6540 is not raised to %d', async (amount) => {
  const { payment_id } = await hold({ request_incremental_authorization: true });
  expect(statusAndBody(await merchant.api.post(`/payments/${payment_id}/incremental_authorization`, { amount }))).toEqual(
    precondition('Amount should be greater than original authorized amount'),
  );
});

it('a capture that failed is not tried again by hand: a hold was, and may still be, there', async () => {
  const payment = await hold();
  ok(await system.sandbox.post('/control/stripe/expire', { payment_intent: payment.connector_transaction_id }));
  await merchant.api.post(`/payments/${payment.payment_id}/capture`);
  await untilIs(merchant, payment, 'failed');
  expect(statusAndBody(await merchant.api.post(`/payments/${payment.payment_id}/confirm`, cardFields()))).toEqual(
    precondition(
      'You cannot confirm this payment because it has status failed, and the previous attempt has the status capture_failed',
    ),
  );
});

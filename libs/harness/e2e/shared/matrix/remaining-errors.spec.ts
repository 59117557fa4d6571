import {
  aMerchant,
  cardFields,
  cards,
  ok,
  paymentBody,
  sharedSystem,
  type Answer,
  type TestMerchant,
} from '@payorch/harness';
import { listing, notAllowed, precondition, refusal, statusAndBody, wrongFormat, wrongValue } from '../../support/wire';
import { atStripe } from '../stripe/at-stripe';

/** Errors that no other journey raises: see `support/raised-errors.ts`. */
const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await aMerchant(system);
});

/** Answers late: a second request under the same key arrives meanwhile. */
const slowCard = '4000000000070104';

it('a card whose last month has passed is refused', async () => {
  // The last month; in January it belongs to the last year, which has its own error.
  const last = new Date();
  last.setUTCDate(1);
  last.setUTCDate(0);
  const isThisYear = last.getUTCFullYear() === new Date().getUTCFullYear();
  const { payment_method_data, ...rest } = cardFields();
  const card = {
    ...payment_method_data.card,
    card_exp_month: String(last.getUTCMonth() + 1),
    card_exp_year: String(last.getUTCFullYear()),
  };
  // On the first day of a month the last one has not ended everywhere on earth.
  const hasEnded = Date.now() - Date.UTC(last.getUTCFullYear(), last.getUTCMonth() + 1, 1) > 12 * 3_600_000;
  const answer = await merchant.api.post('/payments', paymentBody({ ...rest, payment_method_data: { card } }));
  if (hasEnded)
    expect(statusAndBody(answer)).toEqual(precondition(isThisYear ? 'Card Expired' : 'Invalid Expiry Year'));
  else expect(ok(answer).status).toBe('succeeded');
});

it('a list of payments after one and before another is refused', async () =>
  expect(statusAndBody(await merchant.api.get('/payments/list?starting_after=pay_1&ending_before=pay_2'))).toEqual(
    notAllowed('starting_after and ending_before cannot be sent together'),
  ));

it.each(['', 'a b', 'x'.repeat(65), cards.succeeds])('a fingerprint %j cannot be blocked', async (data) =>
  expect(statusAndBody(await merchant.api.post('/blocklist', { type: 'fingerprint', data }))).toEqual(
    wrongFormat('data', 'a fingerprint of 1 to 64 printable characters'),
  ),
);

it('a profile does not list a status without an event for its webhooks', async () => {
  const webhook_details = { payment_statuses_enabled: ['succeeded', 'requires_confirmation'] };
  const path = `/account/${merchant.merchantId}/business_profile/${merchant.profileId}`;
  expect(statusAndBody(await merchant.api.post(path, { webhook_details }))).toEqual(
    notAllowed('payment_statuses_enabled holds requires_confirmation, which has no event'),
  );
});

describe('an Idempotency-Key', () => {
  const send = (key: string, body: object) => merchant.api.post('/payments', body, { 'idempotency-key': key });

  it('is 1 to 255 printable characters', async () =>
    expect(statusAndBody(await send('k'.repeat(256), paymentBody()))).toEqual(
      wrongValue('Idempotency-Key: 1 to 255 printable ASCII characters'),
    ));

  it('belongs to one request', async () => {
    ok(await send('key_of_one', paymentBody()));
    expect(statusAndBody(await send('key_of_one', paymentBody({ amount: 1 })))).toEqual(
      listing(notAllowed('This Idempotency-Key was used before with another request'), 'amount'),
    );
  });

  it('of a request in progress refuses a second one', async () => {
    const body = paymentBody({ ...cardFields(slowCard), payment_id: 'pay_in_progress' });
    const answers = await Promise.all([send('key_in_progress', body), send('key_in_progress', body)]);
    const [first, second] = answers.sort((a, b) => a.status - b.status) as [Answer, Answer];
    expect(first.status).toBe(200);
    expect(statusAndBody(second)).toEqual(
      refusal(409, 'IR_16', 'A request with this Idempotency-Key is still being handled'),
    );
  });
});

it('a revocation that the processor refuses answers with the processor’s error', async () => {
  const own = await atStripe(system, { listens: false });
  const mandate_data = { customer_acceptance: { acceptance_type: 'offline' }, mandate_type: { multi_use: null } };
  const { mandate_id } = ok(
    await own.api.post(
      '/payments',
      paymentBody({ customer_id: 'cus_a', setup_future_usage: 'off_session', mandate_data }),
    ),
  );
  const id = own.connectors['stripe'].merchant_connector_id as string;
  ok(
    await own.api.post(`/account/${own.merchantId}/connectors/${id}`, {
      connector_type: 'payment_processor',
      status: 'active',
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk_test_withdrawn' },
    }),
  );
  const { status, body } = await own.api.post(`/mandates/revoke/${mandate_id}`, {});
  expect([status, body.error]).toEqual([
    400,
    expect.objectContaining({ type: 'connector', code: 'CE_00', connector: 'stripe' }),
  ]);
  expect(ok(await own.api.get(`/mandates/${mandate_id}`)).status).toBe('active');
});

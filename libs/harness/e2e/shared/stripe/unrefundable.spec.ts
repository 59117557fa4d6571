import { ok, sharedSystem, type TestMerchant } from '@payorch/harness';
import { listing, notAllowed, refusal, statusAndBody, wrongFormat } from '../../support/wire';
import { atStripe, choose, pay, refundsAtStripe, untilIs } from './at-stripe';

const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await atStripe(system);
});

it('a giropay payment succeeds, and cannot be refunded', async () => {
  const payment = await pay(merchant, {
    payment_method: 'bank_redirect',
    payment_method_type: 'giropay',
    payment_method_data: { bank_redirect: { giropay: { country: 'DE' } } },
    currency: 'EUR',
    billing: { address: { first_name: 'Ada', last_name: 'Lovelace', country: 'DE' }, email: 'ada@shop.example' },
    authentication_type: undefined,
    return_url: 'https://shop.example/done',
  });
  await choose(payment, 'authorize');
  await untilIs(merchant, payment, 'succeeded');
  const { payment_id } = payment;
  expect(statusAndBody(await merchant.api.post('/refunds', { payment_id }))).toEqual(
    notAllowed('Refunds are currently not supported for giropay transactions via stripe'),
  );
  const tooMuch = await merchant.api.post('/refunds', { payment_id, amount: 6541 });
  expect(statusAndBody(tooMuch)).toEqual(
    listing(refusal(400, 'IR_13', 'The refund amount exceeds the amount captured'), 'amount', 'payment_id'),
  );
  expect(await refundsAtStripe(system, payment)).toEqual([]);
  expect(ok(await merchant.api.get(`/payments/${payment_id}`))).toMatchObject({ refunds: null });
});

it('a card setup without a charge cannot be refunded', async () => {
  const { payment_id, status } = await pay(merchant, {
    amount: 0,
    customer_id: 'cus_ada',
    setup_future_usage: 'off_session',
    customer_acceptance: {
      acceptance_type: 'online',
      accepted_at: '2026-01-05T10:00:00.000Z',
      online: { ip_address: '10.0.0.1', user_agent: 'x' },
    },
  });
  expect(status).toBe('succeeded');
  expect(statusAndBody(await merchant.api.post('/refunds', { payment_id }))).toEqual(
    wrongFormat('amount', 'positive integer'),
  );
});

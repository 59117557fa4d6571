import { cardFields, cards, ok, paymentBody, type Json } from '@payorch/harness';
import { aPayingMerchant, keysOf } from '../../support/paying-merchant';
import { paymentKeys } from '../../support/payment-keys';
import {
  missing,
  notAllowed,
  precondition,
  refusal,
  statusAndBody,
  wrongFormat,
  type StatusAndBody,
} from '../../support/wire';

const { merchant, create, created, paid, authorized, challenged, act, retrieve } = aPayingMerchant();

describe('capture', () => {
  it('takes the whole authorized amount, or a part', async () => {
    const payment = await authorized();
    expect(payment).toMatchObject({ status: 'requires_capture', amount_capturable: 6540, amount_received: null });
    const all = ok(await act(payment.payment_id, 'capture'));
    expect(keysOf(all)).toEqual(paymentKeys);
    expect(all).toMatchObject({ status: 'succeeded', amount_capturable: 0, amount_received: 6540 });
    const { payment_id } = await authorized();
    const part = ok(await act(payment_id, 'capture', { amount_to_capture: 6000 }));
    expect(part).toMatchObject({ status: 'partially_captured', amount_capturable: 0, amount_received: 6000 });
  });

  const state = (field: string, value: string, states: string) =>
    refusal(
      400,
      'IR_14',
      `This Payment could not be captured because it has a ${field} of ${value}. The expected state is ${states}`,
    );
  const wrongStatus = (status: string) =>
    state('payment.status', status, 'requires_capture, partially_captured_and_capturable, processing');

  it.each<[string, () => Promise<Json>, object, StatusAndBody]>([
    ['nothing', authorized, { amount_to_capture: 0 }, wrongFormat('amount', 'positive integer')],
    ['a negative amount', authorized, { amount_to_capture: -1 }, wrongFormat('amount', 'positive integer')],
    [
      'more than the amount',
      authorized,
      { amount_to_capture: 6541 },
      notAllowed('amount_to_capture is greater than amount'),
    ],
    ['an automatic payment', paid, {}, wrongStatus('succeeded')],
    ['a payment without capture_method', () => paid({ capture_method: null }), {}, missing('capture_method')],
    [
      'a payment that waits for its customer',
      () => challenged({ capture_method: 'manual' }),
      {},
      wrongStatus('requires_customer_action'),
    ],
    [
      'a payment without a method',
      () => created({ capture_method: 'manual' }),
      {},
      wrongStatus('requires_payment_method'),
    ],
  ])('is refused: %s', async (_, make, body, expected) => {
    const { payment_id, status } = await make();
    expect(statusAndBody(await act(payment_id, 'capture', body))).toEqual(expected);
    expect((await retrieve(payment_id)).status).toBe(status);
  });

  it('is possible once', async () => {
    const { payment_id } = await authorized();
    ok(await act(payment_id, 'capture', { amount_to_capture: 1 }));
    expect(statusAndBody(await act(payment_id, 'capture', { amount_to_capture: 1 }))).toEqual(
      wrongStatus('partially_captured'),
    );
  });

  it('has the capture_method of the merchant’s request', async () => {
    const refused = (method: string) => merchant().api.post('/payments', paymentBody({ capture_method: method }));
    expect(statusAndBody(await refused('scheduled'))).toEqual(
      refusal(501, 'IR_00', 'This API is under development and will be made available soon.'),
    );
    expect(statusAndBody(await refused('manual_multiple'))).toEqual(
      refusal(400, 'IR_19', 'Payment method type not supported', { reason: 'card is not supported by stripe_test' }),
    );
    expect(await paid({ capture_method: 'sequential_automatic' })).toMatchObject({ status: 'succeeded' });
  });
});

describe('cancel', () => {
  const reason = { cancellation_reason: 'requested_by_customer' };
  it.each<[string, () => Promise<Json>, number]>([
    ['requires_payment_method', created, 0],
    ['requires_confirmation', () => create({ amount: 6540, currency: 'USD', ...cardFields() }), 6540],
    ['requires_capture', authorized, 0],
    ['requires_customer_action', challenged, 0],
  ])('ends a payment from %s', async (status, make, capturable) => {
    const payment = await make();
    expect(payment.status).toBe(status);
    const cancelled = ok(await act(payment.payment_id, 'cancel', reason));
    expect(keysOf(cancelled)).toEqual(paymentKeys);
    expect(cancelled).toMatchObject({
      status: 'cancelled',
      ...reason,
      next_action: null,
      amount_capturable: capturable,
      amount_received: null,
    });
    expect(statusAndBody(await act(payment.payment_id, 'cancel', reason))).toEqual(
      precondition('You cannot cancel this payment because it has status cancelled'),
    );
  });

  it.each<[string, () => Promise<Json>]>([
    ['succeeded', paid],
    ['failed', () => paid(cardFields(cards.declined))],
  ])('is refused for a payment with status %s', async (status, make) => {
    const { payment_id } = await make();
    expect(statusAndBody(await act(payment_id, 'cancel'))).toEqual(
      precondition(`You cannot cancel this payment because it has status ${status}`),
    );
  });
});

describe('a settled payment refuses every change in status', () => {
  it.each<[string, () => Promise<Json>]>([
    ['succeeded', paid],
    ['requires_capture', authorized],
    ['requires_customer_action', challenged],
  ])('%s', async (status, make) => {
    const { payment_id } = await make();
    const refused = (word: string) => precondition(`You cannot ${word} this payment because it has status ${status}`);
    expect(statusAndBody(await act(payment_id, 'confirm', cardFields()))).toEqual(refused('confirm'));
    expect(statusAndBody(await merchant().api.post(`/payments/${payment_id}`, { amount: 1 }))).toEqual(
      refused('update'),
    );
    expect(await retrieve(payment_id)).toMatchObject({ status, amount: 6540 });
  });
});

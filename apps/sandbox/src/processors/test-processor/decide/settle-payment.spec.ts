import { aMoment } from '../../../../test/moment';
import { aPayment, aRequest } from '../../../../test/test-processor/builders';
import { capturePayment } from './capture-payment';
import { createPayment } from './create-payment';
import { completeChallenge, settlePayment } from './settle-payment';

const challenged = (capture: 'automatic' | 'manual') =>
  aPayment({ capture, method: { type: 'card', number: '4000003800000446' } });

it.each([
  ['automatic', 'succeeded', 'charge', 'payment.succeeded'],
  ['manual', 'requires_capture', 'authorize', 'payment.authorized'],
] as const)('a confirmed challenge with %s capture ends as %s', (capture, status, kind, event) => {
  expect(completeChallenge(challenged(capture), true)).toMatchObject({
    payment: { status, challenge: null },
    effect: { kind, amount: 6540 },
    event,
  });
});

it('a rejected challenge fails the payment without an error code', () => {
  const { payment, effect, event } = completeChallenge(challenged('automatic'), false);
  expect(payment).toMatchObject({
    status: 'failed',
    error: null,
    challenge: null,
    operations: [{ status: 'failed', error: null }],
  });
  expect(effect).toBeUndefined();
  expect(event).toBe('payment.failed');
});

it.each([
  ['succeeded', 'succeeded', 'payment.succeeded'],
  ['failed', 'failed', 'payment.failed'],
] as const)('a pending payment ends as %s', (status, paymentStatus, event) => {
  const { payment } = createPayment(aRequest(), aMoment(), { settlesLater: { ms: 1, status } });
  expect(settlePayment(payment!)).toMatchObject({ payment: { status: paymentStatus, pending: null }, event });
});

it('a settled payment does not settle again', () => {
  const { payment } = createPayment(aRequest(), aMoment(), { settlesLater: { ms: 1, status: 'succeeded' } });
  expect(settlePayment(settlePayment(payment!).payment!)).toEqual({});
});

it('a capture of the card whose captures fail is reported as captured, and later as failed', () => {
  const method = { type: 'card', number: '4000000000080095' } as const;
  const captured = capturePayment(
    aPayment({ capture: 'manual', method }),
    { reference: 'op_2', amount: 6540, final: true },
    aMoment(),
    {},
  );
  expect(captured).toMatchObject({
    payment: { status: 'succeeded', amountReceived: 6540, pending: { isReversal: true, reference: 'op_2' } },
    event: 'payment.captured',
  });
  const reversed = settlePayment(captured.payment!);
  expect(reversed).toMatchObject({
    payment: {
      amountReceived: 0,
      pending: null,
      operations: [{ status: 'succeeded' }, { reference: 'op_2', status: 'failed', error: { code: 'DC_08' } }],
    },
    event: 'payment.capture_failed',
  });
  expect(reversed.effect).toBeUndefined();
  expect(settlePayment(reversed.payment!)).toEqual({});
});

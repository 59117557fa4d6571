import type { Outcome } from '@payorch/contracts';
import { minorUnits } from '@payorch/kernel';
import {
  aContext,
  aPayment,
  capturePart,
  eur,
  kindsOf,
  later,
  merchantId,
  paymentId,
  paymentOf,
  receive,
  receiveCaptureOutcome,
  savingFields,
  sum,
} from '../../../../test/builders';
import { unknown } from '../../../../test/outcomes';
import { cancelPayment } from '../decide/cancel-payment';
import { capturePayment } from '../captures/capture-payment';
import { incrementPayment } from '../increments/increment-payment';
import type { Payment } from '../payment';
import { activeAttempt } from '../payment';
import { attemptStatusOf, statusOf } from '../payment.status';

const about = { merchantId, paymentId };
const lower: Outcome = { kind: 'mismatched', reference: 'ref_1', money: eur('8.00'), reported: 'authorized' };
const accepting = { captureMethod: 'manual', details: { enable_partial_authorization: true } } as const;
const shownBy = (payment: Payment) => [
  statusOf(payment),
  attemptStatusOf(payment, activeAttempt(payment)),
  Number(payment.amountCapturable),
  payment.amountReceived === null ? null : Number(payment.amountReceived),
];
const capture = (payment: Payment, amount: bigint | null = null): Payment =>
  paymentOf(
    capturePayment(
      payment,
      { ...about, amountToCapture: amount === null ? null : minorUnits(amount), details: {} },
      aContext({ now: later(3) }),
    ),
  );

it('a lower authorization that the merchant accepts can be captured up to its amount', () => {
  const payment = aPayment.partlyAuthorized();
  expect(shownBy(payment)).toEqual(['partially_authorized_and_requires_capture', 'partially_authorized', 800, null]);
  const above = capturePayment(payment, { ...about, amountToCapture: minorUnits(801n), details: {} }, aContext());
  expect(above).toMatchObject({ kind: 'refused' });
  const charged = (amount: string) =>
    paymentOf(receive(capture(payment), { kind: 'captured', reference: 'ref_1', money: eur(amount) }));
  // Less than the total is a part, although everything authorized is captured.
  expect(shownBy(charged('8.00'))).toEqual(['partially_captured', 'partial_charged', 0, 800]);
});

it.each<[string, Outcome, string]>([
  ['a capture that was not sent', { kind: 'absent' }, 'partially_authorized_and_requires_capture'],
  ['a capture without an outcome', unknown, 'processing'],
])('%s leaves a partial authorization', (_, outcome, status) =>
  expect(statusOf(paymentOf(receive(capture(aPayment.partlyAuthorized()), outcome)))).toBe(status),
);

it('a partial authorization is voided like another', () => {
  const cancelled = cancelPayment(aPayment.partlyAuthorized(), { ...about, cancellationReason: null }, aContext());
  expect(shownBy(paymentOf(receive(paymentOf(cancelled), { kind: 'voided', reference: 'ref_1' })))).toEqual([
    'cancelled',
    'voided',
    0,
    null,
  ]);
});

it('a partial authorization is captured in parts up to its amount', () => {
  const partly = aPayment.partlyAuthorized({ ...accepting, captureMethod: 'manual_multiple' });
  const first = capturePart(partly, 300n);
  const some = paymentOf(receiveCaptureOutcome(first, 1, { kind: 'captured', reference: 'r', money: eur('3.00') }));
  expect(shownBy(some).slice(0, 1)).toEqual(['partially_captured_and_capturable']);
  expect(Number(some.amountCapturable)).toBe(500);
  const rest = capturePart(some, 500n, aContext({ now: later(9) }));
  const all = paymentOf(receiveCaptureOutcome(rest, 2, { kind: 'captured', reference: 'r', money: eur('5.00') }));
  expect(shownBy(all)).toEqual(['partially_captured', 'partial_charged', 0, 800]);
});

it('an automatic charge of less is a partial capture', () => {
  const payment = aPayment.authorizing({ ...accepting, captureMethod: 'automatic' });
  const charged = receive(payment, { ...lower, reported: 'captured' });
  expect(shownBy(paymentOf(charged))).toEqual(['partially_captured', 'partial_charged', 0, 800]);
});

it.each<[string, Payment, Outcome, string]>([
  ['without the merchant’s consent', aPayment.authorizing({ captureMethod: 'manual' }), lower, 'processing'],
  ['that is not lower', aPayment.authorizing(accepting), { ...lower, money: eur('10.51') }, 'processing'],
  ['of nothing', aPayment.authorizing(accepting), { ...lower, money: eur('0.00') }, 'processing'],
  ['in another currency', aPayment.authorizing(accepting), { ...lower, money: sum('8.00', 'USD') }, 'processing'],
  [
    'whose effect the processor does not name',
    aPayment.authorizing(accepting),
    { kind: 'mismatched', reference: 'ref_1', money: eur('8.00') },
    'processing',
  ],
])('another amount %s stays a mismatch', (_, payment, outcome, status) =>
  expect(shownBy(paymentOf(receive(payment, outcome))).slice(0, 1)).toEqual([status]),
);

it('a webhook alone proves no lower authorization: a sync does', () => {
  const pending = paymentOf(receive(aPayment.authorizing(accepting), unknown));
  expect(kindsOf(receive(pending, lower, { source: 'webhook' }))).toEqual(['sync']);
  expect(statusOf(paymentOf(receive(pending, lower, { source: 'sync' })))).toBe(
    'partially_authorized_and_requires_capture',
  );
});

it('a lower authorization of an attempt that we gave up is voided', () => {
  const failed = paymentOf(receive(aPayment.authorizing(accepting), { kind: 'absent' }));
  const late = receive(failed, lower, { source: 'sync', flow: 'authorize' });
  expect(kindsOf(late)).toEqual(['incident', 'void']);
});

it('a partial authorization cannot be incremented', () => {
  const payment = aPayment.partlyAuthorized();
  const refused = incrementPayment(payment, { ...about, amount: minorUnits(2000n), reason: null }, aContext());
  expect(refused).toMatchObject({
    details: {
      message:
        'You cannot increment authorization this payment because it has status partially_authorized_and_requires_capture',
    },
  });
});

it('the payment method of a partial authorization is saved inactive', () => {
  const { details } = savingFields();
  const payment = aPayment.authorizing(
    savingFields({ captureMethod: 'manual', details: { ...details, enable_partial_authorization: true } }),
  );
  expect(paymentOf(receive(payment, lower)).saved?.status).toBe('inactive');
  expect(
    paymentOf(receive(payment, { ...lower, kind: 'authorized', money: eur('10.50') } as Outcome)).saved,
  ).toMatchObject({
    status: 'active',
  });
});

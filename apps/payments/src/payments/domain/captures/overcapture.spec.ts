import type { Outcome, PaymentFields } from '@payorch/contracts';
import { minorUnits } from '@payorch/kernel';
import fc from 'fast-check';
import {
  aContext,
  aPayment,
  aProfile,
  cardFields,
  create,
  effectsOf,
  eur,
  kindsOf,
  later,
  merchantId,
  paymentId,
  paymentOf,
  receive,
  sum,
} from '../../../../test/builders';
import { unknown } from '../../../../test/outcomes';
import { capturePayment } from './capture-payment';
import type { Decision } from '../decision';
import { captureLimit } from './overcapture';
import type { Payment } from '../payment';
import { activeAttempt } from '../payment';
import { statusOf } from '../payment.status';

const capture = (payment: Payment, amount: bigint | null): Decision =>
  capturePayment(
    payment,
    { merchantId, paymentId, amountToCapture: amount === null ? null : minorUnits(amount), details: {} },
    aContext({ now: later(3) }),
  );
const authorized: Outcome = { kind: 'authorized', reference: 'ref_1', money: eur('10.50') };
const overcaptureOf = (payment: Payment) => activeAttempt(payment).overcapture?.isEnabled;

describe('a request for an overcapture', () => {
  const profile = (alwaysEnableOvercapture: boolean) => aContext({ profile: { ...aProfile, alwaysEnableOvercapture } });
  it.each<[string, Partial<PaymentFields>, boolean, boolean]>([
    ['of the payment', { captureMethod: 'manual', details: { enable_overcapture: true } }, false, true],
    ['of the profile', { captureMethod: 'manual', details: {} }, true, true],
    ['that the payment declines', { captureMethod: 'manual', details: { enable_overcapture: false } }, true, false],
    ['without a request', { captureMethod: 'manual', details: {} }, false, false],
    ['of the profile, for an automatic capture', { captureMethod: 'automatic', details: {} }, true, false],
    ['of the profile, for several captures', { captureMethod: 'manual_multiple', details: {} }, true, false],
  ])('%s', (_, fields, always, expected) => {
    const decision = create(cardFields(fields), true, profile(always));
    const route = effectsOf(decision).find(({ kind }) => kind === 'route');
    expect(route?.kind === 'route' && route.operation.overcapture).toBe(expected ? true : undefined);
    expect(overcaptureOf(paymentOf(decision))).toBe(expected ? null : undefined);
  });

  it.each(['automatic', 'manual_multiple'] as const)('of a payment with %s capture is refused', (captureMethod) =>
    expect(create(cardFields({ captureMethod, details: { enable_overcapture: true } }), true)).toMatchObject({
      details: { message: 'Invalid overcapture request: supported only with manual capture' },
    }),
  );
});

it('an overcapture takes up to the maximum of the processor', () => {
  const payment = aPayment.overcapturable('12.00');
  expect([Number(payment.amountCapturable), overcaptureOf(payment)]).toEqual([1200, true]);
  expect(capture(payment, 1201n)).toMatchObject({ kind: 'refused' });
  const capturing = paymentOf(capture(payment, 1200n));
  expect(Number(capturing.amountCapturable)).toBe(1200);
  const charged = paymentOf(receive(capturing, { kind: 'captured', reference: 'ref_1', money: eur('12.00') }));
  expect([statusOf(charged), Number(charged.amountReceived), Number(charged.amountCapturable)]).toEqual([
    'succeeded',
    1200,
    0,
  ]);
  expect(overcaptureOf(charged)).toBe(true);
});

it('a capture without an amount takes the authorized amount, not the maximum', () =>
  expect(effectsOf(capture(aPayment.overcapturable(), null))).toContainEqual(
    expect.objectContaining({ kind: 'capture', money: eur('10.50') }),
  ));

it.each<[string, Outcome, boolean | null, number]>([
  ['permits none', { ...authorized, capturable: eur('10.50') }, false, 1050],
  ['permits less than authorized', { ...authorized, capturable: eur('9.00') }, false, 1050],
  ['does not report one', authorized, null, 1050],
  ['names another currency', { ...authorized, capturable: sum('12.00', 'USD') }, null, 1050],
])('the authorized amount stays the limit where the processor %s', (_, outcome, isEnabled, capturable) => {
  const payment = paymentOf(
    receive(aPayment.authorizing({ captureMethod: 'manual', details: { enable_overcapture: true } }), outcome),
  );
  expect([overcaptureOf(payment), Number(payment.amountCapturable)]).toEqual([isEnabled, capturable]);
  expect(capture(payment, 1051n)).toMatchObject({ kind: 'refused' });
});

it('a maximum that was not requested changes nothing', () => {
  const manual = aPayment.authorizing({ captureMethod: 'manual' });
  const payment = paymentOf(receive(manual, { ...authorized, capturable: eur('99.00') }));
  expect([overcaptureOf(payment), Number(payment.amountCapturable)]).toEqual([undefined, 1050]);
});

it('a webhook of the authorization alone leads to a sync, which reports the maximum', () => {
  const pending = paymentOf(
    receive(aPayment.authorizing({ captureMethod: 'manual', details: { enable_overcapture: true } }), unknown),
  );
  const known = receive(pending, authorized, { source: 'webhook' });
  expect(kindsOf(known)).toContain('sync');
  const synced = receive(paymentOf(known), { ...authorized, capturable: eur('12.00') }, { source: 'sync' });
  expect(Number(paymentOf(synced).amountCapturable)).toBe(1200);
});

it('the limit is never below the authorized amount, and above it only by the processor’s maximum', () => {
  const amounts = fc.bigInt({ min: 1n, max: 10_000n });
  fc.assert(
    fc.property(amounts, fc.option(amounts), (one, maximum) => {
      const limit = captureLimit({
        facts: { authorized: { amount: minorUnits(one), currency: 'EUR' } },
        overcapture: {
          isEnabled: null,
          maximum: maximum === null ? null : { amount: minorUnits(maximum), currency: 'EUR' },
        },
      }).amount;
      expect(limit).toBe(maximum !== null && maximum > one ? maximum : one);
    }),
  );
});

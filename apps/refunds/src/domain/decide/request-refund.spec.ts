import { minorUnits } from '@payorch/kernel';
import {
  aContext,
  aRefund,
  aWaiter,
  aWish,
  after,
  effectsOf,
  hear,
  idOf,
  kindsOf,
  later,
  now,
  one,
  outcomes,
  paymentId,
  usd,
  wishOf,
} from '../../../test/builders';
import type { PaymentRefunds } from '../payment-refunds';
import { leftOf } from '../payment-refunds';
import { requestRefund } from './request-refund';

const ask = (known: PaymentRefunds | undefined, amount: bigint, id: string) =>
  requestRefund(known, wishOf(amount, id), aContext());
const asked = (known: PaymentRefunds | undefined, amount: bigint, id: string) => after(ask(known, amount, id), known);

describe('a wish for a refund', () => {
  it('is sent at once, and answered by whoever hears of it', () => {
    const decision = requestRefund(undefined, aWish({ reason: 'late' }), aContext({ waiter: aWaiter() }));
    const refunds = after(decision);
    expect(kindsOf(decision)).toEqual(['refund']);
    expect(one(refunds)).toMatchObject({
      state: 'pending',
      version: 1,
      money: usd(10_000n),
      reason: 'late',
      paymentReference: 'ch_1',
      dueAt: later(300),
      waiters: [aWaiter()],
    });
    expect(leftOf(refunds)).toBe(0n);
  });

  it('waits where it is scheduled, reserved and answered', () => {
    const decision = requestRefund(undefined, aWish({ refundType: 'scheduled' }), aContext({ waiter: aWaiter() }));
    const refunds = after(decision);
    expect(kindsOf(decision)).toEqual(['answer']);
    expect(one(refunds)).toMatchObject({ state: 'scheduled', dueAt: later(60), waiters: [] });
    expect(leftOf(refunds)).toBe(0n);
  });

  it('is for all that was charged unless it says how much', () => {
    const first = asked(undefined, 4000n, 'a');
    expect(requestRefund(first, aWish({ refundId: idOf('b') }), aContext())).toMatchObject({
      code: 'refund_exceeds_charged',
    });
    expect(one(after(requestRefund(undefined, aWish(), aContext()))).money).toEqual(usd(10_000n));
  });

  it.each([
    ['more than was charged', 10_001n, 'refund_exceeds_charged', {}],
    ['nothing', 0n, 'invalid_format', { field: 'amount', expected: 'positive integer' }],
    ['less than the least', 99n, 'invalid_format', { field: 'amount', expected: 'at least 100' }],
  ])('is refused for %s', (_, amount, code, details) => {
    expect(ask(undefined, amount, 'a')).toEqual({ kind: 'refused', code, details });
  });

  it('may take the least that may be asked for, and what is left by parts', () => {
    const parts = [9_900n, 100n].reduce<PaymentRefunds | undefined>(
      (known, amount, index) => asked(known, amount, `part_${index}`),
      undefined,
    );
    expect(leftOf(parts!)).toBe(0n);
    expect(ask(parts, 100n, 'more')).toMatchObject({ code: 'refund_exceeds_charged' });
  });

  it('is given the room that a failed one leaves, once', () => {
    const failed = aRefund.failure();
    expect(leftOf(failed)).toBe(10_000n);
    const second = asked(failed, 6_000n, 'b');
    expect(ask(second, 6_000n, 'c')).toMatchObject({ code: 'refund_exceeds_charged' });
    expect(hear(second, outcomes.declined, { source: 'webhook' })).toEqual({ kind: 'unchanged', effects: [] });
  });

  it('counts all refunds of the payment, and stops behind the eleventh', () => {
    let known: PaymentRefunds | undefined;
    for (let count = 0; count < 11; count++) known = asked(known, 100n, `ref_${count}`);
    expect(ask(known, 100n, 'twelfth')).toMatchObject({ code: 'refund_limit_reached' });
  });

  it('is refused under an id that is taken, by this payment or another of the merchant', () => {
    const known = asked(undefined, 100n, 'a');
    expect(ask(known, 100n, 'a')).toMatchObject({ code: 'refund_exists' });
    expect(requestRefund(undefined, wishOf(100n, 'a'), aContext({ paymentOf: () => paymentId }))).toMatchObject({
      code: 'refund_exists',
    });
  });

  it('has room for what was captured since, and late news of less take nothing away', () => {
    const first = asked(undefined, 10_000n, 'a');
    const raised = requestRefund(first, wishOf(2_000n, 'b', { charged: usd(12_000n) }), aContext());
    expect(leftOf(after(raised, first))).toBe(0n);
    const stale = requestRefund(after(raised, first), wishOf(100n, 'c', { charged: usd(10_000n) }), aContext());
    expect(stale).toMatchObject({ code: 'refund_exceeds_charged' });
  });

  it('names the sum in the currency that was charged', () => {
    const yen = aWish({ amount: minorUnits(500n), charged: { amount: minorUnits(1000n), currency: 'JPY' } });
    expect(one(after(requestRefund(undefined, yen, aContext()))).money).toEqual({ amount: 500n, currency: 'JPY' });
    expect(effectsOf(requestRefund(undefined, yen, aContext({ now })))).toMatchObject([{ kind: 'refund' }]);
  });
});

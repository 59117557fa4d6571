import type { Refusal, RefundRequest } from '@payorch/contracts';
import { minorUnits } from '@payorch/kernel';
import {
  aContext,
  aRefund,
  aPendingReply,
  aRefundRequest,
  after,
  effectsOf,
  receiveOutcome,
  idOf,
  kindsOf,
  later,
  merchantId,
  now,
  one,
  outcomes,
  paymentId,
  usd,
  refundRequestOf,
} from '../../../test/builders';
import type { PaymentRefunds } from '../payment-refunds';
import { refundableOf } from '../payment-refunds';
import { requestRefund } from './request-refund';

const ask = (known: PaymentRefunds | undefined, amount: bigint, id: string) =>
  requestRefund(known, refundRequestOf(amount, id), aContext());
const asked = (known: PaymentRefunds | undefined, amount: bigint, id: string) => after(ask(known, amount, id), known);

describe('a wish for a refund', () => {
  it('is sent at once, and answered by whoever hears of it', () => {
    const decision = requestRefund(
      undefined,
      aRefundRequest({ reason: 'late' }),
      aContext({ pendingReply: aPendingReply() }),
    );
    const refunds = after(decision);
    expect(kindsOf(decision)).toEqual(['refund']);
    expect(one(refunds)).toMatchObject({
      state: 'pending',
      version: 1,
      money: usd(10_000n),
      reason: 'late',
      paymentReference: 'ch_1',
      dueAt: later(300),
      pendingReplies: [aPendingReply()],
    });
    expect(refundableOf(refunds)).toBe(0n);
  });

  it('waits where it is scheduled, reserved and answered', () => {
    const decision = requestRefund(
      undefined,
      aRefundRequest({ refundType: 'scheduled' }),
      aContext({ pendingReply: aPendingReply() }),
    );
    const refunds = after(decision);
    expect(kindsOf(decision)).toEqual(['reply']);
    expect(one(refunds)).toMatchObject({ state: 'scheduled', dueAt: later(60), pendingReplies: [] });
    expect(refundableOf(refunds)).toBe(0n);
  });

  it('is for all that was charged unless it says how much', () => {
    const first = asked(undefined, 4000n, 'a');
    expect(requestRefund(first, aRefundRequest({ refundId: idOf('b') }), aContext())).toMatchObject({
      code: 'refund_exceeds_charged',
    });
    expect(one(after(requestRefund(undefined, aRefundRequest(), aContext()))).money).toEqual(usd(10_000n));
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
    expect(refundableOf(parts!)).toBe(0n);
    expect(ask(parts, 100n, 'more')).toMatchObject({ code: 'refund_exceeds_charged' });
  });

  it('is given the room that a failed one leaves, once', () => {
    const failed = aRefund.failure();
    expect(refundableOf(failed)).toBe(10_000n);
    const second = asked(failed, 6_000n, 'b');
    expect(ask(second, 6_000n, 'c')).toMatchObject({ code: 'refund_exceeds_charged' });
    expect(receiveOutcome(second, outcomes.declined, { source: 'webhook' })).toEqual({
      kind: 'unchanged',
      effects: [],
    });
  });

  it('counts all refunds of the payment, and stops behind the eleventh', () => {
    let known: PaymentRefunds | undefined;
    for (let count = 0; count < 11; count++) known = asked(known, 100n, `ref_${count}`);
    expect(ask(known, 100n, 'twelfth')).toMatchObject({ code: 'refund_limit_reached' });
  });

  it('is refused under an id that is taken, by this payment or another of the merchant', () => {
    const known = asked(undefined, 100n, 'a');
    expect(ask(known, 100n, 'a')).toMatchObject({ code: 'refund_exists' });
    expect(
      requestRefund(undefined, refundRequestOf(100n, 'a'), aContext({ paymentOf: () => paymentId })),
    ).toMatchObject({
      code: 'refund_exists',
    });
  });

  it('has room for what was captured since, and late news of less take nothing away', () => {
    const first = asked(undefined, 10_000n, 'a');
    const raised = requestRefund(first, refundRequestOf(2_000n, 'b', { charged: usd(12_000n) }), aContext());
    expect(refundableOf(after(raised, first))).toBe(0n);
    const stale = requestRefund(
      after(raised, first),
      refundRequestOf(100n, 'c', { charged: usd(10_000n) }),
      aContext(),
    );
    expect(stale).toMatchObject({ code: 'refund_exceeds_charged' });
  });

  it('is for something, of a payment that charged nothing too', () =>
    expect(requestRefund(undefined, aRefundRequest({ charged: usd(0n) }), aContext())).toMatchObject({
      details: { field: 'amount', expected: 'positive integer' },
    }));

  it('is refused a year after the payment, and not a moment before', () => {
    const year = 365 * 86_400;
    expect(requestRefund(undefined, aRefundRequest(), aContext({ now: later(year) })).kind).toBe('decided');
    expect(requestRefund(undefined, aRefundRequest(), aContext({ now: later(year + 1) }))).toMatchObject({
      code: 'invalid_format',
      details: { field: 'created_at', expected: 'created_at not older than 365 days' },
    });
  });

  it('is let through in the name of its own merchant, and of a payment whose owner judged it', () => {
    const own = aRefundRequest({ namedMerchant: merchantId, paymentCreatedAt: undefined, method: undefined });
    expect(requestRefund(undefined, own, aContext({ now: later(400 * 86_400) })).kind).toBe('decided');
  });

  it.each([
    ['giropay', 'giropay'],
    [null, 'bank_redirect'],
  ])('names the method that cannot be given back: %s', (paymentMethodType, type) => {
    const method = { paymentMethod: 'bank_redirect', paymentMethodType, cardNetwork: null };
    const rules = { ...aContext().rules, canRefund: () => false };
    expect(requestRefund(undefined, aRefundRequest({ method }), aContext({ rules }))).toEqual({
      kind: 'refused',
      code: 'refund_not_supported',
      details: { type, connector: 'stripe_test' },
    });
  });

  /** Each breaks one rule; in the order in which they are to be told. */
  const faults: readonly [string, Partial<RefundRequest>][] = [
    ['refund_exceeds_charged', { amount: minorUnits(10_001n) }],
    ['amount', { amount: minorUnits(0n) }],
    ['refund_id', { refundId: idOf('r'.repeat(31)) }],
    ['merchant_id', { namedMerchant: 'somebody' }],
    ['created_at', { paymentCreatedAt: '2024-01-01T00:00:00.000Z' }],
    ['refund_limit_reached', {}],
    [
      'refund_not_supported',
      { method: { paymentMethod: 'bank_redirect', paymentMethodType: 'giropay', cardNetwork: null } },
    ],
    ['refund_exists', { refundId: idOf('part_0') }],
  ];
  const few = asked(undefined, 100n, 'part_0');
  const many = Array.from({ length: 11 }, (_, index) => `part_${index}`).reduce<PaymentRefunds | undefined>(
    (known, id) => asked(known, 100n, id),
    undefined,
  );
  const toldOf = (wish: Partial<RefundRequest>, known?: PaymentRefunds) => {
    const refusal = requestRefund(known, aRefundRequest({ amount: minorUnits(100n), ...wish }), aContext());
    const { code, details } = refusal as Refusal;
    return code === 'invalid_format' ? details!['field'] : code;
  };

  it.each(faults.map(([rule], index) => [rule, index] as const))(
    'is told of %s before what comes behind',
    (rule, index) => {
      const known = index <= 5 ? many : few;
      for (const [, other] of faults.slice(index)) {
        expect(toldOf({ ...other, ...faults[index]![1] }, known)).toBe(rule);
      }
    },
  );

  it('names the sum in the currency that was charged', () => {
    const yen = aRefundRequest({ amount: minorUnits(500n), charged: { amount: minorUnits(1000n), currency: 'JPY' } });
    expect(one(after(requestRefund(undefined, yen, aContext()))).money).toEqual({ amount: 500n, currency: 'JPY' });
    expect(effectsOf(requestRefund(undefined, yen, aContext({ now })))).toMatchObject([{ kind: 'refund' }]);
  });
});

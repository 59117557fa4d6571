import type { Refusal, RefundRequest } from '@payorch/contracts';
import { errorBody, refuse } from '@payorch/contracts';
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

const request = (known: PaymentRefunds | undefined, amount: bigint, id: string) =>
  requestRefund(known, refundRequestOf(amount, id), aContext());
const requested = (known: PaymentRefunds | undefined, amount: bigint, id: string) =>
  after(request(known, amount, id), known);

describe('a refund request', () => {
  it('is sent at once, and its reply waits for the outcome', () => {
    const decision = requestRefund(
      undefined,
      aRefundRequest({ reason: 'late' }),
      aContext({ pendingReplies: [aPendingReply()] }),
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

  it('of type scheduled reserves the amount and gets its reply at once', () => {
    const decision = requestRefund(
      undefined,
      aRefundRequest({ refundType: 'scheduled' }),
      aContext({ pendingReplies: [aPendingReply()] }),
    );
    const refunds = after(decision);
    expect(kindsOf(decision)).toEqual(['reply']);
    expect(one(refunds)).toMatchObject({ state: 'scheduled', dueAt: later(60), pendingReplies: [] });
    expect(refundableOf(refunds)).toBe(0n);
  });

  it('without an amount is for the whole charge', () => {
    const first = requested(undefined, 4000n, 'a');
    expect(requestRefund(first, aRefundRequest({ refundId: idOf('b') }), aContext())).toMatchObject({
      code: 'refund_exceeds_charged',
    });
    expect(one(after(requestRefund(undefined, aRefundRequest(), aContext()))).money).toEqual(usd(10_000n));
  });

  it.each([
    ['more than the charge', 10_001n, 'refund_exceeds_charged', { path: 'amount' }],
    ['an amount of zero', 0n, 'invalid_format', { field: 'amount', expected: 'positive integer' }],
    ['less than the lowest amount', 99n, 'invalid_format', { field: 'amount', expected: 'at least 100' }],
  ])('is refused for %s', (_, amount, code, details) => {
    expect(request(undefined, amount, 'a')).toMatchObject({ kind: 'refused', code, details });
  });

  it.each<[string, bigint, Partial<RefundRequest>, readonly string[] | undefined]>([
    ['an amount of zero', 0n, {}, undefined],
    [
      'a low amount, a long id and another merchant',
      1n,
      { refundId: idOf('r'.repeat(31)), namedMerchant: 'other' },
      ['amount: IR_05', 'refund_id: IR_05', 'merchant_id: IR_05'],
    ],
    [
      'more than the charge, of an old payment that was not split',
      10_001n,
      { paymentCreatedAt: '2020-01-01T00:00:00.000Z', splitRefunds: { stripe_split_refund: {} } },
      ['amount: IR_13', 'created_at: IR_05', 'split_refunds: IR_00'],
    ],
    [
      'a split without its flags, for a type that has no refunds',
      10_000n,
      {
        split: {
          chargeType: 'destination',
          applicationFee: minorUnits(10n),
          connectedAccount: 'acct_1',
          onBehalfOf: null,
        },
        splitRefunds: { stripe_split_refund: {} },
        method: { paymentMethod: 'bank_redirect', paymentMethodType: 'giropay', cardNetwork: null },
      },
      [
        'split_refunds.stripe_split_refund.revert_platform_fee: IR_04',
        'split_refunds.stripe_split_refund.revert_transfer: IR_04',
        'payment_id: IR_06',
      ],
    ],
  ])('with %s lists all problems', (_, amount, more, problems) => {
    const decision = requestRefund(undefined, refundRequestOf(amount, 'a', more), aContext());
    const { fields } = errorBody(decision as Refusal).body.error;
    expect(fields?.map(({ field, code }) => `${field}: ${code}`)).toEqual(problems);
  });

  it('can take the lowest amount, and the charge in parts', () => {
    const parts = [9_900n, 100n].reduce<PaymentRefunds | undefined>(
      (known, amount, index) => requested(known, amount, `part_${index}`),
      undefined,
    );
    expect(refundableOf(parts!)).toBe(0n);
    expect(request(parts, 100n, 'more')).toMatchObject({ code: 'refund_exceeds_charged' });
  });

  it('can take the amount of a failed refund once', () => {
    const failed = aRefund.failure();
    expect(refundableOf(failed)).toBe(10_000n);
    const second = requested(failed, 6_000n, 'b');
    expect(request(second, 6_000n, 'c')).toMatchObject({ code: 'refund_exceeds_charged' });
    expect(receiveOutcome(second, outcomes.declined, { source: 'webhook' })).toEqual({
      kind: 'unchanged',
      effects: [],
    });
  });

  it('is refused after eleven refunds of the payment', () => {
    let known: PaymentRefunds | undefined;
    for (let count = 0; count < 11; count++) known = requested(known, 100n, `ref_${count}`);
    expect(request(known, 100n, 'twelfth')).toMatchObject({ code: 'refund_limit_reached' });
  });

  it('is refused under a refund id of any payment of the merchant', () => {
    const known = requested(undefined, 100n, 'a');
    expect(request(known, 100n, 'a')).toEqual(refuse('refund_exists', { path: 'refund_id' }));
    expect(request(known, 200n, 'a')).toEqual(refuse('refund_exists', { differing: 'amount', path: 'refund_id' }));
    const other = refundRequestOf(100n, 'a', { reason: 'other', metadata: { a: 1 } });
    expect(requestRefund(known, other, aContext())).toEqual(
      refuse('refund_exists', { differing: 'reason,metadata', path: 'refund_id' }),
    );
    expect(requestRefund(undefined, refundRequestOf(100n, 'a'), aContext({ paymentOf: () => paymentId }))).toEqual(
      refuse('refund_exists', { differing: 'payment_id', path: 'refund_id' }),
    );
  });

  it('can take an amount captured later, and a stale lower charge changes nothing', () => {
    const first = requested(undefined, 10_000n, 'a');
    const raised = requestRefund(first, refundRequestOf(2_000n, 'b', { charged: usd(12_000n) }), aContext());
    expect(refundableOf(after(raised, first))).toBe(0n);
    const stale = requestRefund(
      after(raised, first),
      refundRequestOf(100n, 'c', { charged: usd(10_000n) }),
      aContext(),
    );
    expect(stale).toMatchObject({ code: 'refund_exceeds_charged' });
  });

  it('is refused for a payment that charged nothing', () =>
    expect(requestRefund(undefined, aRefundRequest({ charged: usd(0n) }), aContext())).toMatchObject({
      details: { field: 'amount', expected: 'positive integer' },
    }));

  it('is refused only after a year', () => {
    const year = 365 * 86_400;
    expect(requestRefund(undefined, aRefundRequest(), aContext({ now: later(year) })).kind).toBe('decided');
    expect(requestRefund(undefined, aRefundRequest(), aContext({ now: later(year + 1) }))).toMatchObject({
      code: 'invalid_format',
      details: { field: 'created_at', expected: 'created_at not older than 365 days' },
    });
  });

  it('is accepted with its own merchant id, and without the fields that payments has checked', () => {
    const accepted = aRefundRequest({ namedMerchant: merchantId, paymentCreatedAt: undefined, method: undefined });
    expect(requestRefund(undefined, accepted, aContext({ now: later(400 * 86_400) })).kind).toBe('decided');
  });

  it.each([
    ['giropay', 'giropay'],
    [null, 'bank_redirect'],
  ])('is refused for a payment method type that the connector cannot refund: %s', (paymentMethodType, type) => {
    const method = { paymentMethod: 'bank_redirect', paymentMethodType, cardNetwork: null };
    const rules = { ...aContext().rules, canRefund: () => false };
    expect(requestRefund(undefined, aRefundRequest({ method }), aContext({ rules }))).toEqual({
      kind: 'refused',
      code: 'refund_not_supported',
      details: { type, connector: 'stripe_test', path: 'payment_id' },
    });
  });

  /** Each breaks one rule, in the order of the checks. */
  const faults: readonly [string, Partial<RefundRequest>][] = [
    ['refund_exceeds_charged', { amount: minorUnits(10_001n) }],
    ['amount', { amount: minorUnits(0n) }],
    ['refund_id', { refundId: idOf('r'.repeat(31)) }],
    ['merchant_id', { namedMerchant: 'merchant_b' }],
    ['created_at', { paymentCreatedAt: '2024-01-01T00:00:00.000Z' }],
    ['refund_limit_reached', {}],
    [
      'refund_not_supported',
      { method: { paymentMethod: 'bank_redirect', paymentMethodType: 'giropay', cardNetwork: null } },
    ],
    ['refund_exists', { refundId: idOf('part_0') }],
  ];
  const few = requested(undefined, 100n, 'part_0');
  const many = Array.from({ length: 11 }, (_, index) => `part_${index}`).reduce<PaymentRefunds | undefined>(
    (known, id) => requested(known, 100n, id),
    undefined,
  );
  const brokenRuleOf = (changes: Partial<RefundRequest>, known?: PaymentRefunds) => {
    const refusal = requestRefund(known, aRefundRequest({ amount: minorUnits(100n), ...changes }), aContext());
    const { code, details } = refusal as Refusal;
    return code === 'invalid_format' ? details!['field'] : code;
  };

  it.each(faults.map(([rule], index) => [rule, index] as const))(
    'is refused by %s before any later rule',
    (rule, index) => {
      const known = index <= 5 ? many : few;
      for (const [, other] of faults.slice(index)) {
        expect(brokenRuleOf({ ...other, ...faults[index]![1] }, known)).toBe(rule);
      }
    },
  );

  it('is for the currency of the charge', () => {
    const yen = aRefundRequest({ amount: minorUnits(500n), charged: { amount: minorUnits(1000n), currency: 'JPY' } });
    expect(one(after(requestRefund(undefined, yen, aContext()))).money).toEqual({ amount: 500n, currency: 'JPY' });
    expect(effectsOf(requestRefund(undefined, yen, aContext({ now })))).toMatchObject([{ kind: 'refund' }]);
  });
});

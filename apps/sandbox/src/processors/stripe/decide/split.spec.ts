import fc from 'fast-check';
import type { Charge, Refund } from '../objects/records';
import { feeOf, returnedOf, reversalOf, reversalProblem, splitProblem, transferOf } from './split';

const chargeOf = (amountCaptured: number, fee: number | null, destination: string | null = 'acct_1') =>
  ({ id: 'ch_1', amount_captured: amountCaptured, split: { fee, destination, onBehalfOf: null } }) as Charge;
const platform = 'acct_sandbox';
const payment = { amount: 1000, currency: 'usd' } as const;

describe('a split', () => {
  it.each<[string, Parameters<typeof splitProblem>[0], string, RegExp]>([
    ['a fee of the platform’s own charge', { ...payment, application_fee_amount: 10 }, platform, /direct payment/],
    ['a fee above the amount', { ...payment, application_fee_amount: 1001 }, 'acct_1', /less than or equal/],
    ['a fee of zero', { ...payment, application_fee_amount: 0 }, 'acct_1', /positive/],
    ['an unknown destination', { ...payment, transfer_data: { destination: 'acct_unknown' } }, platform, /No such/],
    ['a transfer to itself', { ...payment, transfer_data: { destination: 'acct_1' } }, 'acct_1', /No such/],
  ])('with %s is refused', (_, params, account, message) =>
    expect(splitProblem(params, account)?.error.message).toMatch(message),
  );

  it('with the whole amount as the fee is accepted', () => {
    const fee = { ...payment, application_fee_amount: 1000 };
    expect(splitProblem(fee, 'acct_1')).toBeUndefined();
    expect(splitProblem({ ...fee, transfer_data: { destination: 'acct_1' } }, platform)).toBeUndefined();
  });

  it('has a fee of at most the captured amount', () => {
    expect(feeOf(chargeOf(30, 50))).toBe(30);
    expect(feeOf(chargeOf(0, 50))).toBe(0);
    expect(transferOf(chargeOf(30, 50))).toBe(30);
    expect(transferOf(chargeOf(30, 50, null))).toBe(0);
  });
});

describe('the refunds of a split charge', () => {
  it('cannot revert what the charge does not have', () => {
    expect(reversalProblem({ refund_application_fee: true }, chargeOf(100, null))?.error.param).toBe(
      'refund_application_fee',
    );
    expect(reversalProblem({ reverse_transfer: true }, chargeOf(100, 5, null))?.error.param).toBe('reverse_transfer');
    expect(reversalProblem({ refund_application_fee: true, reverse_transfer: true }, chargeOf(100, 5))).toBeUndefined();
  });

  it('never revert more than was transferred or earned, and all of it once all is refunded', () => {
    const aRefund = fc.record({ amount: fc.integer({ min: 1, max: 500 }), fails: fc.boolean() });
    fc.assert(
      fc.property(fc.array(aRefund, { maxLength: 12 }), fc.integer({ min: 1, max: 3000 }), (requests, fee) => {
        const charge = chargeOf(3000, fee);
        const refunds: Refund[] = [];
        const add = (amount: number, status: Refund['status']) => {
          const reversal = reversalOf(
            { refund_application_fee: true, reverse_transfer: true },
            amount,
            charge,
            refunds,
          );
          expect(Object.values(reversal).every((part) => part >= 0)).toBe(true);
          refunds.push({ amount, status, ...reversal } as Refund);
        };
        const refunded = () =>
          refunds.filter(({ status }) => status !== 'failed').reduce((sum, one) => sum + one.amount, 0);
        for (const { amount, fails } of requests) {
          if (refunded() + amount <= 3000) add(amount, fails ? 'failed' : 'succeeded');
          expect(returnedOf('transferReversed', refunds)).toBeLessThanOrEqual(3000);
          expect(returnedOf('feeRefunded', refunds)).toBeLessThanOrEqual(fee);
        }
        if (refunded() < 3000) add(3000 - refunded(), 'succeeded');
        expect(returnedOf('transferReversed', refunds)).toBe(3000);
        expect(returnedOf('feeRefunded', refunds)).toBe(fee);
      }),
    );
  });
});

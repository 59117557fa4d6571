import type { RefundRequest, Split } from '@payorch/contracts';
import { minorUnits } from '@payorch/kernel';
import { checkSplitRefund, splitRefundOf } from './split-refund';

const split = (chargeType: Split['chargeType'], fee = 10n): Split => ({
  chargeType,
  applicationFee: minorUnits(fee),
  connectedAccount: 'acct_1',
  onBehalfOf: null,
});
const flagged = (flags: object): RefundRequest['splitRefunds'] => ({ stripe_split_refund: { ...flags } });
const both = { revert_platform_fee: true, revert_transfer: true };

describe('the refund of a split payment', () => {
  it.each<[string, Split, RefundRequest['splitRefunds'], string]>([
    ['nothing', split('direct'), null, 'stripe_split_refund'],
    ['another form', split('direct'), { adyen_split_refund: {} }, 'stripe_split_refund'],
    ['no word about the fee', split('direct'), flagged({}), 'revert_platform_fee'],
    ['null about the fee', split('direct'), flagged({ revert_platform_fee: null }), 'revert_platform_fee'],
    ['no word about the transfer', split('destination'), flagged({ revert_platform_fee: false }), 'revert_transfer'],
  ])('with %s is refused with IR_04', (_, of, splitRefunds, field) =>
    expect(checkSplitRefund({ split: of, splitRefunds })).toMatchObject({ code: 'missing_param', details: { field } }),
  );

  it('of a direct charge cannot revert a transfer', () =>
    expect(checkSplitRefund({ split: split('direct'), splitRefunds: flagged(both) })).toMatchObject({
      code: 'value_not_allowed',
      details: { field: 'split_refunds.stripe_split_refund.revert_transfer' },
    }));

  it.each<[Split['chargeType'], object, object]>([
    ['direct', { revert_platform_fee: true }, { connectedAccount: 'acct_1', revertsFee: true, revertsTransfer: false }],
    [
      'direct',
      { revert_platform_fee: false, revert_transfer: false },
      { connectedAccount: 'acct_1', revertsFee: false, revertsTransfer: false },
    ],
    ['destination', both, { connectedAccount: null, revertsFee: true, revertsTransfer: true }],
    [
      'destination',
      { revert_platform_fee: false, revert_transfer: true },
      { connectedAccount: null, revertsFee: false, revertsTransfer: true },
    ],
  ])('of a %s charge with %j has these instructions', (chargeType, flags, expected) => {
    const command = { split: split(chargeType), splitRefunds: flagged(flags) };
    expect(checkSplitRefund(command)).toBeUndefined();
    expect(splitRefundOf(command)).toEqual(expected);
  });

  it('reverts no fee where the payment had none', () =>
    expect(splitRefundOf({ split: split('destination', 0n), splitRefunds: flagged(both) })).toMatchObject({
      revertsFee: false,
      revertsTransfer: true,
    }));
});

describe('the refund of any other payment', () => {
  it('is refused by name where it asks to revert a split', () => {
    const message = 'split_refunds is not implemented';
    expect(checkSplitRefund({ splitRefunds: flagged(both) })).toMatchObject({
      code: 'not_implemented',
      details: { message },
    });
    expect(checkSplitRefund({ splitRefunds: null })).toBeUndefined();
  });

  it('says nothing of a split', () => expect(splitRefundOf({ splitRefunds: null })).toBeNull());
});

import type { GsmKey, GsmRuleSettings } from '@payorch/contracts';
import { refundObject } from '@payorch/contracts';
import { aRefund, noRule, one } from '../../test/builders';
import { snapshotOf } from './snapshot';

const failed = aRefund.failure();
const meaning = { unifiedCode: 'UE_1000', unifiedMessage: 'Issue with payment method details' };
/** A lookup with a single rule. */
const only = (key: Partial<GsmKey>) => (requested: GsmKey) =>
  Object.entries(key).every(([name, value]) => requested[name as keyof GsmKey] === value)
    ? ({ ...requested, ...meaning } as GsmRuleSettings)
    : undefined;
const errorKey = { connector: 'stripe_test', code: 'closed', message: 'Refused' };
const shown = (gsmRule = noRule, refunds = failed) => refundObject(snapshotOf(refunds, one(refunds), gsmRule));

describe('the error of a failed refund', () => {
  it.each([
    ['refunds', { ...errorKey, flow: 'refund_flow', subFlow: 'sub_flow' }],
    ['payments, when refunds have no rule', { ...errorKey, flow: 'Payment', subFlow: 'Authorize' }],
  ])('is unified by the rules of %s', (_, key) =>
    expect(shown(only(key))).toMatchObject({
      unified_code: 'UE_1000',
      unified_message: 'Issue with payment method details',
      error_code: 'closed',
    }),
  );

  it.each([
    ['no rule', noRule],
    ['a rule of another flow', only({ ...errorKey, flow: 'payout_flow' })],
    ['a rule of another step', only({ ...errorKey, flow: 'Payment', subFlow: 'Capture' })],
  ])('is not unified by %s', (_, gsmRule) =>
    expect(shown(gsmRule)).toMatchObject({ unified_code: 'UE_9000', unified_message: 'Something went wrong' }),
  );

  it('in a snapshot of an earlier build is not unified either', () => {
    const { unified: _, ...snapshot } = snapshotOf(failed, one(failed), noRule);
    expect(refundObject(snapshot)).toEqual(shown());
  });
});

it('a successful refund has no unified error', () =>
  expect(shown(only({}), aRefund.success())).toMatchObject({ unified_code: null, unified_message: null }));

import type { GsmKey, GsmRuleSettings } from '@payorch/contracts';
import { refundObject } from '@payorch/contracts';
import { aRefund, noRule, one } from '../../test/builders';
import { snapshotOf } from './snapshot';

const failed = aRefund.failure();
const meaning = { unifiedCode: 'UE_1000', unifiedMessage: 'Issue with payment method details' };
/** The only rule there is. */
const only = (key: Partial<GsmKey>) => (asked: GsmKey) =>
  Object.entries(key).every(([name, value]) => asked[name as keyof GsmKey] === value)
    ? ({ ...asked, ...meaning } as GsmRuleSettings)
    : undefined;
const words = { connector: 'stripe_test', code: 'closed', message: 'Refused' };
const shown = (gsmRule = noRule, refunds = failed) => refundObject(snapshotOf(refunds, one(refunds), gsmRule));

describe('a failed refund', () => {
  it.each([
    ['refunds', { ...words, flow: 'refund_flow', subFlow: 'sub_flow' }],
    ['payments, else', { ...words, flow: 'Payment', subFlow: 'Authorize' }],
  ])('is explained by the rules of %s', (_, key) =>
    expect(shown(only(key))).toMatchObject({
      unified_code: 'UE_1000',
      unified_message: 'Issue with payment method details',
      error_code: 'closed',
    }),
  );

  it.each([
    ['no rule', noRule],
    ['a rule of another flow', only({ ...words, flow: 'payout_flow' })],
    ['a rule of another step', only({ ...words, flow: 'Payment', subFlow: 'Capture' })],
  ])('is left unexplained by %s', (_, gsmRule) =>
    expect(shown(gsmRule)).toMatchObject({ unified_code: 'UE_9000', unified_message: 'Something went wrong' }),
  );

  it('of an earlier build is unexplained too', () => {
    const { unified: _, ...snapshot } = snapshotOf(failed, one(failed), noRule);
    expect(refundObject(snapshot)).toEqual(shown());
  });
});

it('a refund that did not fail needs no explanation', () =>
  expect(shown(only({}), aRefund.success())).toMatchObject({ unified_code: null, unified_message: null }));

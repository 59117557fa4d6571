import type { GsmRuleSettings, RoutingSettings } from '@payorch/contracts';
import { aPayment, eur, paymentOf, receive } from '../../../test/builders';
import { inState } from '../../../test/attempt-states';
import { firstAccount, merchantId, profileId } from '../../../test/fixtures';
import { attemptMachine } from '../domain/attempts/attempt.machine';
import { statesOf } from '@payorch/kernel';
import type { Payment } from '../domain/payment';
import { endedAttempts } from './ended-attempts';

const choice = { active: null, defaultOrder: null };
const scored = {
  merchantId,
  profileId,
  accountVersion: 3,
  updatedAt: '2026-01-01T00:00:00.000Z',
  deleted: false,
  payment: choice,
  payout: choice,
  threeDsRule: null,
  before: null,
  dynamic: {
    successBased: null,
    elimination: {
      algorithmId: 'routing_1',
      feature: 'dynamic_connector_selection',
      params: ['PaymentMethod', 'Currency'],
      bucketSize: 5,
      bucketLeakIntervalInSecs: 60,
    },
    contract: null,
    split: 100,
  },
} as RoutingSettings;

const noRule = (): undefined => undefined;
const endedBy = (before: Payment | undefined, after: Payment, routing: RoutingSettings | undefined = scored) =>
  endedAttempts(before, after, routing, noRule);

const declined = { kind: 'declined', error: { code: 'no', message: 'No', reason: null } } as const;
const begun = aPayment.authorizing();
const charged = paymentOf(receive(begun, { kind: 'captured', reference: 'ref_1', money: eur('10.50') }));
const failed = paymentOf(receive(begun, declined as never));
const scoredBy = { PaymentMethod: 'card', Currency: 'EUR' };
const { connector, merchantConnectorId } = firstAccount;

describe('the attempts that a change ended', () => {
  it('are named with their account, their result and the values of the profile’s parameters alone', () => {
    expect(endedBy(begun, charged)).toEqual([{ connector, merchantConnectorId, result: 'approved', scoredBy }]);
    expect(endedBy(begun, failed)).toEqual([{ connector, merchantConnectorId, result: 'declined', scoredBy }]);
  });

  it('are none of a profile without scores', () => {
    expect(endedAttempts(begun, charged, undefined, noRule)).toEqual([]);
    expect(endedBy(begun, charged, { ...scored, dynamic: null })).toEqual([]);
  });

  it('carry the category that a rule of the operators gives a decline', () => {
    const rule = { errorCategory: 'issue_with_payment_method' } as GsmRuleSettings;
    expect(endedAttempts(begun, failed, scored, () => rule)).toMatchObject([{ errorCategory: rule.errorCategory }]);
    expect(endedAttempts(begun, charged, scored, () => rule)[0]).not.toHaveProperty('errorCategory');
  });

  it.each(statesOf(attemptMachine))('are named once: the state %s ends nothing a second time', (state) => {
    const payment = inState[state]();
    expect(endedBy(payment, payment).length).toBe(0);
  });
});

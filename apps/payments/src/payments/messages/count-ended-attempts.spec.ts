import type { GsmRuleSettings } from '@payorch/contracts';
import { statesOf } from '@payorch/kernel';
import { inState } from '../../../test/attempt-states';
import { aPayment, eur, paymentOf, receive } from '../../../test/builders';
import { firstAccount } from '../../../test/fixtures';
import { attemptMachine } from '../domain/attempts/attempt.machine';
import type { Payment } from '../domain/payment';
import { countEndedAttempts, type EndedBy } from './count-ended-attempts';

const noRule: EndedBy = { gsmRule: () => undefined };

function countedBy(before: Payment | undefined, after: Payment, by: EndedBy = noRule): object[] {
  const counted: object[] = [];
  countEndedAttempts(before, after, by, { countAttemptEnded: (labels) => counted.push(labels) })?.();
  return counted;
}

const declinedWith = (error: object) =>
  ({ kind: 'declined', error: { code: 'card_velocity_1234', message: 'No', reason: null, ...error } }) as never;
const begun = aPayment.authorizing();
const of = { connector: firstAccount.connector, paymentMethod: 'card' };

describe('the count of ended attempts', () => {
  it('an approval counts with connector and payment method, and with no error class', () => {
    const charged = paymentOf(receive(begun, { kind: 'captured', reference: 'ref_1', money: eur('10.50') }));
    expect(countedBy(begun, charged)).toEqual([{ ...of, result: 'approved', errorClass: 'none' }]);
  });

  it.each([
    ['the connector’s reason', { standardisedCode: 'insufficient_funds' }, noRule, 'insufficient_funds'],
    ['other without a reason', {}, noRule, 'other'],
    [
      'the reason of the operators’ rule',
      { standardisedCode: 'do_not_honor' },
      { gsmRule: () => ({ standardisedCode: 'suspected_fraud' }) as GsmRuleSettings },
      'suspected_fraud',
    ],
    ['not_sent where no byte was sent', {}, { ...noRule, outcome: 'not_sent' }, 'not_sent'],
    ['not_sent where the processor knows of nothing', {}, { ...noRule, outcome: 'absent' }, 'not_sent'],
  ] as const)('a decline counts with %s, never with the processor’s code', (_, error, by, errorClass) => {
    const failed = paymentOf(receive(begun, declinedWith(error)));
    expect(countedBy(begun, failed, by)).toEqual([{ ...of, result: 'declined', errorClass }]);
  });

  it.each(statesOf(attemptMachine))('the state %s counts once: nothing ends a second time', (state) => {
    const payment = inState[state]();
    expect(countEndedAttempts(payment, payment, noRule)).toBeUndefined();
  });

  it('a capture of an authorized attempt ends nothing again', () => {
    expect(countedBy(inState.authorized(), inState.charged())).toEqual([]);
  });
});

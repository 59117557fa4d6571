import { nowMs } from '../../../test/moment';
import { aPayment } from '../../../test/test-processor/builders';
import { completeChallenge } from './decide/settle-payment';
import { Records } from './records';

const hourMs = 3_600_000;
const challenged = aPayment({ method: { type: 'card', number: '4000003800000446' } });
const attempt = challenged.challenge!.attemptId;

function recordsWith(...payments: Parameters<Records['storePayment']>[0][]): Records {
  const records = new Records();
  for (const payment of payments) records.storePayment(payment);
  return records;
}

it('a payment is found by id and by reference for 48 hours', () => {
  const records = recordsWith(challenged);
  for (const afterMs of [0, 47 * hourMs]) {
    expect(records.payment(challenged.id, nowMs + afterMs)).toBe(challenged);
    expect(records.paymentByReference('op_1', nowMs + afterMs)).toBe(challenged);
  }
  expect(records.payment(challenged.id, nowMs + 48 * hourMs)).toBeUndefined();
  expect(records.paymentByReference('op_1', nowMs + 48 * hourMs)).toBeUndefined();
});

it('the bank page closes after ten hours or with the choice', () => {
  const records = recordsWith(challenged);
  expect(records.paymentByAttempt(attempt, nowMs + 9 * hourMs)).toBe(challenged);
  expect(records.paymentByAttempt(attempt, nowMs + 10 * hourMs)).toBeUndefined();
  records.storePayment(completeChallenge(challenged, true).payment!);
  expect(records.paymentByAttempt(attempt, nowMs)).toBeUndefined();
});

it('a lookup finds the first of two payments with one reference', () => {
  const [first, second] = [aPayment(), { ...aPayment(), id: 'pay_other' }];
  expect(recordsWith(first, second).paymentByReference('op_1', nowMs)).toBe(first);
});

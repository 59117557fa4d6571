import type { Outcome } from '@payorch/contracts';
import { captured, challenged, unknownOutcome } from '../../../test/operations';
import { afterResend } from './after-resend';

const error = { code: 'c', message: 'm', reason: null };
const declined: Outcome = { kind: 'declined', reference: null, error, retry: 'another_account' };
const notSent: Outcome = { kind: 'not_sent', error, retry: 'another_account' };
const unknown = { kind: 'unknown', reference: null, error };

describe('afterResend', () => {
  it.each([
    [captured, true, captured],
    [challenged, true, challenged],
    [declined, true, declined],
    [unknownOutcome, true, unknownOutcome],
    [notSent, true, unknown],
    [notSent, false, unknown],
    [declined, false, unknown],
  ] as const)('afterResend of %j, of the own call: %s', (outcome, isOfTheCall, after) => {
    expect(afterResend(outcome, isOfTheCall)).toEqual(after);
  });
});

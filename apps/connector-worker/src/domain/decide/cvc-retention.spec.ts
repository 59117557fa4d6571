import type { DeclineRetry, Outcome } from '@payorch/contracts';
import { anAccount, captured, challenged, unknownOutcome } from '../../../test/operations';
import { retainsCvc } from './cvc-retention';

const error = { code: 'c', message: 'm', reason: null };
const declined: Outcome = { kind: 'declined', reference: null, error, retry: 'never' };
const notSent = (retry: 'another_account' | 'never'): Outcome => ({ kind: 'not_sent', error, retry });

describe('retainsCvc', () => {
  it.each<[Outcome, DeclineRetry, readonly (typeof anAccount)[], boolean]>([
    [challenged, 'never', [], true],
    [declined, 'another_account', [anAccount], true],
    [declined, 'another_account', [], false],
    [declined, 'with_three_ds', [], true],
    [declined, 'never', [anAccount], false],
    [notSent('another_account'), 'never', [anAccount], true],
    [notSent('another_account'), 'with_three_ds', [], false],
    [notSent('never'), 'another_account', [anAccount], false],
    [captured, 'with_three_ds', [anAccount], false],
  ])(
    'the CVC after %j with the retry %s and the fallbacks %j is retained: %s',
    (outcome, declineRetry, fallbacks, retained) => {
      for (const mayBeSentAgain of [true, false])
        expect(retainsCvc(outcome, { declineRetry, fallbacks, mayBeSentAgain })).toBe(retained);
    },
  );

  it('the CVC of a call without an answer is retained if the call may be sent again', () => {
    const declineRetry = 'never';
    expect(retainsCvc(unknownOutcome, { declineRetry, fallbacks: [], mayBeSentAgain: true })).toBe(true);
    expect(retainsCvc(unknownOutcome, { declineRetry, fallbacks: [anAccount], mayBeSentAgain: false })).toBe(false);
  });
});

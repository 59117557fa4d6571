import type { Outcome } from '@payorch/contracts';
import { anAccount, captured, challenged, unknownOutcome } from '../../../test/operations';
import { retainsCvc } from './cvc-retention';

const error = { code: 'c', message: 'm', reason: null };
const declined = (retry: 'another_account' | 'never'): Outcome => ({ kind: 'declined', reference: null, error, retry });
const notSent = (retry: 'another_account' | 'never'): Outcome => ({ kind: 'not_sent', error, retry });

describe('retainsCvc', () => {
  it.each([
    [challenged, [], true],
    [declined('another_account'), [anAccount], true],
    [declined('another_account'), [], false],
    [declined('never'), [anAccount], false],
    [notSent('another_account'), [anAccount], true],
    [captured, [anAccount], false],
  ] as const)('the CVC after %j with the fallbacks %j is retained: %s', (outcome, fallbacks, retained) => {
    for (const mayBeSentAgain of [true, false])
      expect(retainsCvc(outcome, { fallbacks, mayBeSentAgain })).toBe(retained);
  });

  it('the CVC of a call without an answer is retained if the call may be sent again', () => {
    expect(retainsCvc(unknownOutcome, { fallbacks: [], mayBeSentAgain: true })).toBe(true);
    expect(retainsCvc(unknownOutcome, { fallbacks: [anAccount], mayBeSentAgain: false })).toBe(false);
  });
});

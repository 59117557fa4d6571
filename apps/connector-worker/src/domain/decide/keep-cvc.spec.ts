import type { Outcome } from '@payorch/contracts';
import { anAccount, captured, challenged, unknownOutcome } from '../../../test/operations';
import { keepsCvc } from './keep-cvc';

const error = { code: 'c', message: 'm', reason: null };
const declined = (retry: 'another_account' | 'never'): Outcome => ({ kind: 'declined', reference: null, error, retry });
const notSent = (retry: 'another_account' | 'never'): Outcome => ({ kind: 'not_sent', error, retry });

describe('keepsCvc', () => {
  it.each([
    [challenged, [], true],
    [declined('another_account'), [anAccount], true],
    [declined('another_account'), [], false],
    [declined('never'), [anAccount], false],
    [notSent('another_account'), [anAccount], true],
    [captured, [anAccount], false],
    [unknownOutcome, [anAccount], false],
  ] as const)('%j with the fallbacks %j: %s', (outcome, fallbacks, kept) => {
    expect(keepsCvc(outcome, fallbacks)).toBe(kept);
  });
});

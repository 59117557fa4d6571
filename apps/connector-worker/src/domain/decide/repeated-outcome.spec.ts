import { anOperation, captured, unknownOutcome } from '../../../test/operations';
import { repeatedOutcome } from './repeated-outcome';

describe('answerAgain', () => {
  it.each([
    [
      'an answer, as it was given',
      anOperation({ state: 'answered', outcome: captured }),
      { outcome: captured, as: 'call' },
    ],
    [
      'silence, as it was met',
      anOperation({ state: 'unknown', outcome: unknownOutcome }),
      { outcome: unknownOutcome, as: 'lost' },
    ],
  ])('repeats %s', (_, row, answer) => {
    expect(repeatedOutcome(row)).toEqual(answer);
  });

  it('says unknown of what somebody may still be sending, as an answer that can be bettered', () => {
    const { outcome, as } = repeatedOutcome(anOperation({ state: 'sent', outcome: null }));
    expect(outcome).toMatchObject({ kind: 'unknown', error: { code: 'SENT_BEFORE' } });
    expect(as).toBe('lost');
  });

  it('says "not sent" of what was shut before it began', () => {
    const { outcome } = repeatedOutcome(anOperation({ state: 'never', outcome: null }));
    expect(outcome).toMatchObject({ kind: 'not_sent', error: { code: 'NEVER_SENT' }, retry: 'never' });
  });
});

import { anOperation, captured, unknownOutcome } from '../../../test/operations';
import { repeatedOutcome } from './repeated-outcome';

describe('repeatedOutcome', () => {
  it.each([
    ['a stored answer', anOperation({ state: 'answered', outcome: captured }), { outcome: captured, as: 'call' }],
    [
      'a stored unknown outcome',
      anOperation({ state: 'unknown', outcome: unknownOutcome }),
      { outcome: unknownOutcome, as: 'lost' },
    ],
  ])('repeatedOutcome repeats %s', (_, row, answer) => {
    expect(repeatedOutcome(row)).toEqual(answer);
  });

  it('the outcome of an operation that a worker may still be sending is unknown and replaceable', () => {
    const { outcome, as } = repeatedOutcome(anOperation({ state: 'sent', outcome: null }));
    expect(outcome).toMatchObject({ kind: 'unknown', error: { code: 'SENT_BEFORE' } });
    expect(as).toBe('lost');
  });

  it('the outcome of a forbidden operation is not_sent', () => {
    const { outcome } = repeatedOutcome(anOperation({ state: 'never', outcome: null }));
    expect(outcome).toMatchObject({ kind: 'not_sent', error: { code: 'NEVER_SENT' }, retry: 'never' });
  });
});

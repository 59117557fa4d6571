import type { Outcome } from '@payorch/contracts';
import { anOperation, captured, challenged, unknownOutcome } from '../../../test/operations';
import { syncOutcome } from './sync-outcome';

const absent: Outcome = { kind: 'absent' };
const sent = anOperation({ state: 'sent', outcome: null });
const settled = anOperation({ state: 'answered', outcome: captured });
const open = anOperation({ state: 'answered', outcome: challenged });
const never = anOperation({ state: 'never', outcome: null });

describe('answerSync', () => {
  it.each([
    ['an answer is news', sent, captured, 0, captured, true],
    ['an answer is news of what was shut, too', never, captured, 0, captured, true],
    ['silence tells nothing', sent, unknownOutcome, 0, unknownOutcome, false],
    ['silence does not shake what is settled', settled, unknownOutcome, 0, captured, false],
    ['silence leaves an open answer to be asked again', open, unknownOutcome, 0, unknownOutcome, false],
    ['"not found" does not shake what is settled', settled, absent, 5, captured, false],
    ['"not found" is final when it was heard twice', sent, absent, 2, absent, true],
    ['"not found" ends a challenge that nobody came back from', open, absent, 2, absent, true],
  ] as const)('%s', (_, row, outcome, notFoundCount, answer, isNews) => {
    expect(syncOutcome(row, { outcome, notFoundCount })).toEqual({ outcome: answer, isNews });
  });

  it.each([0, 1])('does not yet believe "not found" after %i notFoundCount that count', (notFoundCount) => {
    const { outcome, isNew } = syncOutcome(sent, { outcome: absent, notFoundCount });
    expect(outcome).toMatchObject({ kind: 'unknown', error: { code: 'NOT_FOUND_YET' } });
    expect(isNew).toBe(false);
  });

  it('makes "not found" of what was shut a definite failure at once', () => {
    const { outcome } = syncOutcome(never, { outcome: absent, notFoundCount: 0 });
    expect(outcome).toMatchObject({ kind: 'not_sent', error: { code: 'NEVER_SENT' } });
  });
});

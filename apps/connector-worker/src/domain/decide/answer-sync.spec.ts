import type { Outcome } from '@payorch/contracts';
import { anOperation, captured, challenged, unknownOutcome } from '../../../test/operations';
import { answerSync } from './answer-sync';

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
  ] as const)('%s', (_, row, outcome, sightings, answer, isNews) => {
    expect(answerSync(row, { outcome, sightings })).toEqual({ outcome: answer, isNews });
  });

  it.each([0, 1])('does not yet believe "not found" after %i sightings that count', (sightings) => {
    const { outcome, isNews } = answerSync(sent, { outcome: absent, sightings });
    expect(outcome).toMatchObject({ kind: 'unknown', error: { code: 'NOT_FOUND_YET' } });
    expect(isNews).toBe(false);
  });

  it('makes "not found" of what was shut a definite failure at once', () => {
    const { outcome } = answerSync(never, { outcome: absent, sightings: 0 });
    expect(outcome).toMatchObject({ kind: 'not_sent', error: { code: 'NEVER_SENT' } });
  });
});

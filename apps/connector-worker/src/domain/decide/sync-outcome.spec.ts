import type { Outcome } from '@payorch/contracts';
import { anOperation, captured, challenged, unknownOutcome } from '../../../test/operations';
import { syncOutcome } from './sync-outcome';

const absent: Outcome = { kind: 'absent' };
const sent = anOperation({ state: 'sent', outcome: null });
const settled = anOperation({ state: 'answered', outcome: captured });
const open = anOperation({ state: 'answered', outcome: challenged });
const never = anOperation({ state: 'never', outcome: null });

describe('syncOutcome', () => {
  it.each([
    ['an answer is new', sent, captured, 0, captured, true],
    ['an answer is new for a forbidden operation', never, captured, 0, captured, true],
    ['an unknown outcome is not new', sent, unknownOutcome, 0, unknownOutcome, false],
    ['an unknown outcome does not replace a settled one', settled, unknownOutcome, 0, captured, false],
    ['an unknown outcome leaves an open operation to be synced again', open, unknownOutcome, 0, unknownOutcome, false],
    ['"not found" does not replace a settled outcome', settled, absent, 5, captured, false],
    ['"not found" is final when it was received twice', sent, absent, 2, absent, true],
    ['"not found" ends a challenge from which the customer did not return', open, absent, 2, absent, true],
  ] as const)('%s', (_, row, outcome, notFoundCount, answer, isNew) => {
    expect(syncOutcome(row, { outcome, notFoundCount })).toEqual({ outcome: answer, isNew });
  });

  it.each([0, 1])('"not found" is not final after %i answers that count', (notFoundCount) => {
    const { outcome, isNew } = syncOutcome(sent, { outcome: absent, notFoundCount });
    expect(outcome).toMatchObject({ kind: 'unknown', error: { code: 'NOT_FOUND_YET' } });
    expect(isNew).toBe(false);
  });

  it('"not found" of a forbidden operation is a definite failure at once', () => {
    const { outcome } = syncOutcome(never, { outcome: absent, notFoundCount: 0 });
    expect(outcome).toMatchObject({ kind: 'not_sent', error: { code: 'NEVER_SENT' } });
  });
});

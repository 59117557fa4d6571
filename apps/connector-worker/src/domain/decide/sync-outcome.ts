import type { Outcome } from '@payorch/contracts';
import type { Operation } from '../operation';
import { isSettled } from '../operation';
import { notSent, unknownBecause } from '../outcomes';

/** How often the processor must answer "not found" after the call had time to arrive. */
const requiredNotFounds = 2;

/** The processor's answer to a sync. `notFoundCount`: how often it answered "not found" late enough to count. */
export interface LookupOutcome {
  readonly outcome: Outcome;
  readonly notFoundCount: number;
}

/** `outcome` answers the sync. `isNew`: the outcome must be stored in the row. */
export interface SyncOutcome {
  readonly outcome: Outcome;
  readonly isNew: boolean;
}

const stored = (row: Operation): Outcome => row.outcome ?? unknownBecause('SENT_BEFORE', row.reference);

/** "Not found" changes neither a settled operation nor one that was never sent; for any other it must be received twice. */
function absenceOutcome(row: Operation, notFoundCount: number): SyncOutcome {
  if (row.state === 'never') return { outcome: row.outcome ?? notSent('NEVER_SENT'), isNew: false };
  if (isSettled(row)) return { outcome: stored(row), isNew: false };
  return notFoundCount >= requiredNotFounds
    ? { outcome: { kind: 'absent' }, isNew: true }
    : { outcome: unknownBecause('NOT_FOUND_YET', row.reference), isNew: false };
}

/** The outcome of a sync. A sync without an answer never fails an operation. */
export function syncOutcome(row: Operation, { outcome, notFoundCount }: LookupOutcome): SyncOutcome {
  if (outcome.kind === 'absent') return absenceOutcome(row, notFoundCount);
  if (outcome.kind === 'unknown') return { outcome: isSettled(row) ? stored(row) : outcome, isNew: false };
  return { outcome, isNew: true };
}

import type { Outcome } from '@payorch/contracts';
import type { Operation } from '../operation';
import { isSettled } from '../operation';
import { notSent, unknownBecause } from '../outcomes';

/** How often "not found" must be heard, and only once the call had time to arrive. */
const sightingsNeeded = 2;

/** What the processor said when it was asked, with how often it has said "not found" late enough to count. */
export interface Heard {
  readonly outcome: Outcome;
  readonly sightings: number;
}

/** `outcome` answers the question; `isNews`: it is more than the row holds, and belongs into it. */
export interface SyncAnswer {
  readonly outcome: Outcome;
  readonly isNews: boolean;
}

const stored = (row: Operation): Outcome => row.outcome ?? unknownBecause('SENT_BEFORE', row.reference);

/** "Not found" of what we know was settled, or of what we never sent, says nothing new; else it must be heard twice. */
function answerAbsence(row: Operation, sightings: number): SyncAnswer {
  if (row.state === 'never') return { outcome: row.outcome ?? notSent('NEVER_SENT'), isNews: false };
  if (isSettled(row)) return { outcome: stored(row), isNews: false };
  return sightings >= sightingsNeeded
    ? { outcome: { kind: 'absent' }, isNews: true }
    : { outcome: unknownBecause('NOT_FOUND_YET', row.reference), isNews: false };
}

/** What to say to whoever asks after an operation. Silence never becomes a failure. */
export function answerSync(row: Operation, { outcome, sightings }: Heard): SyncAnswer {
  if (outcome.kind === 'absent') return answerAbsence(row, sightings);
  if (outcome.kind === 'unknown') return { outcome: isSettled(row) ? stored(row) : outcome, isNews: false };
  return { outcome, isNews: true };
}

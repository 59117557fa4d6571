import { unchanged } from '@payorch/operations';
import type { DecideContext, Decision } from '../decision';
import { type Dispute, isOpen } from '../dispute';

/**
 * Reads an open dispute at its processor and polls it again later: so a decision is found whose notice never came. The poll of a closed
 * dispute, or of a profile that has none read any more, is the last one.
 */
export function pollDispute(
  dispute: Dispute | undefined,
  _job: unknown,
  { now, pollAfterMs }: DecideContext,
): Decision {
  if (!dispute || !isOpen(dispute) || pollAfterMs === null) return unchanged();
  // Time numbers a poll: it is above every version, which numbers the other reads.
  return unchanged([
    { kind: 'poll', round: now.getTime() },
    { kind: 'poll_later', delayMs: pollAfterMs },
  ]);
}

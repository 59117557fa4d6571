import type { AccountRef, Outcome } from '@payorch/contracts';

export interface CvcNeeds {
  readonly fallbacks: readonly AccountRef[];
  /** Whether the call may be sent again under its idempotency key. */
  readonly mayBeSentAgain: boolean;
}

/**
 * Whether the card's CVC may be needed again: by the same call while its outcome is unknown, by the end of a challenge, or by
 * the next account of the route.
 */
export function retainsCvc(outcome: Outcome, { fallbacks, mayBeSentAgain }: CvcNeeds): boolean {
  if (outcome.kind === 'unknown') return mayBeSentAgain;
  if (outcome.kind === 'challenged') return true;
  const isDefiniteFailure = outcome.kind === 'declined' || outcome.kind === 'not_sent';
  return isDefiniteFailure && outcome.retry === 'another_account' && fallbacks.length > 0;
}

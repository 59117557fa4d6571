import type { AccountRef, Outcome } from '@payorch/contracts';

/** Whether the card's CVC will be needed once more: by the end of a challenge, or by the next account of the route. */
export function keepsCvc(outcome: Outcome, fallbacks: readonly AccountRef[]): boolean {
  if (outcome.kind === 'challenged') return true;
  const isDefiniteFailure = outcome.kind === 'declined' || outcome.kind === 'not_sent';
  return isDefiniteFailure && outcome.retry === 'another_account' && fallbacks.length > 0;
}

import type { AccountRef, DeclineRetry, Outcome } from '@payorch/contracts';

export interface CvcNeeds {
  readonly fallbacks: readonly AccountRef[];
  /** How `payments` may retry the authorization if the outcome is a decline. */
  readonly declineRetry: DeclineRetry;
  /** Whether the call may be sent again under its idempotency key. */
  readonly mayBeSentAgain: boolean;
}

/** Retries that need no other account. */
const isOfSameAccount = (retry: DeclineRetry): boolean => retry === 'with_three_ds' || retry === 'with_number';

/**
 * Whether the card's CVC may be needed again: by the same call while its outcome is unknown, by the end of a challenge, by
 * another authorization with 3-D Secure or with the card's number, or by the next account of the route.
 */
export function retainsCvc(outcome: Outcome, { fallbacks, declineRetry, mayBeSentAgain }: CvcNeeds): boolean {
  switch (outcome.kind) {
    case 'unknown':
      return mayBeSentAgain;
    case 'challenged':
      return true;
    case 'declined':
      return isOfSameAccount(declineRetry) || (declineRetry === 'another_account' && fallbacks.length > 0);
    case 'not_sent':
      return outcome.retry === 'another_account' && fallbacks.length > 0;
    default:
      return false;
  }
}

import type { Outcome } from '@payorch/contracts';

/**
 * The outcome of an operation that was sent again. Only a definite answer to the operation's own call counts. Any other
 * failure concerns the second call alone: the first call may still have moved money, so the outcome is unknown.
 */
export function afterResend(outcome: Outcome, isOfTheCall: boolean): Outcome {
  if (outcome.kind === 'not_sent' || (outcome.kind === 'declined' && !isOfTheCall))
    return { kind: 'unknown', reference: null, error: outcome.error };
  return outcome;
}

import type { Outcome } from '@payorch/contracts';

/**
 * What an operation that was sent again has come to. Only a definite answer to the call itself counts: all else tells of the
 * second call alone, and nothing of what the first one may have done.
 */
export function afterResend(outcome: Outcome, isOfTheCall: boolean): Outcome {
  if (outcome.kind === 'not_sent' || (outcome.kind === 'declined' && !isOfTheCall))
    return { kind: 'unknown', reference: null, error: outcome.error };
  return outcome;
}

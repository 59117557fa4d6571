import type { Outcome, ProcessorError } from '@payorch/contracts';

interface Failed {
  readonly error: ProcessorError;
  readonly retry: 'another_account' | 'never';
}

/**
 * The outcome of an operation whose preliminary was answered without a result. The outcome is final, since the operation
 * itself was not sent. A 4xx is the processor's refusal of the payment; any other status is not.
 */
export const endPreliminary = ({ error, retry }: Failed, status: number): Outcome =>
  status >= 400 && status < 500
    ? { kind: 'declined', reference: null, error, retry }
    : { kind: 'not_sent', error, retry };

/** The outcome if a preliminary was not answered. A preliminary moves no money, so the operation is definitely not sent. */
export const endUnanswered = (outcome: Outcome): Outcome =>
  outcome.kind === 'unknown' ? { kind: 'not_sent', error: outcome.error, retry: 'another_account' } : outcome;

import type { Outcome, ProcessorError } from '@payorch/contracts';

interface Failed {
  readonly error: ProcessorError;
  readonly retry: 'another_account' | 'never';
}

/**
 * What becomes of an operation whose preliminary was answered, but brought nothing: it ends for good, since nothing of it
 * was sent. An explicit refusal is the processor's word on the payment; a fault of theirs is none.
 */
export const endPreliminary = ({ error, retry }: Failed, status: number): Outcome =>
  status >= 400 && status < 500
    ? { kind: 'declined', reference: null, error, retry }
    : { kind: 'not_sent', error, retry };

/** The same where no answer came at all: silence about a call that moves nothing leaves no doubt about the payment. */
export const endUnanswered = (outcome: Outcome): Outcome =>
  outcome.kind === 'unknown' ? { kind: 'not_sent', error: outcome.error, retry: 'another_account' } : outcome;

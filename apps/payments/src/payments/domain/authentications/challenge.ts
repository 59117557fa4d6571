import type { Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { AttemptId } from '@payorch/kernel';
import type { Challenge } from '../attempts/attempt';
import { isIn } from '../attempts/attempt';
import type { Payment } from '../payment';
import { checkOpen } from '../state-refusals';

/** The redirect of an attempt's start page; only while the processor waits for the customer. */
export function challengeOf(payment: Payment | undefined, attemptId: AttemptId): Challenge | Refusal {
  const attempt = payment?.attempts.find(({ id }) => id === attemptId);
  if (!payment || !attempt) return refuse('payment_not_found');
  const refused = checkOpen('update', payment);
  if (refused) return refused;
  return isIn(attempt, 'authentication_pending') ? attempt.facts.challenge : refuse('payment_not_found');
}

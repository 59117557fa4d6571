import type { PollStatus } from '@payorch/contracts';
import { isIn } from '../attempts/attempt';
import { isAuthenticating } from './authentications';
import type { Payment } from '../payment';
import { activeAttempt } from '../payment';

/** A poll ends so long after the last change of its attempt. */
const lifetimeMs = 900_000;

/** Undefined: the payment has no authentication outside the processor, or had it too long ago. */
export function pollStatusOf(payment: Payment, now: Date): PollStatus | undefined {
  const attempt = activeAttempt(payment);
  if (!attempt.authentication) return undefined;
  if (isAuthenticating(attempt) || isIn(attempt, 'authorizing', 'pending')) return 'pending';
  return now.getTime() - attempt.modifiedAt.getTime() > lifetimeMs ? undefined : 'completed';
}

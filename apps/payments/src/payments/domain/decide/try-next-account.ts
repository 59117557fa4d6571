import type { DataOf, connectorOutcome } from '@payorch/contracts';
import type { Attempt } from '../attempt';
import { move } from '../attempt';
import { operationOf, redirectTokenOf } from '../begin-authorization';
import type { DecideContext, Decision } from '../decision';
import { decided } from '../decision';
import type { Payment } from '../payment';
import { activeAttempt } from '../payment';
import { withSums } from '../payment.status';
import { withNewAttempt } from './confirm-payment';

/**
 * Begins the next attempt at the next account of the route, only after a definite end of the last one: after an unknown
 * outcome two charges would be possible. `not_sent` always falls back; a decline only where the processor allows a retry and
 * the profile has automatic retries left.
 */
export function tryNextAccount(
  payment: Payment,
  ended: Attempt,
  { outcome }: DataOf<typeof connectorOutcome>,
  context: DecideContext,
): Decision | undefined {
  const [account, ...fallbacks] = ended.fallbacks;
  if (ended.state !== 'failure' || !account || ended.id !== activeAttempt(payment).id) return undefined;
  if (outcome.kind !== 'declined' && outcome.kind !== 'not_sent') return undefined;
  // The id of a payment method that one processor saved names nothing, or something else, at another.
  if (payment.recurring && payment.recurring.reference.mandateReference !== null) return undefined;
  if (outcome.retry === 'never' || (outcome.kind === 'declined' && !mayRetry(ended, context))) return undefined;
  const again = withNewAttempt(payment, context);
  const fresh = activeAttempt(again) as Attempt<'confirmation_awaited'>;
  const redirectToken = redirectTokenOf(payment, fresh, context);
  const facts = { operation: context.newOperationId(), account, redirectToken };
  const sent = move(fresh, 'sent', facts, { modifiedAt: context.now, fallbacks });
  const operation = operationOf(payment, sent, sent.facts.operation, context);
  const attempts = [...payment.attempts, sent];
  return decided(withSums({ ...payment, attempts }), [{ kind: 'authorize', operation, account, fallbacks }]);
}

const mayRetry = ({ number }: Attempt, { profile }: DecideContext): boolean =>
  profile.autoRetries && number <= profile.maxAutoRetries;

import type { DataOf, paymentReplaceAttempt } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { Attempt } from '../attempts/attempt';
import { isIn, move } from '../attempts/attempt';
import { checkCaller } from '../client/caller';
import type { DecideContext, Decision } from '../decision';
import { decided, pendingRepliesOf } from '../decision';
import { mayRetry } from '../client/manual-retry';
import type { Payment } from '../payment';
import { activeAttempt, withAttempt } from '../payment';
import { cannot } from '../state-refusals';
import { voiding } from './cancel-payment';
import { awaitingAnother } from '../authorization/next-attempt';
import { syncNow } from './sync-payment';

/**
 * Ends the attempt of a customer who has left the bank's page and wants to pay otherwise. At a processor only the outcome of a void
 * ends it; until then, and if the void does not succeed, the payment has this one attempt.
 */
export function replaceAttempt(
  payment: Payment | undefined,
  { caller }: DataOf<typeof paymentReplaceAttempt>,
  context: DecideContext,
): Decision {
  if (!payment) return refuse('payment_not_found');
  const refused = checkCaller(payment, caller, context.now);
  if (refused) return refused;
  const attempt = activeAttempt(payment);
  if (!mayRetry(payment, context.settings.profile, caller.kind)) return cannot('confirm', payment);
  if (isIn(attempt, 'authenticating')) return withoutProcessor(payment, attempt, context);
  if (!isIn(attempt, 'authentication_pending')) return syncNow(payment, context);
  const facts = { ...attempt.facts, followUp: context.newOperationId(), isReplaced: true } as const;
  const sent = move(attempt, 'void_sent', facts, { modifiedAt: context.now, syncCount: 0 });
  return voiding(payment, sent, {}, context);
}

/** Nothing was sent to a processor; a late result of the authentication changes nothing. */
function withoutProcessor(payment: Payment, attempt: Attempt<'authenticating'>, context: DecideContext): Decision {
  const ended = move(attempt, 'cancelled', { account: null, reference: null }, { modifiedAt: context.now });
  const again = awaitingAnother(withAttempt({ ...payment, pendingReplies: [] }, ended), context);
  return decided(again, [
    { kind: 'cancel_sync', attemptId: attempt.id },
    { kind: 'reply', pendingReplies: [...payment.pendingReplies, ...pendingRepliesOf(context)] },
  ]);
}

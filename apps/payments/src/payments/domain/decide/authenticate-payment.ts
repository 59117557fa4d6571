import type { DataOf, paymentAuthenticate } from '@payorch/contracts';
import { authorizeAddress, refuse } from '@payorch/contracts';
import { moveState } from '@payorch/kernel';
import type { Attempt } from '../attempts/attempt';
import { isIn } from '../attempts/attempt';
import { cardToAuthenticate } from '../authentications/begin-authentication';
import { redirectTokenOf } from '../authorization/authorize-operation';
import { pendingRepliesWith } from '../decision';
import { checkCaller } from '../client/caller';
import type { DecideContext, Decision } from '../decision';
import { decided, pendingRepliesOf, unchanged } from '../decision';
import { authenticationMachine } from '../../../authentications/domain/authentication.machine';
import { isBrowserKnown } from '../../../authentications/domain/authentication-progress';
import type { Authentication } from '../../../authentications/domain/authentication';
import { challengeFor, withAuthentication } from '../authentications/authentications';
import type { Payment } from '../payment';
import { activeAttempt, netAmount, withAttempt } from '../payment';
import { cannot } from '../state-refusals';
import { billingOf } from '../terms/billing';

const notAttempted = refuse('precondition_failed', {
  message:
    'You cannot authenticate this payment because payment_attempt.external_three_ds_authentication_attempted is false',
});
const notPrepared = refuse('authentication_unprocessable', {
  message: 'Pre Authentication must be completed successfully before Authentication can be performed',
});

/**
 * Authenticates the customer at the 3DS server, once: a repeated command waits for the same result, or gets it. Nothing is
 * authorized here; only the outcome of the authentication decides on that.
 */
export function authenticatePayment(
  payment: Payment | undefined,
  command: DataOf<typeof paymentAuthenticate>,
  context: DecideContext,
): Decision {
  if (!payment) return refuse('payment_not_found');
  const refusal = checkCaller(payment, command.caller, context.now);
  if (refusal) return refusal;
  const attempt = activeAttempt(payment);
  const { authentication } = attempt;
  if (!authentication) return notAttempted;
  switch (authentication.state) {
    case 'pre_authenticating':
      return notPrepared;
    case 'browser_awaited':
      return isIn(attempt, 'authenticating')
        ? send(payment, attempt, authentication, command, context)
        : cannot('authenticate', payment);
    case 'authenticating':
      return isIn(attempt, 'authenticating')
        ? decided({ ...payment, pendingReplies: pendingRepliesWith(payment, context) })
        : cannot('authenticate', payment);
    default:
      return unchanged([{ kind: 'reply', pendingReplies: pendingRepliesOf(context) }]);
  }
}

function send(
  payment: Payment,
  attempt: Attempt<'authenticating'>,
  { account, reference, versions, requestorUrl, state }: Authentication,
  { methodCompletion }: DataOf<typeof paymentAuthenticate>,
  context: DecideContext,
): Decision {
  const card = cardToAuthenticate(attempt);
  if (reference === null || versions === null) return notPrepared;
  if (!card) return cannot('authenticate', payment);
  if (!isBrowserKnown(payment.browserInfo)) return refuse('missing_param', { field: 'browser_info' });
  const { rules, settings, newOperationId, now } = context;
  const operation = newOperationId();
  const token = redirectTokenOf(payment, attempt, context);
  const sent = withAuthentication(
    { ...attempt, syncCount: 0, modifiedAt: now },
    { operation, state: moveState(authenticationMachine, state, 'sent') },
  );
  return decided({ ...withAttempt(payment, sent), pendingReplies: pendingRepliesWith(payment, context) }, [
    {
      kind: 'authenticate',
      operation: { id: operation, attemptId: attempt.id, account },
      reference,
      version: versions.version,
      money: netAmount(payment),
      card,
      requestorUrl,
      // Without a fingerprint page there is nothing to complete, whatever the browser says.
      methodCompletion: versions.method === null ? 'U' : methodCompletion,
      ...challengeFor(payment, settings.profile),
      returnUrl: authorizeAddress(rules.publicUrl, payment, account.connector, token),
      cardHolderName: attempt.method?.card?.holderName ?? null,
      email: payment.customer?.email ?? null,
      billing: billingOf(payment, attempt),
      browserInfo: payment.browserInfo,
    },
    { kind: 'sync_later', attemptId: attempt.id, delayMs: rules.beginWithinMs },
  ]);
}

import type { SealedCard } from '@payorch/contracts';
import { isRefusal, refuse } from '@payorch/contracts';
import { chargeable } from '../../payment-methods/domain/method';
import type { Attempt } from './attempt';
import { move } from './attempt';
import type { DecideContext, Decision } from './decision';
import { decided } from './decision';
import { newAuthentication } from '../../authentications/domain/authentication-progress';
import { authenticationAccountOf } from '../../authentications/domain/authentication';
import type { Payment } from './payment';
import { withAttempt } from './payment';
import { withSums } from './payment.status';

/** The card of an authentication: it needs neither the CVC nor, in the open part of a message, the holder's name. */
export function cardToAuthenticate({ method }: Pick<Attempt, 'method'>): SealedCard | null {
  const card = method && chargeable(method.card);
  if (!card) return null;
  const { cvcReference: _, ...others } = card;
  return { ...others, cvc: 'absent', holderName: null };
}

/** Asks the 3DS server what the card's issuer supports. The authorization follows only after the authentication's success. */
export function beginAuthentication(
  payment: Payment,
  attempt: Attempt<'payment_method_awaited' | 'confirmation_awaited'>,
  context: DecideContext,
): Decision {
  const account = authenticationAccountOf(payment, context);
  if (isRefusal(account)) return account;
  const card = cardToAuthenticate(attempt);
  const { authentication: requestor } = context.profile;
  if (!card || !requestor) return refuse('internal');
  const { requestorUrl } = requestor;
  const operation = context.newOperationId();
  const { now: modifiedAt, client } = context;
  const sent = move(
    attempt,
    'authentication_sent',
    {},
    {
      modifiedAt,
      syncCount: 0,
      ...(client && { client }),
      authentication: newAuthentication(operation, account, requestor),
    },
  );
  return decided(withSums(withAttempt(payment, sent)), [
    { kind: 'pre_authenticate', operation: { id: operation, attemptId: attempt.id, account }, card, requestorUrl },
    { kind: 'sync_later', attemptId: attempt.id, delayMs: context.rules.beginWithinMs },
  ]);
}

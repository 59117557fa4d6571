import type { authenticationPrepare, DataOf } from '@payorch/contracts';
import { isRefusal, refuse } from '@payorch/contracts';
import { moveState } from '@payorch/kernel';
import { decided, unchanged } from '@payorch/operations';
import { newAuthentication } from '../authentication-progress';
import { authenticationAccountOf } from '../authentication';
import type { DecideContext, Decision } from '../decision';
import { checkSender, type StandaloneAuthentication } from '../standalone-authentication';
import { standaloneMachine } from '../standalone.machine';

type Command = DataOf<typeof authenticationPrepare>;

/**
 * Asks the 3DS server what the card's issuer supports, once: a repeated command waits for the same result, or gets it. An
 * authentication is for one card.
 */
export function prepareAuthentication(
  known: StandaloneAuthentication | undefined,
  command: Command,
  context: DecideContext,
): Decision {
  if (!known) return refuse('authentication_not_found');
  const refusal = checkSender(known, command, context.now);
  if (refusal) return refusal;
  if (command.profileId !== null && command.profileId !== known.profileId)
    return refuse('invalid_value', { field: 'profile_id' });
  if (known.card && known.card.fingerprint !== command.card.fingerprint)
    return refuse('precondition_failed', { message: 'The authentication is for another card' });
  switch (known.state) {
    case 'created':
      return send(known, command, context);
    case 'pre_authenticating':
      return decided({ ...known, pendingReplies: [...known.pendingReplies, ...context.pendingReplies] });
    default:
      return unchanged([{ kind: 'reply', pendingReplies: context.pendingReplies }]);
  }
}

function send(known: StandaloneAuthentication, command: Command, context: DecideContext): Decision {
  const { now, profile, rules, newOperationId, pendingReplies } = context;
  const account = authenticationAccountOf(known, context, known.connector ?? undefined);
  if (isRefusal(account)) return account;
  const { authentication: requestor } = profile;
  if (!requestor) return refuse('internal');
  const { card, billing, shipping, browserInfo, email } = command;
  const progress = newAuthentication(newOperationId(), account, requestor);
  const sent: StandaloneAuthentication = {
    ...known,
    card,
    billing,
    shipping,
    browserInfo,
    email,
    progress,
    pendingReplies,
    state: moveState(standaloneMachine, known.state, 'sent'),
    stepAt: now,
  };
  return decided(sent, [
    { kind: 'pre_authenticate', card: { ...card, holderName: null }, requestorUrl: requestor.requestorUrl },
    { kind: 'due_later', delayMs: rules.beginWithinMs },
  ]);
}

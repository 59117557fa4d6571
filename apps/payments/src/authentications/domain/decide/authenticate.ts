import type { authenticationAuthenticate, DataOf } from '@payorch/contracts';
import { authenticationReturnAddress, refuse } from '@payorch/contracts';
import { moveState } from '@payorch/kernel';
import { decided, unchanged } from '@payorch/operations';
import { chargeable } from '../../../payment-methods/domain/method';
import { authenticationMachine } from '../authentication.machine';
import { isBrowserKnown } from '../authentication-progress';
import type { Authentication } from '../authentication';
import type { DecideContext, Decision } from '../decision';
import {
  checkSender,
  type StandaloneAuthentication,
  withoutCardNumber,
  withProgress,
} from '../standalone-authentication';

type Command = DataOf<typeof authenticationAuthenticate>;

const notPrepared = refuse('authentication_unprocessable', {
  message: 'Pre Authentication must be completed successfully before Authentication can be performed',
});

/** Authenticates the customer at the 3DS server, once: a repeated command waits for the same result, or gets it. */
export function authenticate(
  known: StandaloneAuthentication | undefined,
  command: Command,
  context: DecideContext,
): Decision {
  if (!known) return refuse('authentication_not_found');
  const refusal = checkSender(known, command, context.now);
  if (refusal) return refusal;
  const { progress, pendingReplies } = known;
  switch (known.state) {
    case 'created':
    case 'pre_authenticating':
      return notPrepared;
    case 'browser_awaited':
      return progress ? send(known, progress, command, context) : notPrepared;
    case 'authenticating':
      return decided({ ...known, pendingReplies: [...pendingReplies, ...context.pendingReplies] });
    default:
      return unchanged([{ kind: 'reply', pendingReplies: context.pendingReplies }]);
  }
}

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The returned authentication has no card number: the 3DS server has it, and nothing else needs it. */
function send(
  known: StandaloneAuthentication,
  progress: Authentication,
  { methodCompletion }: Command,
  { now, rules, profile, newOperationId, pendingReplies }: DecideContext,
): Decision {
  const { reference, versions, requestorUrl } = progress;
  const card = chargeable(known.card);
  if (reference === null || versions === null || !card) return notPrepared;
  const { billing, browserInfo } = known;
  if (!isBrowserKnown(browserInfo)) return refuse('invalid_value', { field: 'browser_information' });
  const state = moveState(authenticationMachine, progress.state, 'sent');
  const sent = withoutCardNumber(withProgress(known, { ...progress, state, operation: newOperationId() }));
  return decided({ ...sent, pendingReplies, syncCount: 0, stepAt: now }, [
    {
      kind: 'authenticate',
      reference,
      version: versions.version,
      requestorUrl,
      card: { ...card, holderName: null },
      // Without a fingerprint page there is nothing to complete, whatever the browser says.
      methodCompletion: versions.method === null ? 'U' : methodCompletion,
      requestsChallenge: known.forceChallenge ?? profile.force3dsChallenge,
      returnUrl: authenticationReturnAddress(rules.publicUrl, known, rules.returnToken(known)),
      cardHolderName: card.holderName ?? textIn(known.customer?.['name']),
      billing,
      browserInfo,
      email: known.email ?? textIn(known.customer?.['email']),
    },
    { kind: 'due_later', delayMs: rules.beginWithinMs },
  ]);
}

import type { authenticationCreate, DataOf } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { decided } from '@payorch/operations';
import type { DecideContext, Decision } from '../decision';
import type { StandaloneAuthentication } from '../standalone-authentication';

type Command = DataOf<typeof authenticationCreate>;

/** An id is used once: a second create is refused, never replayed. Without a card the authentication ends with its session. */
export function createAuthentication(
  known: StandaloneAuthentication | undefined,
  command: Command,
  context: DecideContext,
): Decision {
  const { authenticationId } = command;
  if (known) return refuse('authentication_exists', { authentication_id: authenticationId });
  const sessionMs = context.profile.sessionExpirySeconds * 1000;
  return decided(newAuthentication(command, sessionMs, context), [
    { kind: 'due_later', delayMs: sessionMs },
    { kind: 'reply', pendingReplies: context.pendingReplies },
  ]);
}

const newAuthentication = (
  { merchantId, authenticationId, profileId, money, connector, returnUrl, forceChallenge, customer }: Command,
  sessionMs: number,
  { now, partition, randomText }: DecideContext,
): StandaloneAuthentication => ({
  merchantId,
  authenticationId,
  profileId,
  money,
  connector,
  returnUrl,
  forceChallenge,
  customer,
  partition,
  version: 0,
  state: 'created',
  clientSecret: `${authenticationId}_secret_${randomText(20)}`,
  expiresAt: new Date(now.getTime() + sessionMs),
  card: null,
  billing: null,
  shipping: null,
  browserInfo: null,
  email: null,
  progress: null,
  stepAt: now,
  syncCount: 0,
  lastLookupAt: null,
  pendingReplies: [],
  createdAt: now,
  modifiedAt: now,
});

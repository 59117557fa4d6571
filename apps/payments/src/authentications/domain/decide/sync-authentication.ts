import type { ProcessorError } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { moveState } from '@payorch/kernel';
import { decided, syncDelayMs, unchanged } from '@payorch/operations';
import { overdueRequests, stepLimitMs, timedOut } from '../authentication-times';
import type { AuthenticationRules, DecideContext, Decision, Effect } from '../decision';
import type { Sender, StandaloneAuthentication } from '../standalone-authentication';
import { checkSender, isOpen, withoutCardNumber } from '../standalone-authentication';
import { standaloneMachine } from '../standalone.machine';

/** Asks the 3DS server while a challenge is open, else replies at once. */
export function syncAuthentication(
  known: StandaloneAuthentication | undefined,
  command: Sender,
  context: DecideContext,
): Decision {
  if (!known) return refuse('authentication_not_found');
  return checkSender(known, command, context.now) ?? requestResult(known, context);
}

/** A browser returns from a challenge: its data proves nothing. */
export const customerReturned = (
  known: StandaloneAuthentication | undefined,
  _command: unknown,
  context: DecideContext,
): Decision => (known ? requestResult(known, context) : refuse('authentication_not_found'));

/** Follows a command without a reply in time, in the same order: replies with the present state. */
export function checkAuthentication(
  known: StandaloneAuthentication | undefined,
  command: Sender,
  { now, pendingReplies }: DecideContext,
): Decision {
  if (!known) return refuse('authentication_not_found');
  return checkSender(known, command, now) ?? unchanged([{ kind: 'reply', pendingReplies }]);
}

/**
 * Before the challenge a sync could come before the command itself and forbid it. A request soon after another waits for the
 * next sync: any number of them costs one sync in `returnLookupEveryMs`.
 */
function requestResult(known: StandaloneAuthentication, { now, rules, pendingReplies }: DecideContext): Decision {
  if (known.state !== 'challenged') return unchanged([{ kind: 'reply', pendingReplies }]);
  const waiting = { ...known, pendingReplies: [...known.pendingReplies, ...pendingReplies] };
  const nextAt = known.lastLookupAt === null ? 0 : known.lastLookupAt.getTime() + rules.returnLookupEveryMs;
  const delayMs = nextAt - now.getTime();
  return delayMs <= 0
    ? decided({ ...waiting, lastLookupAt: now }, [{ kind: 'sync' }])
    : decided(waiting, [{ kind: 'due_later', delayMs }]);
}

const endOfStep = (
  { state, progress, expiresAt, stepAt }: StandaloneAuthentication,
  rules: AuthenticationRules,
): Date =>
  state === 'created' || !progress ? expiresAt : new Date(stepAt.getTime() + stepLimitMs[progress.state](rules));

/**
 * Runs the due job: ends the authentication when the time of its step is over. The 3DS server is asked first, where a call is under
 * way: the customer may have completed the challenge without returning.
 */
export function authenticationDue(
  known: StandaloneAuthentication | undefined,
  _job: unknown,
  { now, rules }: DecideContext,
): Decision {
  if (!known || !isOpen(known)) return unchanged();
  const leftMs = endOfStep(known, rules).getTime() - now.getTime();
  if (leftMs > 0) {
    const again: Effect = { kind: 'due_later', delayMs: leftMs };
    // A second request soon after the first has put its sync off until now.
    return known.state === 'challenged'
      ? decided({ ...known, lastLookupAt: now }, [{ kind: 'sync' }, again])
      : unchanged([again]);
  }
  const hasCall = known.state !== 'created' && known.state !== 'browser_awaited';
  if (!hasCall || known.syncCount >= overdueRequests) return failAuthentication(known, timedOut);
  const syncCount = known.syncCount + 1;
  return decided({ ...known, syncCount, lastLookupAt: now }, [
    { kind: 'sync' },
    { kind: 'due_later', delayMs: syncDelayMs(rules, syncCount) },
  ]);
}

/** Ends the authentication without a success; every caller gets it. */
function failAuthentication(known: StandaloneAuthentication, error: ProcessorError): Decision {
  const { progress, pendingReplies } = known;
  const failed: StandaloneAuthentication = {
    ...withoutCardNumber(known),
    state: moveState(standaloneMachine, known.state, known.state === 'created' ? 'expired' : 'failed'),
    progress: progress && { ...progress, state: 'failed', error },
    pendingReplies: [],
  };
  return decided(failed, [{ kind: 'cancel_due' }, { kind: 'reply', pendingReplies }]);
}

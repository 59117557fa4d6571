import type { ProcessorError } from '@payorch/contracts';
import { InvariantError, moveState } from '@payorch/kernel';
import { caseOf, syncDelayMs } from '@payorch/operations';
import type { Attempt } from '../attempts/attempt';
import { isIn, move } from '../attempts/attempt';
import { blocksCharge } from '../attempts/claim';
import { authorizeAuthenticated } from '../authorization/begin-authorization';
import type { DecideContext, Decision, Effect } from '../decision';
import { decided } from '../decision';
import { authenticationMachine, authenticationOperation } from '../../../authentications/domain/authentication.machine';
import { afterOutcome } from '../../../authentications/domain/authentication-progress';
import type { Authentication } from '../../../authentications/domain/authentication';
import { isAuthenticating, withAuthentication } from '../authentications/authentications';
import type { Payment } from '../payment';
import { withAttempt } from '../payment';
import { withSums } from '../payment.status';
import type { PaymentRules, Reported } from '../outcome-rules';
import { withoutMove } from '../outcome-rules';

/** Outcomes of the calls of an authentication. */
export const authenticationRules: PaymentRules<typeof authenticationMachine, Authentication> = {
  definition: authenticationOperation,
  caseOf: (_known, { event }) => caseOf(event),
  moved: (known, on, reported) => {
    const state = moveState(authenticationMachine, known.state, on);
    return follow(afterOutcome(known, state, reported.event.outcome), reported);
  },
  verified: (_known, reported) => withoutMove(reported, reported.payment.pendingReplies),
  late: (_known, reported) => withoutMove(reported, reported.payment.pendingReplies),
};

function follow(authentication: Authentication, reported: Reported): Decision {
  const { payment, attempt: before, event, context } = reported;
  if (!isAuthenticating(before)) throw new InvariantError('an outcome moves the authentication of an ended attempt');
  // The time of a step counts from its beginning, however often the server is asked.
  const hasMoved = before.authentication?.state !== authentication.state;
  const attempt = { ...before, authentication, modifiedAt: hasMoved ? context.now : before.modifiedAt };
  const { pendingReplies } = payment;
  switch (authentication.state) {
    case 'succeeded':
      return blocksCharge(payment)
        ? failAuthentication(payment, attempt, endedByClaim, context)
        : authorizeAuthenticated(payment, attempt, context);
    case 'failed':
      return failAuthentication(payment, attempt, authentication.error, context);
    case 'browser_awaited':
      return decided(withSums(withAttempt({ ...payment, pendingReplies: [] }, preAuthenticated(attempt, context))), [
        customerTime(attempt, context),
        { kind: 'reply', pendingReplies },
      ]);
    case 'challenged':
      return decided(
        withAttempt({ ...payment, pendingReplies: [] }, hasMoved ? { ...attempt, syncCount: 0 } : attempt),
        [...(hasMoved ? [customerTime(attempt, context)] : []), { kind: 'reply', pendingReplies }],
      );
    default:
      // Without an answer the browser still waits. The job behind a sync has already planned the next one.
      return decided(withAttempt(payment, attempt), [...(event.source === 'call' ? [soon(attempt, context)] : [])]);
  }
}

/** A challenged customer, and a browser with the issuer's fingerprint page, get this long. */
const customerTime = ({ id }: Attempt, { rules }: DecideContext): Effect => ({
  kind: 'sync_later',
  attemptId: id,
  delayMs: rules.customerTimeoutMs,
});

const soon = ({ id, syncCount }: Attempt, { rules }: DecideContext): Effect => ({
  kind: 'sync_later',
  attemptId: id,
  delayMs: syncDelayMs(rules, syncCount),
});

function preAuthenticated(attempt: Attempt, { now: modifiedAt }: DecideContext): Attempt<'authenticating'> {
  if (!isIn(attempt, 'authentication_initiated')) throw new InvariantError('a pre-authentication has ended twice');
  return move(attempt, 'pre_authenticated', {}, { modifiedAt, syncCount: 0 });
}

const endedByClaim = {
  code: 'No error code',
  message: 'An operator has declared another status of the attempt: nothing was charged',
  reason: null,
};

const failureCode = 'EXTERNAL_AUTHENTICATION_FAILURE';

/** The attempt ends without any authorization; every caller gets the failed payment. */
export function failAuthentication(
  payment: Payment,
  attempt: Attempt<'authentication_initiated'> | Attempt<'authenticating'>,
  cause: ProcessorError | null,
  { now: modifiedAt }: DecideContext,
): Decision {
  const { pendingReplies } = payment;
  const message = 'The authentication of the customer failed';
  const error = { code: failureCode, message, reason: cause?.message ?? null };
  const failed = move(
    withAuthentication(attempt, { state: 'failed', error: cause }),
    'failed',
    { account: null, reference: null, error },
    { modifiedAt, syncCount: 0 },
  );
  return decided(withSums(withAttempt({ ...payment, pendingReplies: [] }, failed)), [
    { kind: 'cancel_sync', attemptId: attempt.id },
    { kind: 'reply', pendingReplies },
  ]);
}

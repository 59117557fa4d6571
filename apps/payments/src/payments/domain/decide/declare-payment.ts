import type { DataOf, Outcome, ProcessorError, paymentDeclare } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { Money } from '@payorch/kernel';
import type { Attempt } from '../attempts/attempt';
import { isIn, referenceOf } from '../attempts/attempt';
import type { AttemptStatus } from '../attempts/attempt-status';
import { isAttemptStatus } from '../attempts/attempt-status';
import { errorWith, hasError, incidentOf, isSameError, withClaim } from '../attempts/claim';
import type { DecideContext, Decided, Decision } from '../decision';
import { decided, pendingRepliesOf, unchanged } from '../decision';
import { applyByRules } from '../outcomes/apply-by-rules';
import { attemptRules } from '../outcomes/attempt.rules';
import type { Payment } from '../payment';
import { activeAttempt, netAmount, withAttempt } from '../payment';
import { attemptStatusOf, knownAttemptStatusOf } from '../payment.status';
import { syncOf } from '../outcomes/sync-effects';
import { cancelPayment } from './cancel-payment';

type Sent = DataOf<typeof paymentDeclare>;
type Command = Sent & { readonly attemptStatus: AttemptStatus | null };

/**
 * An operator declares what became of an attempt. Where the attempt's machine has such an outcome, the declaration is one, like the
 * processor's own. Everything else is stored and shown as the operator's claim, and what is known stays. Each change leaves an audit row.
 */
export function declarePayment(payment: Payment | undefined, sent: Sent, context: DecideContext): Decision {
  const attempt = payment && attemptIn(payment, sent);
  if (!payment || !attempt) return refuse('payment_not_found');
  if (!hasKnownStatus(sent)) return refuse('invalid_value', { field: 'attempt_status' });
  if (sent.amountCapturable !== null && sent.amountCapturable > netAmount(payment).amount) {
    return refuse('invalid_request', { message: 'amount_capturable should be less than or equal to amount' });
  }
  const moved = outcomeDeclared(payment, attempt, sent, context) ?? decided(corrected(payment, attempt, sent, context));
  const declared = withClaim(moved.payment, attemptIn(moved.payment, sent) ?? attempt, sent, context.now);
  const reply = { kind: 'reply', pendingReplies: pendingRepliesOf(context) } as const;
  if (declared === payment) return unchanged([reply]);
  const statusBefore = attemptStatusOf(payment, attempt);
  const audit = { kind: 'manual_update', attemptId: attempt.id, statusBefore, command: sent } as const;
  const incidents = incidentOf(declared, attemptIn(declared, sent) ?? attempt);
  return decided(declared, [...moved.effects, ...incidents, audit, reply]);
}

const hasKnownStatus = (sent: Sent): sent is Command =>
  sent.attemptStatus === null || isAttemptStatus(sent.attemptStatus);

const attemptIn = ({ attempts }: Payment, { attemptId }: Sent): Attempt | undefined =>
  attempts.find(({ id }) => id === attemptId);

/** The declaration as an outcome; undefined where the attempt does not move to the declared status by one. */
function outcomeDeclared(
  payment: Payment,
  attempt: Attempt,
  command: Command,
  context: DecideContext,
): Decided | undefined {
  const { attemptStatus } = command;
  if (attemptStatus === null || attemptStatus === knownAttemptStatusOf(payment, attempt)) return undefined;
  const decision = isUnsent(attempt)
    ? cancelled(payment, command, context)
    : reported(payment, attempt, attemptStatus, command, context);
  if (decision?.kind !== 'decided') return undefined;
  const after = attemptIn(decision.payment, command);
  return after && knownAttemptStatusOf(decision.payment, after) === attemptStatus ? decision : undefined;
}

/** No processor has the attempt: it ends as by the merchant's cancellation. */
const isUnsent = (attempt: Attempt): boolean =>
  isIn(attempt, 'payment_method_awaited', 'confirmation_awaited', 'authenticating');

const cancelled = (payment: Payment, command: Command, context: DecideContext): Decision | undefined =>
  command.attemptStatus === 'voided'
    ? cancelPayment(
        payment,
        { ...command, cancellationReason: payment.cancellationReason },
        { ...context, request: { ...context.request, pendingReply: null } },
      )
    : undefined;

function reported(
  payment: Payment,
  attempt: Attempt,
  wanted: AttemptStatus,
  command: Command,
  context: DecideContext,
): Decision | undefined {
  const underWay = attempt.id === activeAttempt(payment).id ? syncOf(payment, attempt) : undefined;
  // A worker may be calling the processor while the attempt is `authorizing`: its outcome comes first.
  if (underWay?.kind !== 'sync' || underWay.flow === 'extend' || isIn(attempt, 'authorizing')) return undefined;
  const reference = command.connectorTransactionId ?? referenceOf(attempt);
  const known = 'error' in attempt.facts ? attempt.facts.error : null;
  const outcome = outcomeOf(wanted, reference, moneyIn(attempt, wanted, underWay.money), errorWith(known, command));
  if (!outcome) return undefined;
  const { flow, operation } = underWay;
  const { merchantId, profileId, paymentId } = payment;
  const about = { merchantId, profileId, paymentId, attemptId: attempt.id, operationId: operation.id };
  const event = { ...about, account: operation.account, flow, outcome, sentAt: null, fallbacks: null };
  // A declared failure is the operator's last word: nothing is sent after it.
  const profile = { ...context.settings.profile, autoRetries: false };
  const reportedOutcome = {
    payment,
    attempt,
    event: { ...event, source: 'sync' as const },
    context: { ...context, settings: { ...context.settings, profile } },
  };
  return applyByRules(attemptRules, attempt, reportedOutcome);
}

/** A capture under way moves its own amount, and an increment succeeds with its own; everything else moves the authorized one. */
function moneyIn(attempt: Attempt, wanted: AttemptStatus, requested: Money): Money {
  const isEndOfIncrement = isIn(attempt, 'increment_initiated') && wanted !== 'authorized';
  return isIn(attempt, 'authorized') || isEndOfIncrement ? attempt.facts.authorized : requested;
}

/** The outcome that the declared status means; undefined for a status that no outcome leads to without more facts. */
function outcomeOf(
  wanted: AttemptStatus,
  reference: string | null,
  money: Money,
  error: ProcessorError,
): Outcome | undefined {
  switch (wanted) {
    case 'failure':
    case 'capture_failed':
    case 'void_failed':
      return { kind: 'declined', reference, error, retry: 'never' };
    case 'authorized':
    case 'charged':
    case 'partial_charged':
    case 'voided':
      if (reference === null) return undefined;
      if (wanted === 'voided') return { kind: 'voided', reference };
      return { kind: wanted === 'authorized' ? 'authorized' : 'captured', reference, money };
    default:
      return undefined;
  }
}

/** The payment with the error of an attempt that shows one, and with the processor's id where none is known. */
function corrected(
  payment: Payment,
  attempt: Attempt,
  command: Command,
  { now: modifiedAt }: Pick<DecideContext, 'now'>,
): Payment {
  const isClaim = (command.attemptStatus ?? attempt.claim?.status) !== undefined;
  const isKnownStatus = command.attemptStatus === knownAttemptStatusOf(payment, attempt);
  if (isClaim && !isKnownStatus) return payment;
  if (!isIn(attempt, 'pending', 'failure', 'capture_failed', 'void_failed')) return payment;
  const { error: known, reference } = attempt.facts;
  const error = hasError(command) ? errorWith(known, command) : known;
  const named = reference ?? command.connectorTransactionId;
  if (named === reference && (error === null || isSameError(error, known))) return payment;
  return withAttempt(payment, {
    ...attempt,
    facts: { ...attempt.facts, error, reference: named },
    modifiedAt,
  } as Attempt);
}

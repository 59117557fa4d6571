import type { DataOf, Outcome, ProcessorError, Refusal, paymentDeclare } from '@payorch/contracts';
import { isRefusal, refuse } from '@payorch/contracts';
import type { Money } from '@payorch/kernel';
import { minorUnitsToJson } from '@payorch/kernel';
import { applyOutcome } from '@payorch/operations';
import type { Attempt } from '../attempt';
import { isIn, referenceOf } from '../attempt';
import type { DecideContext, Decided, Decision } from '../decision';
import { decided, pendingRepliesOf, unchanged } from '../decision';
import { attemptRules } from '../outcomes/attempt-outcome';
import type { Payment } from '../payment';
import { activeAttempt, netAmount, withAttempt } from '../payment';
import { attemptStatusOf } from '../payment.status';
import { syncOf } from '../sync-effects';

type Command = DataOf<typeof paymentDeclare>;

/**
 * An operator declares what became of an attempt whose processor does not report it. The declaration is an outcome like the
 * processor's own: it moves the attempt along its machine, so an attempt that has ended keeps its status, and an amount that was
 * never authorized cannot be captured. Each change leaves an audit row.
 */
export function declarePayment(payment: Payment | undefined, command: Command, context: DecideContext): Decision {
  const attempt = payment?.attempts.find(({ id }) => id === command.attemptId);
  if (!payment || !attempt) return refuse('payment_not_found');
  const { amountCapturable } = command;
  if (amountCapturable !== null && amountCapturable > netAmount(payment).amount) {
    return refuse('invalid_request', { message: 'amount_capturable should be less than or equal to amount' });
  }
  const result = declared(payment, attempt, command, context);
  if (isRefusal(result)) return result;
  const after = result?.payment ?? payment;
  if (amountCapturable !== null && amountCapturable !== after.amountCapturable) {
    const follows = minorUnitsToJson(after.amountCapturable);
    return refuse('invalid_request', {
      message: `amount_capturable follows from the attempt status: it is ${follows}`,
    });
  }
  const reply = { kind: 'reply', pendingReplies: pendingRepliesOf(context) } as const;
  if (!result) return unchanged([reply]);
  const audit = {
    kind: 'manual_update',
    attemptId: attempt.id,
    statusBefore: attemptStatusOf(payment, attempt),
    command,
  } as const;
  return decided(result.payment, [...result.effects, audit, reply]);
}

/** The payment after the declaration; undefined where nothing changes. */
function declared(
  payment: Payment,
  attempt: Attempt,
  command: Command,
  context: DecideContext,
): Decided | Refusal | undefined {
  const { attemptStatus } = command;
  if (attemptStatus === null || attemptStatus === attemptStatusOf(payment, attempt))
    return corrected(payment, attempt, command, context);
  return moved(payment, attempt, attemptStatus, command, context);
}

const wrongStatus = (payment: Payment, attempt: Attempt, wanted: string): Refusal =>
  refuse('invalid_request', {
    message: `attempt_status cannot become ${wanted}: it is ${attemptStatusOf(payment, attempt)}`,
  });

function moved(
  payment: Payment,
  attempt: Attempt,
  wanted: string,
  command: Command,
  context: DecideContext,
): Decided | Refusal {
  const underWay = attempt.id === activeAttempt(payment).id ? syncOf(payment, attempt) : undefined;
  // A worker may be calling the processor while the attempt is `authorizing`: its outcome comes first.
  if (underWay?.kind !== 'sync' || underWay.flow === 'extend' || isIn(attempt, 'authorizing')) {
    return wrongStatus(payment, attempt, wanted);
  }
  const reference = command.connectorTransactionId ?? referenceOf(attempt);
  const outcome = outcomeOf(wanted, reference, moneyIn(attempt, underWay.money), errorOf(attempt, command));
  if (!outcome) return wrongStatus(payment, attempt, wanted);
  if (isRefusal(outcome)) return outcome;
  const { flow, operation } = underWay;
  const { merchantId, profileId, paymentId } = payment;
  const about = { merchantId, profileId, paymentId, attemptId: attempt.id, operationId: operation.id };
  const event = { ...about, account: operation.account, flow, source: 'sync', outcome, sentAt: null, fallbacks: null };
  // A declared failure is the operator's last word: nothing is sent after it.
  const profile = { ...context.profile, autoRetries: false };
  const reported = { payment, attempt, event: { ...event, source: 'sync' as const }, context: { ...context, profile } };
  const decision = applyOutcome(attemptRules, attempt, reported);
  const after = decision.kind === 'decided' ? activeAttempt(decision.payment) : undefined;
  return decision.kind === 'decided' && after && attemptStatusOf(decision.payment, after) === wanted
    ? decision
    : wrongStatus(payment, attempt, wanted);
}

/** A capture under way moves its own amount; everything else the authorized one. */
const moneyIn = (attempt: Attempt, requested: Money): Money =>
  isIn(attempt, 'authorized') ? attempt.facts.authorized : requested;

/** The outcome that the declared status means; undefined for a status that no outcome leads to. */
function outcomeOf(
  wanted: string,
  reference: string | null,
  money: Money,
  error: ProcessorError,
): Outcome | Refusal | undefined {
  switch (wanted) {
    case 'failure':
    case 'capture_failed':
    case 'void_failed':
      return { kind: 'declined', reference, error, retry: 'never' };
    case 'authorized':
    case 'charged':
    case 'partial_charged':
    case 'voided':
      if (reference === null) return refuse('missing_param', { field: 'connector_transaction_id' });
      if (wanted === 'voided') return { kind: 'voided', reference };
      return { kind: wanted === 'authorized' ? 'authorized' : 'captured', reference, money };
    default:
      return undefined;
  }
}

function errorOf({ facts }: Attempt, { errorCode, errorMessage, errorReason }: Command): ProcessorError {
  const known = 'error' in facts ? facts.error : null;
  return {
    ...known,
    code: errorCode ?? known?.code ?? 'No error code',
    message: errorMessage ?? known?.message ?? 'No error message',
    reason: errorReason ?? known?.reason ?? null,
  };
}

/** Changes the error of an attempt that shows one, and the processor's id where none is known. */
function corrected(
  payment: Payment,
  attempt: Attempt,
  command: Command,
  { now: modifiedAt }: DecideContext,
): Decided | Refusal | undefined {
  const error = errorOf(attempt, command);
  const hasError = [command.errorCode, command.errorMessage, command.errorReason].some((text) => text !== null);
  const isNewReference =
    command.connectorTransactionId !== null && command.connectorTransactionId !== referenceOf(attempt);
  if (!hasError && !isNewReference) return undefined;
  if (!isIn(attempt, 'pending', 'failure', 'capture_failed', 'void_failed')) {
    return refuse('invalid_request', {
      message: `error and connector_transaction_id cannot change while the attempt status is ${attemptStatusOf(payment, attempt)}`,
    });
  }
  if (isNewReference && referenceOf(attempt) !== null) {
    return refuse('invalid_request', { message: 'connector_transaction_id is known, and cannot change' });
  }
  const known = attempt.facts.error;
  const isSameError =
    known !== null && known.code === error.code && known.message === error.message && known.reason === error.reason;
  if (isSameError && !isNewReference) return undefined;
  const facts = {
    ...attempt.facts,
    ...(hasError && { error }),
    ...(isNewReference && { reference: command.connectorTransactionId }),
  };
  return decided(withAttempt(payment, { ...attempt, facts, modifiedAt } as Attempt));
}

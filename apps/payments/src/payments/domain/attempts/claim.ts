import type { DataOf, OutcomeKind, paymentDeclare, ProcessorError } from '@payorch/contracts';
import type { Attempt, Claim } from './attempt';
import { isIn, referenceOf, withoutClaim } from './attempt';
import type { AttemptState } from './attempt.machine';
import type { AttemptStatus, IntentStatus, MovedMoney } from './attempt-status';
import { intentStatusWith, movedMoneyIn } from './attempt-status';
import type { Event } from '../outcome-event';
import type { Payment } from '../payment';
import { activeAttempt, withAttempt } from '../payment';
import { knownAttemptStatusOf, knownStatusOf, statusOf } from '../payment.status';
import type { Effect } from '../decision';

type Command = Omit<DataOf<typeof paymentDeclare>, 'attemptStatus'> & { readonly attemptStatus: AttemptStatus | null };

/** The attempt with everything of the command that is not known to be so. A command with a status replaces an earlier claim. */
export function withClaim(payment: Payment, attempt: Attempt, command: Command, claimedAt: Date): Payment {
  const earlier = command.attemptStatus === null ? attempt.claim : undefined;
  const claim: Claim = {
    status: statusIn(payment, attempt, command) ?? earlier?.status,
    error: errorIn(payment, attempt, command, earlier),
    reference: unlessKnown(command.connectorTransactionId, referenceOf(attempt), earlier?.reference),
    amountCapturable: unlessKnown(command.amountCapturable, capturableOf(payment, attempt), earlier?.amountCapturable),
    claimedAt,
  };
  if (isSame(claim, attempt.claim)) return payment;
  const known = withoutClaim(attempt);
  return withAttempt(payment, isEmpty(claim) ? known : { ...known, claim, modifiedAt: claimedAt });
}

const statusIn = (payment: Payment, attempt: Attempt, { attemptStatus }: Command): AttemptStatus | undefined =>
  attemptStatus === null || attemptStatus === knownAttemptStatusOf(payment, attempt) ? undefined : attemptStatus;

/** A value that the command leaves out stays claimed. */
const unlessKnown = <T>(sent: T | null, known: T | null, claimed: T | undefined): T | undefined =>
  sent === null ? claimed : sent === known ? undefined : sent;

/** The capturable amount is the payment's, of its last attempt. */
const capturableOf = (payment: Payment, { id }: Attempt): Payment['amountCapturable'] | null =>
  id === activeAttempt(payment).id ? payment.amountCapturable : null;

function errorIn(payment: Payment, attempt: Attempt, command: Command, earlier: Claim | undefined): Claim['error'] {
  const known = 'error' in attempt.facts ? attempt.facts.error : null;
  const error = errorWith(earlier?.error ?? known, command);
  if (hasError(command)) return isSameError(error, known) ? undefined : error;
  const status = statusIn(payment, attempt, command);
  if (status === undefined) return earlier?.error;
  return intentStatusWith(status) === 'failed' ? error : null;
}

export const hasError = ({ errorCode, errorMessage, errorReason }: Omit<Command, 'attemptStatus'>): boolean =>
  [errorCode, errorMessage, errorReason].some((text) => text !== null);

/** The error with the texts of the command in the place of the known ones. */
export const errorWith = (
  known: ProcessorError | null,
  { errorCode, errorMessage, errorReason }: Omit<Command, 'attemptStatus'>,
): ProcessorError => ({
  ...known,
  code: errorCode ?? known?.code ?? 'No error code',
  message: errorMessage ?? known?.message ?? 'No error message',
  reason: errorReason ?? known?.reason ?? null,
});

export const isSameError = (one: ProcessorError, other: ProcessorError | null): boolean =>
  other !== null && one.code === other.code && one.message === other.message && one.reason === other.reason;

const valuesOf = ({ status, error, reference, amountCapturable }: Partial<Claim>) => [
  ...[status, reference, amountCapturable, error === null],
  ...[error?.code, error?.message, error?.reason],
];
const isEmpty = (claim: Claim): boolean => isSame(claim, undefined);
function isSame(claim: Claim, other: Claim | undefined): boolean {
  const others = valuesOf(other ?? {});
  return valuesOf(claim).every((value, index) => value === others[index]);
}

/** The money that is known to have moved; states that the interface shows alike may differ in it. */
function knownMoney(payment: Payment, attempt: Attempt): MovedMoney {
  if (isIn(attempt, 'cancellation_initiated')) return 'none';
  if (isIn(attempt, 'increment_initiated')) return 'authorized';
  if (isIn(attempt, 'remainder_void_initiated')) return 'charged_partly';
  return movedMoneyIn(knownAttemptStatusOf(payment, attempt));
}

/** A claim that contradicts the money known to have moved needs a person. */
export const incidentOf = (payment: Payment, attempt: Attempt): readonly Effect[] =>
  attempt.claim?.status !== undefined && movedMoneyIn(attempt.claim.status) !== knownMoney(payment, attempt)
    ? [{ kind: 'incident', attemptId: attempt.id, incident: 'claim_contradicts' }]
    : [];

/** Whether nothing new may be charged, because a person claims another status than the one that is known to permit it. */
export function blocksCharge(payment: Payment): boolean {
  const status = statusOf(payment);
  return (
    status !== knownStatusOf(payment) && status !== 'requires_payment_method' && status !== 'requires_confirmation'
  );
}

/** Statuses that await a processor: a claimed one is synced although the attempt is known to have ended. */
const syncedStatuses: readonly IntentStatus[] = [
  ...(['processing', 'requires_customer_action', 'requires_merchant_action', 'requires_capture'] as const),
  'partially_captured_and_capturable',
];
export const isClaimedOpen = ({ claim }: Attempt): boolean =>
  claim?.status !== undefined && syncedStatuses.includes(intentStatusWith(claim.status));

/** The outcomes that report what is known in a state. */
const confirming: Partial<Record<AttemptState, readonly OutcomeKind[]>> = {
  authentication_pending: ['challenged'],
  authorized: ['authorized'],
  partial_charged_and_chargeable: ['authorized', 'captured'],
  charged: ['captured'],
  partial_charged: ['captured'],
  capture_failed: ['authorized', 'declined'],
  void_failed: ['authorized', 'declined'],
  integrity_failure: ['mismatched'],
  voided: ['voided'],
  failure: ['declined', 'absent'],
  expired: ['absent'],
};

/** After an outcome: a claim ends once the processor reports what is known, or moves money. The answer of a call is older. */
export function afterOutcome(before: Payment, after: Payment, { attemptId, source, outcome }: Event): Payment {
  const attempt = after.attempts.find(({ id }) => id === attemptId);
  if (!attempt?.claim) return after;
  const isConfirmed = source !== 'call' && confirming[attempt.state]?.includes(outcome.kind) === true;
  return isConfirmed || before.amountReceived !== after.amountReceived
    ? withAttempt(after, withoutClaim(attempt))
    : after;
}

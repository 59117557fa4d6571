import type { DataOf, Outcome, connectorOutcome, postCaptureVoidReserved } from '@payorch/contracts';
import { flowNotSupported, refuse } from '@payorch/contracts';
import { nextSync } from '../sync-schedule';
import { isIn, move } from '../attempt';
import type { DecideContext, Decision, Effect } from '../decision';
import { decided, unchanged } from '../decision';
import type { Payment, PostCaptureVoid } from '../payment';
import { withAttempt } from '../payment';
import { withSums } from '../payment.status';
import { chargedAttempt, moveVoid, stateAfter, withVoid } from '../post-capture-void';

type Reservation = DataOf<typeof postCaptureVoidReserved>;
type Event = DataOf<typeof connectorOutcome>;

const voidIn = (payment: Payment | undefined, operation: string): PostCaptureVoid | undefined =>
  payment?.postCaptureVoids.find((one) => one.operation === operation);

/** The charge is reserved: sends the void to the processor, once. Releases the reservation of a void that has ended. */
export function voidReserved(
  payment: Payment | undefined,
  { operationId }: Reservation,
  context: DecideContext,
): Decision {
  const known = voidIn(payment, operationId);
  const attempt = payment && chargedAttempt(payment);
  if (!payment || !known || known.state === 'failed' || known.state === 'refused') {
    return unchanged([{ kind: 'release_void', operation: operationId }]);
  }
  if (known.state !== 'requested' || !attempt) return unchanged();
  const { account, reference, charged } = attempt.facts;
  const { reason } = known;
  return decided(withVoid(payment, moveVoid(known, 'reserved', context.now)), [
    {
      kind: 'post_capture_void',
      operation: { id: operationId, attemptId: attempt.id, account },
      reference,
      charged,
      reason,
    },
    { kind: 'sync_later', attemptId: attempt.id, delayMs: context.rules.beginWithinMs },
  ]);
}

/** The charge is refunded in part, or may be: the payment does not change. */
export function voidRefused(
  payment: Payment | undefined,
  { operationId }: Reservation,
  { now }: DecideContext,
): Decision {
  const known = voidIn(payment, operationId);
  if (!payment || known?.state !== 'requested') return unchanged();
  const message = 'Post-capture void cannot be performed after a refund has been issued';
  const { pendingReplies } = payment;
  return decided({ ...withVoid(payment, moveVoid(known, 'refused', now)), pendingReplies: [] }, [
    ...cancelSync(payment),
    { kind: 'refuse', pendingReplies, refusal: refuse('precondition_failed', { message }) },
  ]);
}

/** The machine's event for an outcome. */
const eventOf = (outcome: Outcome): string =>
  outcome.kind === 'not_sent' && outcome.error.code === flowNotSupported ? 'not_supported' : outcome.kind;

/** Applies an outcome of a post-capture void, from the call, a sync or a webhook, in any order and any number of times. */
export function applyVoidOutcome(payment: Payment, event: Event, context: DecideContext): Decision {
  const known = voidIn(payment, event.operationId);
  const attempt = payment.attempts.find(({ id }) => id === event.attemptId);
  if (!known || !attempt) return unchanged();
  const state = stateAfter(known, eventOf(event.outcome));
  if (state === undefined) return applyLateOutcome(payment, known, event);
  const applied = withVoid(payment, voidAfter(known, state, event.outcome, context.now));
  const { pendingReplies } = payment;
  const answer: Effect = { kind: 'answer', pendingReplies };
  const cancellationReason =
    state === 'refused' ? payment.cancellationReason : (known.reason ?? payment.cancellationReason);
  const answered = { ...applied, cancellationReason, pendingReplies: [] };
  switch (state) {
    case 'succeeded': {
      // The table does not lead here; voided money must not be dropped even so.
      if (!isIn(attempt, 'charged', 'partial_charged')) return applyLateOutcome(payment, known, event);
      const ended = move(attempt, 'voided_post_charge', attempt.facts, context.now);
      return decided(withSums(withAttempt(answered, ended)), [...cancelSync(payment), answer]);
    }
    case 'failed':
      return decided(answered, [...cancelSync(payment), { kind: 'release_void', operation: known.operation }, answer]);
    case 'refused': {
      const { connector } = event.account;
      const refusal = refuse('flow_not_supported', { flow: 'cancel_post_capture', connector });
      return decided(answered, [
        ...cancelSync(payment),
        { kind: 'release_void', operation: known.operation },
        { kind: 'refuse', pendingReplies, refusal },
      ]);
    }
    default:
      // The job behind a sync has already planned the next one.
      return decided(answered, [...(event.source === 'sync' ? [] : [nextSync(attempt, context)]), answer]);
  }
}

const cancelSync = (payment: Payment): Effect[] => {
  const attempt = chargedAttempt(payment);
  return attempt ? [{ kind: 'cancel_sync', attemptId: attempt.id }] : [];
};

const noSuchVoid = { code: 'No error code', message: 'The processor knows of no such void', reason: null };

const voidAfter = (
  known: PostCaptureVoid,
  state: PostCaptureVoid['state'],
  outcome: Outcome,
  now: Date,
): PostCaptureVoid => ({
  ...known,
  state,
  reference: ('reference' in outcome ? outcome.reference : null) ?? known.reference,
  error: 'error' in outcome ? outcome.error : state === 'failed' ? noSuchVoid : null,
  modifiedAt: now,
});

/** Most late outcomes are stale; a void that succeeds after we gave it up opens an incident. */
function applyLateOutcome(payment: Payment, known: PostCaptureVoid, { attemptId, outcome, source }: Event): Decision {
  const pendingReplies = source === 'sync' ? payment.pendingReplies : [];
  const answer: Effect[] = pendingReplies.length > 0 ? [{ kind: 'answer', pendingReplies }] : [];
  const isLate = outcome.kind === 'voided' && known.state !== 'succeeded';
  const incidents: Effect[] = isLate ? [{ kind: 'incident', attemptId, incident: 'late_success' }] : [];
  if (answer.length + incidents.length === 0) return unchanged();
  return decided(answer.length > 0 ? { ...payment, pendingReplies: [] } : payment, [...answer, ...incidents]);
}

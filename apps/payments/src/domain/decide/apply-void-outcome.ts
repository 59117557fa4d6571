import type { DataOf, Outcome, connectorOutcome, postCaptureVoidReserved } from '@payorch/contracts';
import { flowNotSupported, refuse } from '@payorch/contracts';
import { nextQuestion } from '../asking';
import { isIn, move } from '../attempt';
import type { DecideContext, Decision, Effect } from '../decision';
import { decided, unchanged } from '../decision';
import type { Payment, PostCaptureVoid } from '../payment';
import { withAttempt } from '../payment';
import { withSums } from '../payment.status';
import { chargedAttempt, moveVoid, stateAfter, withVoid } from '../post-capture-void';

type Told = DataOf<typeof postCaptureVoidReserved>;
type Event = DataOf<typeof connectorOutcome>;

const voidIn = (payment: Payment | undefined, operation: string): PostCaptureVoid | undefined =>
  payment?.postCaptureVoids.find((one) => one.operation === operation);

/** The sum is ours: now the processor is told, once. What is kept for a void that is over is let go again. */
export function voidReserved(payment: Payment | undefined, { operationId }: Told, context: DecideContext): Decision {
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
    { kind: 'ask_later', attemptId: attempt.id, delayMs: context.rules.beginWithinMs },
  ]);
}

/** Some of it was refunded, or may have been: the payment stays as it was. */
export function voidRefused(payment: Payment | undefined, { operationId }: Told, { now }: DecideContext): Decision {
  const known = voidIn(payment, operationId);
  if (!payment || known?.state !== 'requested') return unchanged();
  const message = 'Post-capture void cannot be performed after a refund has been issued';
  const { waiters } = payment;
  return decided({ ...withVoid(payment, moveVoid(known, 'refused', now)), waiters: [] }, [
    ...stopAsking(payment),
    { kind: 'refuse', waiters, refusal: refuse('precondition_failed', { message }) },
  ]);
}

/** The machine's word for an outcome. */
const wordOf = (outcome: Outcome): string =>
  outcome.kind === 'not_sent' && outcome.error.code === flowNotSupported ? 'not_supported' : outcome.kind;

/** What a processor said of a void after the capture, by the call, a sync or a webhook, in any order and any number of times. */
export function applyVoidOutcome(payment: Payment, event: Event, context: DecideContext): Decision {
  const known = voidIn(payment, event.operationId);
  const attempt = payment.attempts.find(({ id }) => id === event.attemptId);
  if (!known || !attempt) return unchanged();
  const state = stateAfter(known, wordOf(event.outcome));
  if (state === undefined) return tooLate(payment, known, event);
  const heard = withVoid(payment, voidAfter(known, state, event.outcome, context.now));
  const { waiters } = payment;
  const answer: Effect = { kind: 'answer', waiters };
  const cancellationReason =
    state === 'refused' ? payment.cancellationReason : (known.reason ?? payment.cancellationReason);
  const answered = { ...heard, cancellationReason, waiters: [] };
  switch (state) {
    case 'succeeded': {
      // No table leads here; money that was given back must not be dropped even so.
      if (!isIn(attempt, 'charged', 'partial_charged')) return tooLate(payment, known, event);
      const ended = move(attempt, 'voided_post_charge', attempt.facts, context.now);
      return decided(withSums(withAttempt(answered, ended)), [...stopAsking(payment), answer]);
    }
    case 'failed':
      return decided(answered, [...stopAsking(payment), { kind: 'release_void', operation: known.operation }, answer]);
    case 'refused': {
      const { connector } = event.account;
      const refusal = refuse('flow_not_supported', { flow: 'cancel_post_capture', connector });
      return decided(answered, [
        ...stopAsking(payment),
        { kind: 'release_void', operation: known.operation },
        { kind: 'refuse', waiters, refusal },
      ]);
    }
    default:
      // The job that asked has planned its successor already.
      return decided(answered, [...(event.source === 'sync' ? [] : [nextQuestion(attempt, context)]), answer]);
  }
}

const stopAsking = (payment: Payment): Effect[] => {
  const attempt = chargedAttempt(payment);
  return attempt ? [{ kind: 'stop_asking', attemptId: attempt.id }] : [];
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

/** Most such news is stale; but a charge that was taken back though we had given the void up goes to a person. */
function tooLate(payment: Payment, known: PostCaptureVoid, { attemptId, outcome, source }: Event): Decision {
  const waiters = source === 'sync' ? payment.waiters : [];
  const answer: Effect[] = waiters.length > 0 ? [{ kind: 'answer', waiters }] : [];
  const isLate = outcome.kind === 'voided' && known.state !== 'succeeded';
  const incidents: Effect[] = isLate ? [{ kind: 'incident', attemptId, incident: 'late_success' }] : [];
  if (answer.length + incidents.length === 0) return unchanged();
  return decided(answer.length > 0 ? { ...payment, waiters: [] } : payment, [...answer, ...incidents]);
}

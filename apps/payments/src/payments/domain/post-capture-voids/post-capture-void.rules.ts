import type { Outcome } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { moveState } from '@payorch/kernel';
import type { PostCaptureVoidState } from '@payorch/operations';
import { caseOf, postCaptureVoidMachine, postCaptureVoidOperation } from '@payorch/operations';
import { isIn, move } from '../attempts/attempt';
import type { Decision, Effect } from '../decision';
import { decided } from '../decision';
import type { PostCaptureVoid } from './post-capture-void';
import { withAttempt } from '../payment';
import { withSums } from '../payment.status';
import { withFollowUp } from '../follow-ups';
import { cancelVoidSync } from './post-capture-voids';
import { nextSync } from '../attempts/next-sync';
import type { PaymentRules, Reported } from '../outcome-rules';
import { withoutMove } from '../outcome-rules';

/** Outcomes of a post-capture void. */
export const postCaptureVoidRules: PaymentRules<typeof postCaptureVoidMachine, PostCaptureVoid> = {
  definition: postCaptureVoidOperation,
  caseOf: (_void, { event }) => caseOf(event),
  moved: (known, on, reported) => follow(known, moveState(postCaptureVoidMachine, known.state, on), reported),
  late: (_void, reported, verdict) =>
    withoutMove(reported, reported.payment.pendingReplies, lateEffects(reported, verdict === 'late_success')),
};

/** A void that succeeds after we gave it up opens an incident. */
const lateEffects = ({ attempt }: Reported, isSuccess: boolean): Effect[] =>
  isSuccess ? [{ kind: 'incident', attemptId: attempt.id, incident: 'late_success' }] : [];

function follow(known: PostCaptureVoid, state: PostCaptureVoidState, reported: Reported): Decision {
  const { payment, attempt, event, context } = reported;
  const { pendingReplies } = payment;
  const answer: Effect = { kind: 'reply', pendingReplies };
  const release: Effect = { kind: 'release_void', operation: known.operation };
  const cancellationReason =
    state === 'refused' ? payment.cancellationReason : (known.reason ?? payment.cancellationReason);
  const applied = withFollowUp(payment, 'postCaptureVoids', voidAfter(known, state, event.outcome, context.now));
  const answered = { ...applied, cancellationReason, pendingReplies: [] };
  switch (state) {
    case 'succeeded': {
      // The table does not lead here; voided money must not be dropped even so.
      if (!isIn(attempt, 'charged', 'partial_charged'))
        return withoutMove(reported, pendingReplies, lateEffects(reported, true));
      const ended = move(attempt, 'voided_post_charge', attempt.facts, { modifiedAt: context.now });
      return decided(withSums(withAttempt(answered, ended)), [...cancelVoidSync(payment), answer]);
    }
    case 'failed':
      return decided(answered, [...cancelVoidSync(payment), release, answer]);
    case 'refused': {
      const { connector } = event.account;
      const refusal = refuse('flow_not_supported', { flow: 'cancel_post_capture', connector });
      return decided(answered, [...cancelVoidSync(payment), release, { kind: 'refuse', pendingReplies, refusal }]);
    }
    default:
      // The job behind a sync has already planned the next one.
      return decided(answered, [...(event.source === 'sync' ? [] : [nextSync(attempt, context)]), answer]);
  }
}

const noSuchVoid = { code: 'No error code', message: 'The processor knows of no such void', reason: null };

const voidAfter = (
  known: PostCaptureVoid,
  state: PostCaptureVoidState,
  outcome: Outcome,
  now: Date,
): PostCaptureVoid => ({
  ...known,
  state,
  reference: ('reference' in outcome ? outcome.reference : null) ?? known.reference,
  error: 'error' in outcome ? outcome.error : state === 'failed' ? noSuchVoid : null,
  modifiedAt: now,
});

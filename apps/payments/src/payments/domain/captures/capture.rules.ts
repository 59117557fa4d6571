import type { Outcome, ProcessorError } from '@payorch/contracts';
import { equals, isMore, isZero, moveState } from '@payorch/kernel';
import type { CaptureState, LateVerdict } from '@payorch/operations';
import { captureMachine, captureOperation, caseOf } from '@payorch/operations';
import type { Attempt, Facts } from '../attempts/attempt';
import { isIn, move } from '../attempts/attempt';
import type { AttemptEvent, AttemptState } from '../attempts/attempt.machine';
import { needsSync } from '../attempts/attempt.machine';
import { captureAfter, captured, openCaptures } from './captures';
import type { Effect, Incident } from '../decision';
import { decided } from '../decision';
import { openExtension } from '../extensions/extensions';
import type { Capture } from './capture';
import { followUpIn, withFollowUp } from '../follow-ups';
import type { Payment, PendingReply } from '../payment';
import { netAmount, withAttempt } from '../payment';
import { withSums } from '../payment.status';
import { settleMandate } from '../method/recurring';
import { nextSync } from '../attempts/next-sync';
import type { Event } from '../outcome-event';
import type { PaymentRules, Reported } from '../outcome-rules';
import { withoutMove, withoutReplies } from '../outcome-rules';

/** One of several captures, as an operation with a state. */
interface OneOfSeveral {
  readonly state: CaptureState;
  readonly capture: Capture;
}

/** The capture that an outcome is about, where the payment is captured in several parts. */
export function oneOfSeveral(payment: Payment, { operationId }: Event): OneOfSeveral | undefined {
  const capture = followUpIn(payment, 'captures', operationId);
  return capture && payment.captureMethod === 'manual_multiple' ? { state: capture.status, capture } : undefined;
}

type Capturing = Attempt<'multiple_capture_initiated' | 'further_capture_initiated'>;

/** Outcomes of one of several captures. Its own table decides on it; the sums of all captures decide on the attempt. */
export const multipleCaptureRules: PaymentRules<typeof captureMachine, OneOfSeveral> = {
  definition: captureOperation,
  // The call's own answer is older than what a webhook or a sync has reported since.
  caseOf: ({ state }, { event }) => (state === 'charged' && event.source === 'call' ? 'superseded' : caseOf(event)),
  moved: ({ state, capture }, on, reported) => {
    const { payment, attempt, event, context } = reported;
    if (!isIn(attempt, 'multiple_capture_initiated', 'further_capture_initiated')) {
      return withoutMove(reported, payment.pendingReplies);
    }
    const after = captureAfter(capture, moveState(captureMachine, state, on), event.outcome, context.now);
    const answered = answeredBy(reported);
    const applied = withoutReplies(withFollowUp(payment, 'captures', after), answered);
    const moved = attemptAfter(applied, attempt, reported);
    const settled = settleMandate(withSums(withAttempt(applied, moved)));
    return decided(settled.payment, [
      ...syncEffects(applied, moved, reported),
      ...settled.effects,
      { kind: 'reply', pendingReplies: answered },
    ]);
  },
  late: (_known, reported, verdict) => {
    const incident = incidentOf[verdict];
    const incidents: readonly Effect[] = incident
      ? [{ kind: 'incident', attemptId: reported.attempt.id, incident }]
      : [];
    return withoutMove(reported, answeredBy(reported), incidents);
  },
};

/** A contradicted capture still counts as captured: its amount is not free for another one until a person has decided. */
const incidentOf = {
  late_success: 'late_success',
  contradiction: 'contradicted',
  stale: undefined,
} as const satisfies Record<LateVerdict, Incident | undefined>;

const answeredBy = ({ payment, event }: Reported): readonly PendingReply[] =>
  payment.pendingReplies.filter(({ awaits }) => awaits === undefined || awaits === event.operationId);

/** What the captures amount to. A capture under way may still succeed or fail. */
function eventOf(payment: Payment, attempt: Capturing): AttemptEvent {
  const { authorized } = attempt.facts;
  const sum = captured(payment, attempt);
  if (equals(sum, authorized)) return isMore(netAmount(payment), sum) ? 'captured_partly' : 'captured';
  const isUnderWay = openCaptures(payment, attempt).length > 0;
  if (isZero(sum)) return isUnderWay ? 'captures_open' : 'captures_failed';
  return isUnderWay ? 'captured_more' : 'captured_some';
}

function attemptAfter(payment: Payment, attempt: Capturing, { event: { outcome }, context }: Reported): Attempt {
  const moved = move(attempt, eventOf(payment, attempt), (to) => factsIn(to, payment, attempt, errorIn(outcome)), {
    rawResponse: ('whole' in outcome ? outcome.whole : null) ?? attempt.rawResponse,
    modifiedAt: context.now,
  });
  return moved.state === attempt.state ? moved : { ...moved, syncCount: 0 };
}

const errorIn = (outcome: Outcome): ProcessorError | null => ('error' in outcome ? outcome.error : null);

function factsIn(
  to: AttemptState,
  payment: Payment,
  attempt: Capturing,
  error: ProcessorError | null,
): Facts[AttemptState] {
  const { operation, account, reference, authorized } = attempt.facts;
  const atProcessor = { operation, account, reference };
  switch (to) {
    case 'charged':
    case 'partial_charged':
      return { ...atProcessor, charged: captured(payment, attempt) };
    case 'authorized':
    case 'multiple_capture_initiated':
      return { ...atProcessor, authorized, error };
    default:
      return { ...atProcessor, authorized, error, charged: captured(payment, attempt) };
  }
}

/** Syncs go on while a capture is under way, and for an extension that was requested before the captures. */
function syncEffects(payment: Payment, after: Attempt, { attempt, event: { source }, context }: Reported): Effect[] {
  if (needsSync(after.state)) {
    // The job behind a sync has already planned the next one.
    return source === 'sync' && after.state === attempt.state ? [] : [nextSync(after, context)];
  }
  const isExtending = isIn(after, 'authorized') && openExtension(payment, after) !== undefined;
  return [isExtending ? nextSync(after, context) : { kind: 'cancel_sync', attemptId: after.id }];
}

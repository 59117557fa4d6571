import type { ProcessorDispute, Refusal } from '@payorch/contracts';
import { flowNotSupported, refuse } from '@payorch/contracts';
import type { Followed } from '@payorch/operations';
import { decided, unchanged } from '@payorch/operations';
import type { DecideContext, Decision, Effect } from '../decision';
import type { Answer, Dispute } from '../dispute';
import { answerFollower, type AnswerOutcome, errorOf } from '../follow-answer';
import { isContradiction, mergeKnown } from '../merge-known';
import { withIncident } from '../with-incident';

/** Applies an outcome of the merchant's answer, from the call or a sync, in any order and any number of times. */
export function applyAnswerOutcome(
  dispute: Dispute | undefined,
  event: AnswerOutcome,
  context: DecideContext,
): Decision {
  const answer = dispute?.answer;
  if (!answer || answer.operation !== event.operationId) return unchanged();
  const followed = answerFollower.outcome(answer, event, context);
  if (!followed) return unchanged();
  return followedBy(withReported(dispute, followed.operation, event), followed, (effect) =>
    effect.kind === 'reply' && followed.operation.state === 'failed'
      ? { kind: 'refuse', pendingReplies: effect.pendingReplies, refusal: refusalOf(event, answer) }
      : effect,
  );
}

/** A sync of the answer is due. */
export function answerSyncDue(dispute: Dispute | undefined, _job: unknown, { rules }: DecideContext): Decision {
  const followed = dispute?.answer && answerFollower.syncDue(dispute.answer, rules);
  return followed ? followedBy(dispute, followed, (effect) => effect) : unchanged();
}

type Performed = Exclude<Followed<Answer>['effects'][number], { readonly kind: 'incident' }>;

function followedBy(
  dispute: Dispute,
  { operation: answer, effects }: Followed<Answer>,
  toEffect: (effect: Performed) => Effect,
): Decision {
  const performed = effects.filter((effect): effect is Performed => effect.kind !== 'incident');
  const named = effects.reduce<Dispute>(
    (after, effect) => (effect.kind === 'incident' ? withIncident(after, effect.incident) : after),
    { ...dispute, answer },
  );
  return decided(named, performed.map(toEffect));
}

/** The dispute as the processor has it after the answer. What contradicts an earlier notice needs a person. */
function withReported(dispute: Dispute, answer: Answer, { outcome }: AnswerOutcome): Dispute {
  if (outcome.kind !== 'disputed' || answer.state !== 'succeeded') return dispute;
  const reported = challengedBy(answer, outcome.dispute);
  const merged = mergeKnown(dispute.known, reported);
  if (merged.kind === 'changed') return { ...dispute, known: merged.known };
  const isContradicted = merged.kind === 'refused' && isContradiction(dispute.known, reported);
  return isContradicted ? withIncident(dispute, 'contradicted') : dispute;
}

/** Submitted evidence challenges the dispute, unless the processor says otherwise. */
const challengedBy = ({ flow }: Answer, reported: ProcessorDispute): ProcessorDispute =>
  flow === 'submit_evidence' && reported.status === 'dispute_opened'
    ? { ...reported, status: 'dispute_challenged' }
    : reported;

const flowNames = { accept_dispute: 'Accept Dispute', submit_evidence: 'Submit Evidence' } as const;

function refusalOf(event: AnswerOutcome, { flow }: Answer): Refusal {
  const { code, message, reason } = errorOf(event);
  const { connector } = event.account;
  if (code === flowNotSupported) return refuse('flow_not_supported', { flow: flowNames[flow], connector });
  return refuse('connector_refused', { code, message, connector, ...(reason !== null && { reason }) });
}

import { disputeClosed } from '../refusals';
import type { Dispute, DisputeAnswer, DisputeDecision, Evidence } from './dispute';

const takes = ({ stage, status }: Dispute): boolean =>
  stage !== 'pre_dispute' &&
  ['dispute_opened', 'dispute_challenged', 'dispute_lost', 'dispute_accepted'].includes(status);
const returns = ({ status }: Dispute): boolean => status === 'dispute_won' || status === 'dispute_cancelled';

/** A dispute that is more than a notice before it takes its sum once; one that ends for the merchant returns it. */
export function moved(dispute: Dispute): DisputeDecision {
  const { id, amount, currency, withdrawn } = dispute;
  if (!withdrawn && takes(dispute)) {
    const taken = { ...dispute, withdrawn: true };
    return { dispute: taken, effect: { kind: 'dispute', reference: id, amount, currency } };
  }
  if (!withdrawn || !returns(dispute)) return { dispute };
  const effect = { kind: 'dispute_return', reference: `${id}:return`, amount, currency } as const;
  return { dispute: { ...dispute, withdrawn: false }, effect };
}

const isOpen = ({ status }: Dispute): boolean => status === 'dispute_opened' || status === 'dispute_challenged';

/** Answers an undecided dispute, as often as the merchant does. */
export function answerDispute(
  dispute: Dispute,
  answer: DisputeAnswer,
  { evidence = {}, now }: { readonly evidence?: Evidence; readonly now: string },
): DisputeDecision {
  if (!isOpen(dispute)) return { refusal: disputeClosed };
  return moved({
    ...dispute,
    status: answer.kind === 'accept' ? 'dispute_accepted' : 'dispute_challenged',
    updatedAt: now,
    answers: [...dispute.answers, answer],
    evidence: { ...dispute.evidence, ...evidence },
  });
}

import type { DataOf, disputeAttach, disputeDetach, Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { decided, unchanged } from '@payorch/operations';
import type { DecideContext, Decision } from '../decision';
import { type Dispute, isAnswering } from '../dispute';

/** Evidence is collected in the first stage, before the answer. */
function checkCollecting(dispute: Dispute): Refusal | undefined {
  const { stage, status } = dispute.known;
  const isCollecting = stage === 'dispute' && status === 'dispute_opened' && !isAnswering(dispute);
  return isCollecting ? undefined : refuse('dispute_status_invalid');
}

/** Attaches a file in place of an earlier one of its type. */
export function attachEvidence(
  dispute: Dispute | undefined,
  { evidenceType, fileId }: DataOf<typeof disputeAttach>,
  { pendingReplies }: DecideContext,
): Decision {
  if (!dispute) return refuse('dispute_not_found');
  const refusal = checkCollecting(dispute);
  if (refusal) return refusal;
  return decided({ ...dispute, evidence: { ...dispute.evidence, [evidenceType]: fileId } }, [
    { kind: 'acknowledge', pendingReplies, body: { file_id: fileId } },
  ]);
}

/** Detaches the file of a type; a type without one is detached already. */
export function detachEvidence(
  dispute: Dispute | undefined,
  { evidenceType }: DataOf<typeof disputeDetach>,
  { pendingReplies }: DecideContext,
): Decision {
  if (!dispute) return refuse('dispute_not_found');
  const refusal = checkCollecting(dispute);
  if (refusal) return refusal;
  const acknowledged = [{ kind: 'acknowledge', pendingReplies, body: null } as const];
  const { [evidenceType]: detached, ...evidence } = dispute.evidence;
  return detached === undefined ? unchanged(acknowledged) : decided({ ...dispute, evidence }, acknowledged);
}

import type { connectorDisputeReported, DataOf, ProcessorDispute } from '@payorch/contracts';
import { decided, unchanged } from '@payorch/operations';
import type { DecideContext, Decision, Effect } from '../decision';
import type { Dispute } from '../dispute';
import { isContradiction, mergeKnown } from '../merge-known';
import { withIncident } from '../with-incident';

type Report = DataOf<typeof connectorDisputeReported>;

/** Applies what the processor says of a dispute, in any order and any number of times. The first report creates it. */
export function applyReport(dispute: Dispute | undefined, report: Report, context: DecideContext): Decision {
  const { dispute: reported } = report;
  if (!dispute) return reported ? decided(newDispute(report, reported, context)) : unchanged();
  const { readers } = dispute;
  const isRead = report.source === 'read';
  const replies: Effect[] = isRead && readers.length > 0 ? [{ kind: 'reply', pendingReplies: readers }] : [];
  const read: Dispute = replies.length > 0 ? { ...dispute, readers: [] } : dispute;
  const merged = reported ? mergeKnown(dispute.known, reported) : ({ kind: 'same' } as const);
  switch (merged.kind) {
    case 'changed':
      return decided({ ...read, known: merged.known }, replies);
    case 'same':
      return read === dispute ? unchanged() : decided(read, replies);
    case 'refused': {
      // A notice comes late. What was read just now contradicts what the processor said before, which needs a person, unless a notice
      // came during the read.
      const isContradicted = isRead && (!isOvertaken(dispute) || isContradiction(dispute.known, reported!));
      const after = isContradicted ? withIncident(read, 'contradicted') : read;
      return after === dispute ? unchanged() : decided(after, replies);
    }
  }
}

/** Whether the dispute has changed since its read was requested. */
const isOvertaken = ({ readAt, modifiedAt }: Dispute): boolean => readAt !== null && modifiedAt > new Date(readAt);

const newDispute = (
  { merchantId, disputeId, profileId, paymentId, attemptId, account, chargeReference }: Report,
  known: ProcessorDispute,
  { now, partition }: DecideContext,
): Dispute => ({
  merchantId,
  disputeId,
  profileId,
  paymentId,
  attemptId,
  account,
  chargeReference,
  known,
  partition,
  version: 0,
  evidence: {},
  answer: null,
  readers: [],
  readAt: null,
  isAlreadyRefunded: false,
  incidents: [],
  createdAt: now,
  modifiedAt: now,
});

import {
  connectorDisputeOutcome,
  connectorDisputeReported,
  disputeAccept,
  disputeAttach,
  disputeCheck,
  disputeDetach,
  disputeSubmit,
  disputeSync,
} from '@payorch/contracts';
import { MessageController } from '@payorch/platform/kafka';
import { Decides, decisionsAbout } from '@payorch/platform/shell';
import { acceptDispute, checkDispute, submitEvidence } from '../domain/decide/answer-dispute';
import { answerSyncDue, applyAnswerOutcome } from '../domain/decide/apply-outcome';
import { applyReport } from '../domain/decide/apply-report';
import { attachEvidence, detachEvidence } from '../domain/decide/attach-evidence';
import { pollDispute } from '../domain/decide/poll-dispute';
import { readDispute } from '../domain/decide/read-dispute';
import type { DecideContext, Decision } from '../domain/decision';
import type { Dispute } from '../domain/dispute';
import { answerSyncDueJob, disputePollDueJob } from '../persistence/jobs';
import { DisputeDecisions } from './dispute-decisions';

const on = decisionsAbout<Dispute, DecideContext, Decision>();

/** Every command, outcome, report and due job about a dispute, with its decision. */
@MessageController()
@Decides(
  on(disputeAccept, acceptDispute),
  on(disputeSubmit, submitEvidence),
  on(disputeAttach, attachEvidence),
  on(disputeDetach, detachEvidence),
  on(disputeSync, readDispute),
  on(disputeCheck, checkDispute),
  on(connectorDisputeReported, applyReport),
  on(connectorDisputeOutcome, applyAnswerOutcome),
  on(answerSyncDueJob, answerSyncDue),
  on(disputePollDueJob, pollDispute),
)
export class DisputesHandlers {
  constructor(readonly decisions: DisputeDecisions) {}
}

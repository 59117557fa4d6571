import type { DataOf } from '@payorch/contracts';
import {
  connectorMandateOutcome,
  connectorMandateReported,
  mandateApplyReport,
  mandateCheck,
  mandateRevoke,
  outgoing,
} from '@payorch/contracts';
import { MessageController } from '@payorch/platform/kafka';
import type { Step } from '@payorch/platform/shell';
import { Decides, decisionsAbout, stepDecorators } from '@payorch/platform/shell';
import { applyReport } from '../domain/decide/apply-report';
import { applyRevocationOutcome, syncRevocation } from '../domain/decide/apply-revocation-outcome';
import { checkRevocation, revokeMandate } from '../domain/decide/revoke-mandate';
import type { DecideContext, Decision } from '../domain/decision';
import type { Mandate } from '../domain/mandate';
import { reportKey } from '../persistence/reported-mandates';
import { revocationSyncDue } from '../persistence/jobs';
import type { SharedMandates } from '../persistence/shared-mandates';
import { MandateDecisions, type MandateStepContext } from './mandate-decisions';

const { Handles } = stepDecorators<Mandate, SharedMandates>();

const on = decisionsAbout<Mandate, DecideContext, Decision>();

/** Every command, outcome and due job about a mandate, with its decision. */
@MessageController()
@Decides(
  on(mandateRevoke, revokeMandate),
  on(mandateCheck, checkRevocation),
  on(connectorMandateOutcome, applyRevocationOutcome),
  on(mandateApplyReport, applyReport),
  on(revocationSyncDue, syncRevocation),
)
export class MandatesHandlers {
  constructor(readonly decisions: MandateDecisions) {}

  /** Each mandate follows under its own lock. */
  @Handles(connectorMandateReported)
  reported(report: DataOf<typeof connectorMandateReported>, { shared }: MandateStepContext): Step<Mandate> {
    const mandateIds = shared.reportedMandates.get(reportKey(report)) ?? [];
    return { messages: mandateIds.map((mandateId) => outgoing(mandateApplyReport, { ...report, mandateId })) };
  }
}

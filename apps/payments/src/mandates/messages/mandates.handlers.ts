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
import { stepDecorators } from '@payorch/platform/shell';
import { applyReport } from '../domain/decide/apply-report';
import { applyRevocationOutcome, syncRevocation } from '../domain/decide/apply-revocation-outcome';
import { checkRevocation, revokeMandate } from '../domain/decide/revoke-mandate';
import type { Mandate } from '../domain/mandate';
import { reportKey } from '../persistence/reported-mandates';
import { revocationSyncDue } from './jobs';
import { MandateDecisions, type MandateStepContext, type SharedMandates } from './mandate-decisions';

const { Handles } = stepDecorators<Mandate, SharedMandates>();

/** Every command, outcome and due job about a mandate. */
@MessageController()
export class MandatesHandlers {
  constructor(private readonly decisions: MandateDecisions) {}

  @Handles(mandateRevoke)
  revoke(command: DataOf<typeof mandateRevoke>, context: MandateStepContext): Step<Mandate> {
    return this.decisions.stepOf(revokeMandate, command, context);
  }

  @Handles(mandateCheck)
  check(command: DataOf<typeof mandateCheck>, context: MandateStepContext): Step<Mandate> {
    return this.decisions.stepOf(checkRevocation, command, context);
  }

  @Handles(connectorMandateOutcome)
  outcome(event: DataOf<typeof connectorMandateOutcome>, context: MandateStepContext): Step<Mandate> {
    return this.decisions.stepOf(applyRevocationOutcome, event, context);
  }

  /** Each mandate follows under its own lock. */
  @Handles(connectorMandateReported)
  reported(report: DataOf<typeof connectorMandateReported>, { shared }: MandateStepContext): Step<Mandate> {
    const mandateIds = shared.reportedMandates.get(reportKey(report)) ?? [];
    return { messages: mandateIds.map((mandateId) => outgoing(mandateApplyReport, { ...report, mandateId })) };
  }

  @Handles(mandateApplyReport)
  applyReport(command: DataOf<typeof mandateApplyReport>, context: MandateStepContext): Step<Mandate> {
    return this.decisions.stepOf(applyReport, command, context);
  }

  @Handles(revocationSyncDue)
  syncDue(job: DataOf<typeof revocationSyncDue>, context: MandateStepContext): Step<Mandate> {
    return this.decisions.stepOf(syncRevocation, job, context);
  }
}

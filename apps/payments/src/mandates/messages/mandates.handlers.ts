import type { DataOf } from '@payorch/contracts';
import { connectorMandateOutcome, mandateCheck, mandateRevoke } from '@payorch/contracts';
import { MessageController } from '@payorch/platform/kafka';
import type { Step } from '@payorch/platform/shell';
import { stepDecorators } from '@payorch/platform/shell';
import { applyRevocationOutcome, syncRevocation } from '../domain/decide/apply-revocation-outcome';
import { checkRevocation, revokeMandate } from '../domain/decide/revoke-mandate';
import type { Mandate } from '../domain/mandate';
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

  @Handles(revocationSyncDue)
  syncDue(job: DataOf<typeof revocationSyncDue>, context: MandateStepContext): Step<Mandate> {
    return this.decisions.stepOf(syncRevocation, job, context);
  }
}

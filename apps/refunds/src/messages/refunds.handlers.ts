import type { DataOf } from '@payorch/contracts';
import {
  connectorRefundOutcome,
  postCaptureVoidRelease,
  postCaptureVoidReserve,
  refundCheck,
  refundDeclare,
  refundRefuse,
  refundRequest,
  refundsPublishSnapshots,
  refundSync,
  refundUpdate,
  refuse,
} from '@payorch/contracts';
import { MessageController } from '@payorch/platform/kafka';
import type { Step } from '@payorch/platform/shell';
import { stepDecorators } from '@payorch/platform/shell';
import { applyOutcome } from '../domain/decide/apply-outcome';
import { declareRefund } from '../domain/decide/declare-refund';
import { refundsDue } from '../domain/decide/refunds-due';
import { requestRefund } from '../domain/decide/request-refund';
import { releaseVoid, reserveVoid } from '../domain/decide/reserve-void';
import { checkRefund, syncRefund } from '../domain/decide/sync-refund';
import { updateRefund } from '../domain/decide/update-refund';
import type { DecideContext } from '../domain/decision';
import type { PaymentRefunds } from '../domain/payment-refunds';
import type { Shared } from '../persistence/refund.repository';
import { refundsDueJob } from './jobs';
import { publishSnapshots } from './publish-snapshots';
import { HandlerParts, RefundDecisions, type RefundStepContext } from './refund-decisions';

const { Handles } = stepDecorators<PaymentRefunds, Shared>();

type RefundsStep = Step<PaymentRefunds>;

/** Every command, event and due job of the service, with its decision. */
@MessageController()
export class RefundsHandlers {
  constructor(
    private readonly decisions: RefundDecisions,
    private readonly parts: HandlerParts,
  ) {}

  @Handles(refundRequest)
  request(command: DataOf<typeof refundRequest>, context: RefundStepContext): RefundsStep {
    return this.decisions.stepOf(requestRefund, command, context);
  }

  @Handles(refundRefuse)
  refuse({ code, details }: DataOf<typeof refundRefuse>): RefundsStep {
    return { refusal: refuse(code, details) };
  }

  @Handles(refundUpdate)
  update(command: DataOf<typeof refundUpdate>, context: RefundStepContext): RefundsStep {
    return this.decisions.stepOrForward(refundUpdate, updateRefund, command, context);
  }

  @Handles(refundSync)
  sync(command: DataOf<typeof refundSync>, context: RefundStepContext): RefundsStep {
    return this.decisions.stepOrForward(refundSync, syncRefund, command, context);
  }

  @Handles(refundCheck)
  check(command: DataOf<typeof refundCheck>, context: RefundStepContext): RefundsStep {
    return this.decisions.stepOrForward(refundCheck, checkRefund, command, context);
  }

  @Handles(refundDeclare)
  declare(command: DataOf<typeof refundDeclare>, context: RefundStepContext): RefundsStep {
    return this.decisions.stepOrForward(refundDeclare, declareRefund, command, context);
  }

  @Handles(refundsPublishSnapshots)
  publishSnapshots(command: DataOf<typeof refundsPublishSnapshots>, { state }: RefundStepContext): RefundsStep {
    return publishSnapshots(state, command, this.parts.gsmRule);
  }

  @Handles(postCaptureVoidReserve)
  reserveVoid(command: DataOf<typeof postCaptureVoidReserve>, context: RefundStepContext): RefundsStep {
    return this.decisions.stepOf(reserveVoid, command, context);
  }

  @Handles(postCaptureVoidRelease)
  releaseVoid(command: DataOf<typeof postCaptureVoidRelease>, context: RefundStepContext): RefundsStep {
    return this.decisions.stepOf(releaseVoid, command, context);
  }

  @Handles(connectorRefundOutcome)
  outcome(event: DataOf<typeof connectorRefundOutcome>, context: RefundStepContext): RefundsStep {
    return this.decisions.stepOf(applyOutcome, event, context);
  }

  @Handles(refundsDueJob)
  refundsDue(job: DataOf<typeof refundsDueJob>, context: RefundStepContext): RefundsStep {
    const decide = (refunds: PaymentRefunds | undefined, _job: typeof job, given: DecideContext) =>
      refundsDue(refunds, given);
    return this.decisions.stepOf(decide, job, context);
  }
}

import type { DataOf } from '@payorch/contracts';
import {
  connectorRefundOutcome,
  postCaptureVoidRelease,
  postCaptureVoidReserve,
  refundCheck,
  refundDeclare,
  refundRefuse,
  refundRequest,
  refundsNoteDispute,
  refundsPublishSnapshots,
  refundSync,
  refundUpdate,
  refuse,
} from '@payorch/contracts';
import { MessageController } from '@payorch/platform/kafka';
import type { Step } from '@payorch/platform/shell';
import { Decides, decisionsAbout, stepDecorators } from '@payorch/platform/shell';
import { applyOutcome } from '../domain/decide/apply-outcome';
import { declareRefund } from '../domain/decide/declare-refund';
import { noteDispute } from '../domain/decide/note-dispute';
import { refundsDue } from '../domain/decide/refunds-due';
import { requestRefund } from '../domain/decide/request-refund';
import { releaseVoid, reserveVoid } from '../domain/decide/reserve-void';
import { checkRefund, syncRefund } from '../domain/decide/sync-refund';
import { updateRefund } from '../domain/decide/update-refund';
import type { DecideContext, Decision } from '../domain/decision';
import type { PaymentRefunds } from '../domain/payment-refunds';
import type { Shared } from '../persistence/refund.repository';
import { refundsDueJob } from '../persistence/jobs';
import { publishSnapshots } from './publish-snapshots';
import { HandlerParts, RefundDecisions, type RefundStepContext } from './refund-decisions';

const { Handles } = stepDecorators<PaymentRefunds, Shared>();

const on = decisionsAbout<PaymentRefunds, DecideContext, Decision>();

/** Every command, event and due job of the service, with its decision. */
@MessageController()
@Decides(
  on(refundRequest, requestRefund),
  on(refundUpdate, updateRefund),
  on(refundSync, syncRefund),
  on(refundCheck, checkRefund),
  on(refundDeclare, declareRefund),
  on(postCaptureVoidReserve, reserveVoid),
  on(postCaptureVoidRelease, releaseVoid),
  on(refundsNoteDispute, noteDispute),
  on(connectorRefundOutcome, applyOutcome),
  on(refundsDueJob, refundsDue),
)
export class RefundsHandlers {
  constructor(
    readonly decisions: RefundDecisions,
    private readonly parts: HandlerParts,
  ) {}

  @Handles(refundRefuse)
  refuse({ code, details }: DataOf<typeof refundRefuse>): Step<PaymentRefunds> {
    return { refusal: refuse(code, details) };
  }

  @Handles(refundsPublishSnapshots)
  publishSnapshots(
    command: DataOf<typeof refundsPublishSnapshots>,
    { state }: RefundStepContext,
  ): Step<PaymentRefunds> {
    return publishSnapshots(state, command, this.parts.gsmRule);
  }
}

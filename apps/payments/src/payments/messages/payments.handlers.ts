import type { DataOf } from '@payorch/contracts';
import {
  connectorBeginChecked,
  connectorOutcome,
  paymentApprove,
  paymentAuthenticate,
  paymentCalculateTax,
  paymentCancel,
  paymentCancelPostCapture,
  paymentCancelPostCaptureSync,
  paymentCapture,
  paymentCheck,
  paymentCompleteAuthorize,
  paymentConfirm,
  paymentReplaceAttempt,
  paymentCreate,
  paymentCreateOrder,
  paymentDeclare,
  paymentEndReview,
  paymentExtend,
  paymentIncrement,
  paymentRedact,
  paymentReject,
  paymentReturn,
  paymentSync,
  paymentUpdate,
  paymentUpdateMetadata,
  postCaptureVoidRefused,
  postCaptureVoidReserved,
  refundCreate,
  refundFind,
  routeNone,
} from '@payorch/contracts';
import { MessageController } from '@payorch/platform/kafka';
import type { Forwarding } from '@payorch/platform/shell';
import { Decides, decisionsAbout, stepDecorators } from '@payorch/platform/shell';
import { applyOutcome } from '../domain/outcomes/apply-outcome';
import { voidRefused, voidReserved } from '../domain/post-capture-voids/void-reservation';
import { answerWithoutRefunds } from '../domain/decide/request-refund-snapshots';
import { syncOnSchedule, customerReturned, checkPayment, syncPayment } from '../domain/decide/sync-payment';
import { authenticatePayment } from '../domain/decide/authenticate-payment';
import { cancelPostCapture, syncPostCaptureVoid } from '../domain/post-capture-voids/cancel-post-capture';
import { cancelPayment } from '../domain/decide/cancel-payment';
import { capturePayment } from '../domain/captures/capture-payment';
import { applyBeginCheck, checkBegin } from '../domain/authorization/begin-check';
import { replaceAttempt } from '../domain/decide/replace-attempt';
import { confirmPayment } from '../domain/decide/confirm-payment';
import { createOrder } from '../domain/orders/create-order';
import { createPayment } from '../domain/decide/create-payment';
import { refuseUsedId } from '../domain/differing-fields';
import { declarePayment } from '../domain/decide/declare-payment';
import { endReview } from '../domain/captures/end-review';
import { erasePayment } from '../domain/decide/erase-payment';
import { extendAuthorization } from '../domain/extensions/extend-authorization';
import { incrementPayment } from '../domain/increments/increment-payment';
import { approvePayment, rejectPayment } from '../domain/decide/merchant-decision';
import { noRoute } from '../domain/authorization/no-route';
import { calculateTax, completeAuthorize } from '../domain/decide/shipping';
import { updateMetadata } from '../domain/decide/update-metadata';
import { updatePayment } from '../domain/decide/update-payment';
import type { DecideContext, Decision } from '../domain/decision';
import type { Payment } from '../domain/payment';
import type { Shared } from '../persistence/shared/shared';
import { replyDue, beginCheckDue, syncDue } from '../persistence/jobs';
import { PaymentDecisions, type PaymentStepContext } from './payment-decisions';
import { refundCheckOf, refundRequestOf } from './refunds.steps';

const { Forwards } = stepDecorators<Payment, Shared>();

const on = decisionsAbout<Payment, DecideContext, Decision>();

/** Every command, event and due job of the service, with its decision. */
@MessageController()
@Decides(
  on(paymentCreate, (existing, command, context) =>
    existing ? refuseUsedId(existing, command) : createPayment(command, context),
  ),
  on(paymentUpdate, updatePayment),
  on(paymentUpdateMetadata, updateMetadata),
  on(paymentConfirm, confirmPayment),
  on(paymentReplaceAttempt, replaceAttempt),
  on(paymentCalculateTax, calculateTax),
  on(paymentCompleteAuthorize, completeAuthorize),
  on(paymentCreateOrder, createOrder),
  on(paymentAuthenticate, authenticatePayment),
  on(paymentCapture, capturePayment),
  on(paymentApprove, approvePayment),
  on(paymentReject, rejectPayment),
  on(paymentIncrement, incrementPayment),
  on(paymentExtend, extendAuthorization),
  on(paymentCancel, cancelPayment),
  on(paymentDeclare, declarePayment),
  on(paymentEndReview, endReview),
  on(paymentCancelPostCapture, cancelPostCapture),
  on(paymentCancelPostCaptureSync, syncPostCaptureVoid),
  on(postCaptureVoidReserved, voidReserved),
  on(postCaptureVoidRefused, voidRefused),
  on(paymentSync, syncPayment),
  on(paymentRedact, erasePayment),
  on(paymentCheck, checkPayment),
  on(paymentReturn, customerReturned),
  on(routeNone, noRoute),
  on(connectorOutcome, applyOutcome),
  on(connectorBeginChecked, applyBeginCheck),
  on(beginCheckDue, checkBegin),
  on(syncDue, syncOnSchedule),
  on(replyDue, (payment, { pendingReply }) => answerWithoutRefunds(payment, pendingReply)),
)
export class PaymentsHandlers {
  constructor(readonly decisions: PaymentDecisions) {}

  @Forwards(refundCreate)
  refund(command: DataOf<typeof refundCreate>, context: PaymentStepContext): Forwarding {
    return { forwards: [refundRequestOf(command, context)] };
  }

  @Forwards(refundFind)
  findRefund(command: DataOf<typeof refundFind>): Forwarding {
    return { forwards: [refundCheckOf(command)] };
  }
}

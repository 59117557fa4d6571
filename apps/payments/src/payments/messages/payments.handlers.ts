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
import type { Forwarding, Step } from '@payorch/platform/shell';
import { stepDecorators } from '@payorch/platform/shell';
import { applyOutcome } from '../domain/decide/apply-outcome';
import { voidRefused, voidReserved } from '../domain/decide/void-reservation';
import { answerWithoutRefunds } from '../domain/decide/request-refund-snapshots';
import { syncOnSchedule, customerReturned, checkPayment, syncPayment } from '../domain/decide/sync-payment';
import { authenticatePayment } from '../domain/decide/authenticate-payment';
import { cancelPostCapture, syncPostCaptureVoid } from '../domain/decide/cancel-post-capture';
import { cancelPayment } from '../domain/decide/cancel-payment';
import { capturePayment } from '../domain/decide/capture-payment';
import { applyBeginCheck, checkBegin } from '../domain/decide/begin-check';
import { replaceAttempt } from '../domain/decide/replace-attempt';
import { confirmPayment } from '../domain/decide/confirm-payment';
import { createOrder } from '../domain/decide/create-order';
import { createPayment } from '../domain/decide/create-payment';
import { declarePayment } from '../domain/decide/declare-payment';
import { endReview } from '../domain/decide/end-review';
import { erasePayment } from '../domain/decide/erase-payment';
import { extendAuthorization } from '../domain/decide/extend-authorization';
import { incrementPayment } from '../domain/decide/increment-payment';
import { approvePayment, rejectPayment } from '../domain/decide/merchant-decision';
import { noRoute } from '../domain/decide/no-route';
import { calculateTax, completeAuthorize } from '../domain/decide/shipping';
import { updateMetadata } from '../domain/decide/update-metadata';
import { updatePayment } from '../domain/decide/update-payment';
import type { Payment } from '../domain/payment';
import type { Shared } from '../persistence/shared';
import { replyDue, beginCheckDue, syncDue } from './jobs';
import { PaymentDecisions, type PaymentStepContext } from './payment-decisions';
import { refundCheckOf, refundRequestOf } from './refunds.steps';

const { Handles, Forwards } = stepDecorators<Payment, Shared>();

/** Every command, event and due job of the service, with its decision. */
@MessageController()
export class PaymentsHandlers {
  constructor(private readonly decisions: PaymentDecisions) {}

  @Handles(paymentCreate)
  create(command: DataOf<typeof paymentCreate>, context: PaymentStepContext): Step<Payment> {
    return this.decisions.stepOf(createPayment, command, context);
  }

  @Handles(paymentUpdate)
  update(command: DataOf<typeof paymentUpdate>, context: PaymentStepContext): Step<Payment> {
    return this.decisions.stepOf(updatePayment, command, context);
  }

  @Handles(paymentUpdateMetadata)
  updateMetadata(command: DataOf<typeof paymentUpdateMetadata>, context: PaymentStepContext): Step<Payment> {
    return this.decisions.stepOf(updateMetadata, command, context);
  }

  @Handles(paymentConfirm)
  confirm(command: DataOf<typeof paymentConfirm>, context: PaymentStepContext): Step<Payment> {
    return this.decisions.stepOf(confirmPayment, command, context);
  }

  @Handles(paymentReplaceAttempt)
  replaceAttempt(command: DataOf<typeof paymentReplaceAttempt>, context: PaymentStepContext): Step<Payment> {
    return this.decisions.stepOf(replaceAttempt, command, context);
  }

  @Handles(paymentCalculateTax)
  calculateTax(command: DataOf<typeof paymentCalculateTax>, context: PaymentStepContext): Step<Payment> {
    return this.decisions.stepOf(calculateTax, command, context);
  }

  @Handles(paymentCompleteAuthorize)
  completeAuthorize(command: DataOf<typeof paymentCompleteAuthorize>, context: PaymentStepContext): Step<Payment> {
    return this.decisions.stepOf(completeAuthorize, command, context);
  }

  @Handles(paymentCreateOrder)
  createOrder(command: DataOf<typeof paymentCreateOrder>, context: PaymentStepContext): Step<Payment> {
    return this.decisions.stepOf(createOrder, command, context);
  }

  @Handles(paymentAuthenticate)
  authenticate(command: DataOf<typeof paymentAuthenticate>, context: PaymentStepContext): Step<Payment> {
    return this.decisions.stepOf(authenticatePayment, command, context);
  }

  @Handles(paymentCapture)
  capture(command: DataOf<typeof paymentCapture>, context: PaymentStepContext): Step<Payment> {
    return this.decisions.stepOf(capturePayment, command, context);
  }

  @Handles(paymentApprove)
  approve(command: DataOf<typeof paymentApprove>, context: PaymentStepContext): Step<Payment> {
    return this.decisions.stepOf(approvePayment, command, context);
  }

  @Handles(paymentReject)
  reject(command: DataOf<typeof paymentReject>, context: PaymentStepContext): Step<Payment> {
    return this.decisions.stepOf(rejectPayment, command, context);
  }

  @Handles(paymentIncrement)
  increment(command: DataOf<typeof paymentIncrement>, context: PaymentStepContext): Step<Payment> {
    return this.decisions.stepOf(incrementPayment, command, context);
  }

  @Handles(paymentExtend)
  extend(command: DataOf<typeof paymentExtend>, context: PaymentStepContext): Step<Payment> {
    return this.decisions.stepOf(extendAuthorization, command, context);
  }

  @Handles(paymentCancel)
  cancel(command: DataOf<typeof paymentCancel>, context: PaymentStepContext): Step<Payment> {
    return this.decisions.stepOf(cancelPayment, command, context);
  }

  @Handles(paymentDeclare)
  declare(command: DataOf<typeof paymentDeclare>, context: PaymentStepContext): Step<Payment> {
    return this.decisions.stepOf(declarePayment, command, context);
  }

  @Handles(paymentEndReview)
  endReview(command: DataOf<typeof paymentEndReview>, context: PaymentStepContext): Step<Payment> {
    return this.decisions.stepOf(endReview, command, context);
  }

  @Handles(paymentCancelPostCapture)
  cancelPostCapture(command: DataOf<typeof paymentCancelPostCapture>, context: PaymentStepContext): Step<Payment> {
    return this.decisions.stepOf(cancelPostCapture, command, context);
  }

  @Handles(paymentCancelPostCaptureSync)
  syncPostCaptureVoid(
    command: DataOf<typeof paymentCancelPostCaptureSync>,
    context: PaymentStepContext,
  ): Step<Payment> {
    return this.decisions.stepOf(syncPostCaptureVoid, command, context);
  }

  @Handles(postCaptureVoidReserved)
  voidReserved(event: DataOf<typeof postCaptureVoidReserved>, context: PaymentStepContext): Step<Payment> {
    return this.decisions.stepOf(voidReserved, event, context);
  }

  @Handles(postCaptureVoidRefused)
  voidRefused(event: DataOf<typeof postCaptureVoidRefused>, context: PaymentStepContext): Step<Payment> {
    return this.decisions.stepOf(voidRefused, event, context);
  }

  @Handles(paymentSync)
  sync(command: DataOf<typeof paymentSync>, context: PaymentStepContext): Step<Payment> {
    return this.decisions.stepOf(syncPayment, command, context);
  }

  @Handles(paymentRedact)
  redact(command: DataOf<typeof paymentRedact>, context: PaymentStepContext): Step<Payment> {
    return this.decisions.stepOf(erasePayment, command, context);
  }

  @Handles(paymentCheck)
  check(command: DataOf<typeof paymentCheck>, context: PaymentStepContext): Step<Payment> {
    return this.decisions.stepOf(checkPayment, command, context);
  }

  @Handles(paymentReturn)
  customerReturned(command: DataOf<typeof paymentReturn>, context: PaymentStepContext): Step<Payment> {
    return this.decisions.stepOf(customerReturned, command, context);
  }

  @Handles(routeNone)
  noRoute(event: DataOf<typeof routeNone>, context: PaymentStepContext): Step<Payment> {
    return this.decisions.stepOf(noRoute, event, context);
  }

  @Handles(connectorOutcome)
  outcome(event: DataOf<typeof connectorOutcome>, context: PaymentStepContext): Step<Payment> {
    return this.decisions.stepOf(applyOutcome, event, context);
  }

  @Handles(connectorBeginChecked)
  beginChecked(event: DataOf<typeof connectorBeginChecked>, context: PaymentStepContext): Step<Payment> {
    return this.decisions.stepOf(applyBeginCheck, event, context);
  }

  @Handles(beginCheckDue)
  beginCheckDue(job: DataOf<typeof beginCheckDue>, context: PaymentStepContext): Step<Payment> {
    return this.decisions.stepOf(checkBegin, job, context);
  }

  @Handles(syncDue)
  syncDue(job: DataOf<typeof syncDue>, context: PaymentStepContext): Step<Payment> {
    return this.decisions.stepOf(syncOnSchedule, job, context);
  }

  @Handles(replyDue)
  replyDue(job: DataOf<typeof replyDue>, context: PaymentStepContext): Step<Payment> {
    const decide = (payment: Payment | undefined) => answerWithoutRefunds(payment, job.pendingReply);
    return this.decisions.stepOf(decide, job, context);
  }

  @Forwards(refundCreate)
  refund(command: DataOf<typeof refundCreate>, context: PaymentStepContext): Forwarding {
    return { forwards: [refundRequestOf(command, context)] };
  }

  @Forwards(refundFind)
  findRefund(command: DataOf<typeof refundFind>): Forwarding {
    return { forwards: [refundCheckOf(command)] };
  }
}

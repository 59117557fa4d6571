import { nextActionView } from './methods/next-action';
import type { Order } from './order';
import type { Operation, Payment, Refund } from './payment';
import { amountCapturable } from './payment';

const errorView = (error: Operation['error']) => error && { code: error.code, message: error.message };

const operationView = ({ reference, kind, status, amount, error }: Operation) => ({
  reference,
  kind,
  status,
  amount,
  error: errorView(error),
});

/** A payment as the API returns it; `publicUrl` is where the customer's browser reaches this processor. */
export const paymentView = (payment: Payment, publicUrl: string) => ({
  status: payment.status,
  id: payment.id,
  amount: payment.amount,
  amount_capturable: amountCapturable(payment),
  amount_received: payment.amountReceived,
  maximum_amount_capturable: payment.maximumCapturable ?? null,
  currency: payment.currency,
  created: new Date(payment.createdMs).toISOString(),
  capture_before: payment.captureBeforeMs === undefined ? null : new Date(payment.captureBeforeMs).toISOString(),
  reference: payment.reference,
  attempt_reference: payment.attemptReference,
  payment_method_type: payment.methodType,
  authentication: payment.authentication ?? null,
  installments: payment.installments ?? null,
  next_action: nextActionView(payment, publicUrl),
  operations: payment.operations.map(operationView),
  error: errorView(payment.error),
});
export type PaymentView = ReturnType<typeof paymentView>;

export const orderView = (order: Order) => ({
  status: order.status,
  id: order.id,
  amount: order.amount,
  currency: order.currency,
  capture_method: order.capture,
  created: new Date(order.createdMs).toISOString(),
  reference: order.reference,
});

export const refundView = (refund: Refund) => ({
  status: refund.status,
  id: refund.id,
  payment_id: refund.paymentId,
  currency: refund.currency,
  created: new Date(refund.createdMs).toISOString(),
  payment_amount: refund.paymentAmount,
  refund_amount: refund.refundAmount,
  reference: refund.reference,
});

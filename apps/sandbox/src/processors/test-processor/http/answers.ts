import type { Answer } from '../../../kit/calls/answer';
import type { FaultResponses } from '../../../kit/calls/call-pipeline';
import { answerRefusal, somethingWentWrong, tooManyRequests } from '../../../kit/calls/refusal';
import type { Decision } from '../payment';
import { notStored } from '../refusals';
import type { PaymentView } from '../views';
import { orderView, paymentView, refundView } from '../views';

export function answerOf({ refusal, refund, order, payment }: Decision, publicUrl: string): Answer {
  if (refusal) return answerRefusal(refusal, payment?.id);
  if (refund) return { status: 200, body: refundView(refund) };
  if (payment) return { status: 200, body: paymentView(payment, publicUrl) };
  return { status: 200, body: order ? orderView(order) : {} };
}

const isPayment = (body: object): body is PaymentView => 'operations' in body;
const isRefund = (body: object): body is ReturnType<typeof refundView> => 'refund_amount' in body;

const isOrder = (body: object): body is ReturnType<typeof orderView> => 'capture_method' in body;

function withWrongAmount({ status, body }: Answer): Answer {
  if (isRefund(body)) return { status, body: { ...body, refund_amount: body.refund_amount + 1 } };
  if (isOrder(body)) return { status, body: { ...body, amount: body.amount + 1 } };
  if (!isPayment(body)) return { status, body };
  const { amount, amount_received } = body;
  const operations = body.operations.map((one) => ({ ...one, amount: one.amount + 1 }));
  const received = amount_received === 0 ? 0 : amount_received + 1;
  return { status, body: { ...body, amount: amount + 1, amount_received: received, operations } };
}

export const faultResponses: FaultResponses = {
  failed: answerRefusal(somethingWentWrong),
  tooMany: answerRefusal(tooManyRequests),
  notStored: answerRefusal(notStored),
  withWrongAmount,
};

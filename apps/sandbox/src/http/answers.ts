import type { FastifyReply } from 'fastify';
import type { Decision } from '../processor/payment';
import type { Refusal } from '../processor/refusals';
import { refusalBody } from '../processor/refusals';
import type { PaymentView } from '../processor/views';
import { paymentView, refundView } from '../processor/views';

export interface Answer {
  readonly status: number;
  readonly body: object;
}

export const answerRefusal = (refusal: Refusal, paymentId?: string): Answer => ({
  status: refusal.http,
  body: refusalBody(refusal, paymentId),
});

export function answerOf({ refusal, refund, payment }: Decision, publicUrl: string): Answer {
  if (refusal) return answerRefusal(refusal, payment?.id);
  if (refund) return { status: 200, body: refundView(refund) };
  return { status: 200, body: payment ? paymentView(payment, publicUrl) : {} };
}

const isPayment = (body: object): body is PaymentView => 'operations' in body;
const isRefund = (body: object): body is ReturnType<typeof refundView> => 'refund_amount' in body;

/** Returns the answer with every amount one minor unit too high; the stored record stays correct. */
export function withWrongAmount({ status, body }: Answer): Answer {
  if (isRefund(body)) return { status, body: { ...body, refund_amount: body.refund_amount + 1 } };
  if (!isPayment(body)) return { status, body };
  const { amount, amount_received } = body;
  const operations = body.operations.map((one) => ({ ...one, amount: one.amount + 1 }));
  const received = amount_received === 0 ? 0 : amount_received + 1;
  return { status, body: { ...body, amount: amount + 1, amount_received: received, operations } };
}

export function send(reply: FastifyReply, { status, body }: Answer): void {
  void reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

export const sendRubbish = (reply: FastifyReply): void =>
  void reply.code(200).type('application/json; charset=utf-8').send('{"status": "succ');

import { attemptId, merchantId, paymentId, shownPayment } from '@payorch/contracts';
import type { MerchantId, PaymentId } from '@payorch/kernel';
import { keyOf } from '@payorch/kernel';
import { defineJob, jobIdOf } from '@payorch/platform/jobs';
import { z } from 'zod';

interface About {
  readonly merchantId: MerchantId;
  readonly paymentId: PaymentId;
}
const paymentKey = (about: About): string => keyOf(about.merchantId, about.paymentId);

/** Time to ask the processor what became of the attempt. One for a payment: it has one live attempt at most. */
export const askDue = defineJob('payment.ask_due', z.object({ merchantId, paymentId, attemptId }), paymentKey);

/** Time to ask whether an authorization has begun that nobody has told of. */
export const beginDue = defineJob('payment.begin_due', z.object({ merchantId, paymentId, attemptId }), paymentKey);

const waiter = z.object({
  replyTopic: z.string(),
  replyCorrelationId: z.string(),
  correlationId: z.string(),
  traceparent: z.string(),
  wants: shownPayment.extend({ kind: z.literal('payment') }),
});
const nameOf = (about: About, replyCorrelationId: string): string => `${paymentKey(about)}/${replyCorrelationId}`;

/** Time to answer a request that waits for the owner of refunds. One for each request. */
export const answerDue = defineJob(
  'payment.answer_due',
  z.object({ merchantId, paymentId, waiter }),
  paymentKey,
  (data) => nameOf(data, data.waiter.replyCorrelationId),
);

export const answerJobOf = (about: About, replyCorrelationId: string): string =>
  jobIdOf(answerDue.type, nameOf(about, replyCorrelationId));

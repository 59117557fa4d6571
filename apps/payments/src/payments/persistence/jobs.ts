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

/** A sync of the attempt is due. One job for a payment: it has one live attempt at most. */
export const syncDue = defineJob('payment.sync_due', z.object({ merchantId, paymentId, attemptId }), paymentKey);

/** A begin check of an authorization without an outcome is due. */
export const beginCheckDue = defineJob(
  'payment.begin_check_due',
  z.object({ merchantId, paymentId, attemptId }),
  paymentKey,
);

/** A pending reply as the job stores it. */
const storedReply = z.object({
  replyTopic: z.string(),
  replyCorrelationId: z.string(),
  correlationId: z.string(),
  traceparent: z.string(),
  view: shownPayment.extend({ kind: z.literal('payment') }),
});
const nameOf = (about: About, replyCorrelationId: string): string => `${paymentKey(about)}/${replyCorrelationId}`;

/** A request has waited long enough for the refunds service. One job for each request. */
export const replyDue = defineJob(
  'payment.reply_due',
  z.object({ merchantId, paymentId, pendingReply: storedReply }),
  paymentKey,
  (data) => nameOf(data, data.pendingReply.replyCorrelationId),
);

export const replyJobOf = (about: About, replyCorrelationId: string): string =>
  jobIdOf(replyDue.type, nameOf(about, replyCorrelationId));

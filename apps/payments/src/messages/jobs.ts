import { attemptId, merchantId, paymentId } from '@payorch/contracts';
import { keyOf } from '@payorch/kernel';
import { defineJob } from '@payorch/platform/jobs';
import { z } from 'zod';

/** Time to ask the processor what became of the attempt. One for a payment: it has one live attempt at most. */
export const askDue = defineJob('payment.ask_due', z.object({ merchantId, paymentId, attemptId }), (data) =>
  keyOf(data.merchantId, data.paymentId),
);

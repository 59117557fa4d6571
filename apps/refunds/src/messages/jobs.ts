import { merchantId, paymentId } from '@payorch/contracts';
import { keyOf } from '@payorch/kernel';
import { defineJob } from '@payorch/platform/jobs';
import { z } from 'zod';

/** Some refund of the payment is to be sent or asked about. One for a payment: due when the first of them is. */
export const refundsDueJob = defineJob('refunds.due', z.object({ merchantId, paymentId }), (data) =>
  keyOf(data.merchantId, data.paymentId),
);

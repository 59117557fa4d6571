import { merchantId, paymentId } from '@payorch/contracts';
import { keyOf } from '@payorch/kernel';
import { defineJob } from '@payorch/platform/jobs';
import { z } from 'zod';

/** Sends or syncs the due refunds of a payment. A payment has one job, due when the first of its refunds is due. */
export const refundsDueJob = defineJob('refunds.due', z.object({ merchantId, paymentId }), (data) =>
  keyOf(data.merchantId, data.paymentId),
);

import { customerId, keyOfKind, merchantId, paymentId, timestamp } from '@payorch/contracts';
import { defineJob } from '@payorch/platform/jobs';
import { z } from 'zod';

/**
 * The next page of a deleted customer's payments is due: their personal data is erased page by page, in several passes.
 * `account`: whose payments they are; absent: those of the customer's own
 * merchant, which come first. `after`: the last payment of the page before; null at the beginning of an account's payments.
 */
export const redactionDue = defineJob(
  'customer.redaction_due',
  z.object({
    merchantId,
    customerId,
    account: merchantId.optional(),
    pass: z.int().min(1),
    after: z.object({ createdAt: timestamp, paymentId }).nullable(),
  }),
  (data) => keyOfKind('customers', data.merchantId, data.customerId),
);

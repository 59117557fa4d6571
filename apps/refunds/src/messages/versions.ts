import { nextVersion } from '@payorch/platform/resources';
import type { PaymentRefunds } from '../domain/payment-refunds';
import { refundIn } from '../domain/payment-refunds';

/** The new state with raised versions: the payment's, and that of each refund that the decision changed. */
export const nextVersions = (before: PaymentRefunds | undefined, after: PaymentRefunds, now: Date): PaymentRefunds => ({
  ...after,
  version: (before?.version ?? 0) + 1,
  refunds: after.refunds.map((refund) => {
    const previous = refundIn(before, refund.id);
    return previous === refund ? refund : nextVersion(previous, refund, now);
  }),
});

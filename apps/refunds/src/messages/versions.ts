import type { PaymentRefunds } from '../domain/payment-refunds';
import { refundIn } from '../domain/payment-refunds';
import type { Refund } from '../domain/refund';

/** `updated_at` rises strictly with the version, even if the clock goes back: merchants order webhooks by it. */
const nextRefund = (before: Refund | undefined, after: Refund, now: Date): Refund => ({
  ...after,
  version: (before?.version ?? 0) + 1,
  modifiedAt: before && before.modifiedAt >= now ? new Date(before.modifiedAt.getTime() + 1) : now,
});

/** The new state with raised versions: the payment's, and that of each refund that the decision changed. */
export const nextVersion = (before: PaymentRefunds | undefined, after: PaymentRefunds, now: Date): PaymentRefunds => ({
  ...after,
  version: (before?.version ?? 0) + 1,
  refunds: after.refunds.map((refund) => {
    const previous = refundIn(before, refund.id);
    return previous === refund ? refund : nextRefund(previous, refund, now);
  }),
});

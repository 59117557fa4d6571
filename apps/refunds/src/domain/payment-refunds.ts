import type { MerchantId, MinorUnits, Money, PaymentId, RefundId } from '@payorch/kernel';
import { minorUnits } from '@payorch/kernel';
import type { Refund } from './refund';

/**
 * What of one payment has been given back, and what may still be. What is reserved follows from the refunds alone: each
 * holds its sum until it has failed, so that no sum is held twice or let go twice.
 */
export interface PaymentRefunds {
  readonly merchantId: MerchantId;
  readonly paymentId: PaymentId;
  /** 0 before it is stored; every stored change raises it by one. */
  readonly version: number;
  /** The most that was ever captured: captures add up, and late news of fewer take nothing away. */
  readonly charged: Money;
  /** In the order of their creation. */
  readonly refunds: readonly Refund[];
}

const holds = ({ state }: Refund): boolean => state !== 'failure';

/** Given back, or perhaps so. */
export const reservedOf = ({ refunds }: Pick<PaymentRefunds, 'refunds'>): MinorUnits =>
  minorUnits(refunds.filter(holds).reduce((sum, { money }) => sum + money.amount, 0n));

export const leftOf = (of: PaymentRefunds): MinorUnits => minorUnits(of.charged.amount - reservedOf(of));

export const refundIn = (of: PaymentRefunds | undefined, id: RefundId): Refund | undefined =>
  of?.refunds.find((refund) => refund.id === id);

export const withRefund = (of: PaymentRefunds, refund: Refund): PaymentRefunds => ({
  ...of,
  refunds: of.refunds.some(({ id }) => id === refund.id)
    ? of.refunds.map((known) => (known.id === refund.id ? refund : known))
    : [...of.refunds, refund],
});

/** When anything of this payment is due next; null where nothing is. */
export function dueOf({ refunds }: PaymentRefunds): Date | null {
  const times = refunds.flatMap(({ dueAt }) => (dueAt ? [dueAt.getTime()] : []));
  return times.length === 0 ? null : new Date(Math.min(...times));
}

import type { MerchantId, MinorUnits, Money, OperationId, PaymentId, RefundId } from '@payorch/kernel';
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
  /** The void after the capture that takes all of it back, or may; while there is one nothing is refunded. */
  readonly voidedBy: OperationId | null;
  /** In the order of their creation. */
  readonly refunds: readonly Refund[];
}

const holds = ({ state }: Refund): boolean => state !== 'failure';

/** Given back by refunds, or perhaps so. */
export const refundedOf = ({ refunds }: Pick<PaymentRefunds, 'refunds'>): MinorUnits =>
  minorUnits(refunds.filter(holds).reduce((sum, { money }) => sum + money.amount, 0n));

/** Given back, or perhaps so, one way or the other. A void takes all. */
export const reservedOf = (of: Pick<PaymentRefunds, 'charged' | 'voidedBy' | 'refunds'>): MinorUnits =>
  of.voidedBy === null ? refundedOf(of) : of.charged.amount;

/** What is known of a payment that nothing was ever given back of. */
export const nothingGivenBack = (
  { merchantId, paymentId }: Pick<PaymentRefunds, 'merchantId' | 'paymentId'>,
  charged: Money,
): PaymentRefunds => ({ merchantId, paymentId, version: 0, charged, voidedBy: null, refunds: [] });

export const withCharged = (of: PaymentRefunds, charged: Money): PaymentRefunds =>
  charged.amount > of.charged.amount ? { ...of, charged } : of;

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

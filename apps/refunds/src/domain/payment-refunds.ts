import type { DisputeId, MerchantId, MinorUnits, Money, OperationId, PaymentId, RefundId } from '@payorch/kernel';
import { minorUnits } from '@payorch/kernel';
import type { Refund } from './refund';

/** What a dispute of the charge took, by the newest note of it. */
export interface DisputedSum {
  readonly disputeId: DisputeId;
  /** Of the dispute: an older note changes nothing. */
  readonly version: number;
  readonly taken: MinorUnits;
}

/**
 * The refunds of one payment. The reserved amount is derived from the refunds: each refund reserves its amount until it
 * fails, so no amount is reserved twice or released twice.
 */
export interface PaymentRefunds {
  readonly merchantId: MerchantId;
  readonly paymentId: PaymentId;
  /** 0 before the first save; every saved change raises the version by one. */
  readonly version: number;
  /** The highest captured amount seen. Captures only add up, so a late message with a lower amount changes nothing. */
  readonly charged: Money;
  /** The post-capture void that voids the whole charge, or may have done so; it blocks all refunds. */
  readonly voidedBy: OperationId | null;
  /** What the customer's bank took back, or may take back: it is not refunded as well. */
  readonly disputed: readonly DisputedSum[];
  /** In order of creation. */
  readonly refunds: readonly Refund[];
}

const reservesAmount = ({ state }: Refund): boolean => state !== 'failure';

/** The amount refunded, or perhaps refunded. */
export const refundedOf = ({ refunds }: Pick<PaymentRefunds, 'refunds'>): MinorUnits =>
  minorUnits(refunds.filter(reservesAmount).reduce((sum, { money }) => sum + money.amount, 0n));

/** The amount refunded or voided, or perhaps so. A post-capture void reserves the whole charge. */
export const reservedOf = (payment: Pick<PaymentRefunds, 'charged' | 'voidedBy' | 'refunds'>): MinorUnits =>
  payment.voidedBy === null ? refundedOf(payment) : payment.charged.amount;

/** The amount that disputes took, or may take; never more than the charge. */
export function disputedOf({ disputed, charged }: Pick<PaymentRefunds, 'disputed' | 'charged'>): MinorUnits {
  const taken = disputed.reduce((sum, one) => sum + one.taken, 0n);
  return minorUnits(taken < charged.amount ? taken : charged.amount);
}

/** A payment without refunds. */
export const unrefundedPayment = (
  { merchantId, paymentId }: Pick<PaymentRefunds, 'merchantId' | 'paymentId'>,
  charged: Money,
): PaymentRefunds => ({ merchantId, paymentId, version: 0, charged, voidedBy: null, disputed: [], refunds: [] });

export const withCharged = (payment: PaymentRefunds, charged: Money): PaymentRefunds =>
  charged.amount > payment.charged.amount ? { ...payment, charged } : payment;

/** What can still be refunded. A dispute may take what was refunded before: then nothing is left. */
export function refundableOf(payment: PaymentRefunds): MinorUnits {
  const left = payment.charged.amount - reservedOf(payment) - disputedOf(payment);
  return minorUnits(left > 0n ? left : 0n);
}

export const refundIn = (payment: PaymentRefunds | undefined, id: RefundId): Refund | undefined =>
  payment?.refunds.find((refund) => refund.id === id);

export const withRefund = (payment: PaymentRefunds, refund: Refund): PaymentRefunds => ({
  ...payment,
  refunds: payment.refunds.some(({ id }) => id === refund.id)
    ? payment.refunds.map((known) => (known.id === refund.id ? refund : known))
    : [...payment.refunds, refund],
});

/** The earliest due time of the payment's refunds; null when no refund is due. */
export function nextDueAt({ refunds }: PaymentRefunds): Date | null {
  const times = refunds.flatMap(({ dueAt }) => (dueAt ? [dueAt.getTime()] : []));
  return times.length === 0 ? null : new Date(Math.min(...times));
}

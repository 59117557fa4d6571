import type { AccountRef, JsonObject, MandateStatus, MandateTerms } from '@payorch/contracts';
import type { AttemptId, CustomerId, MerchantId, MinorUnits, PaymentId, ProfileId } from '@payorch/kernel';
import { minorUnits } from '@payorch/kernel';
import type { Revocation } from './revocation';

/** The processor's ids of the saved payment method that the mandate charges; null where the processor saves nothing. */
export interface MandateReference {
  readonly mandateReference: string | null;
  readonly customerReference: string | null;
}

/** The customer's permission to charge a saved payment method again, with its limits. */
export interface Mandate {
  readonly merchantId: MerchantId;
  readonly mandateId: string;
  /** 1 after the creation; every stored change raises it by one. */
  readonly version: number;
  readonly profileId: ProfileId;
  readonly customerId: CustomerId;
  readonly paymentMethodId: string;
  /** The payment that set the mandate up, with its attempt and that attempt's connector account. */
  readonly paymentId: PaymentId;
  readonly attemptId: AttemptId;
  readonly account: AccountRef;
  /** Its own, since a later payment may save the same payment method under another id. */
  readonly reference: MandateReference;
  readonly status: MandateStatus;
  readonly terms: MandateTerms;
  /** The charged amount, and the amount reserved for payments under way: both count against the limit. */
  readonly captured: MinorUnits;
  readonly reserved: MinorUnits;
  readonly customerAcceptance: JsonObject | null;
  /** The last revocation that went to the processor; null where none did. */
  readonly revocation: Revocation | null;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
}

/** One payment's change to a mandate; changes commute. */
export interface MandateUse {
  readonly merchantId: MerchantId;
  readonly mandateId: string;
  readonly reserved: bigint;
  readonly captured: bigint;
  /** Ends a single-use mandate. */
  readonly revoke: boolean;
}

/** The mandate after a payment's change. A use that ends it also ends a revocation under way: nothing is left to revoke. */
export const withUse = (mandate: Mandate, { reserved, captured, revoke }: MandateUse): Mandate => ({
  ...mandate,
  reserved: minorUnits(mandate.reserved + reserved),
  captured: minorUnits(mandate.captured + captured),
  status: revoke && mandate.status !== 'pending' ? 'revoked' : mandate.status,
});

/** Where a mandate moves to when the customer replaces its payment method. */
export type MandateMove = Pick<
  Mandate,
  'paymentMethodId' | 'paymentId' | 'attemptId' | 'account' | 'reference' | 'customerAcceptance'
>;

/** Whether a payment has used the single-use mandate, or is about to. */
export const isUsed = ({ terms, captured, reserved }: Mandate): boolean =>
  terms.use === 'single_use' && captured + reserved > 0n;

/** Whether the mandate can be charged now, within its limit. A single-use mandate is used up also by a payment under way. */
export function isChargeable(mandate: Mandate, now: Date): boolean {
  const { status, terms } = mandate;
  const isEarly = terms.startDate !== null && now < new Date(terms.startDate);
  const isOver = terms.endDate !== null && now > new Date(terms.endDate);
  return status === 'active' && !isEarly && !isOver && !isUsed(mandate);
}

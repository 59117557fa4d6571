import type { AccountRef, JsonObject, MandateTerms } from '@payorch/contracts';
import type { CustomerId, MerchantId, MinorUnits, PaymentId } from '@payorch/kernel';

export const mandateStatuses = ['active', 'inactive', 'pending', 'revoked'] as const;
export type MandateStatus = (typeof mandateStatuses)[number];

/** The customer's permission to charge a saved payment method again, with its limits. */
export interface Mandate {
  readonly merchantId: MerchantId;
  readonly mandateId: string;
  readonly customerId: CustomerId;
  readonly paymentMethodId: string;
  /** The payment that set the mandate up, and that payment's connector account. */
  readonly paymentId: PaymentId;
  readonly account: AccountRef;
  readonly status: MandateStatus;
  readonly terms: MandateTerms;
  /** The charged amount, and the amount reserved for payments under way: both count against the limit. */
  readonly captured: MinorUnits;
  readonly reserved: MinorUnits;
  readonly customerAcceptance: JsonObject | null;
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

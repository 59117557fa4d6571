import type { AccountRef, JsonObject, MandateTerms } from '@payorch/contracts';
import type { CustomerId, MerchantId, MinorUnits, PaymentId, ProfileId } from '@payorch/kernel';
import type { Method } from './attempt';

/** The processor's reference of a saved payment method at one connector account, and that account's profile. */
export interface ProcessorReference {
  readonly account: AccountRef;
  readonly profileId: ProfileId;
  readonly mandateReference: string | null;
  readonly customerReference: string | null;
}

export type PaymentMethodStatus = 'active' | 'inactive';

/** A saved payment method of a customer. Its card is sealed, and has no CVC. */
export interface PaymentMethod {
  readonly merchantId: MerchantId;
  readonly paymentMethodId: string;
  readonly customerId: CustomerId;
  /** Active once a payment with it has been authorized or charged. */
  readonly status: PaymentMethodStatus;
  readonly method: Method;
  /** By connector account: empty where the processor saves nothing. */
  readonly references: Readonly<Record<string, ProcessorReference>>;
  readonly networkTransactionId: string | null;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
}

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

/** The saved payment method that a payment charges. */
export interface Recurring {
  readonly mandateId: string | null;
  readonly use: MandateTerms['use'] | null;
  readonly paymentMethodId: string;
  readonly paymentMethodStatus: PaymentMethodStatus;
  readonly reference: ProcessorReference;
  readonly networkTransactionId: string | null;
  /** The amount reserved from the mandate's limit; null once it is settled. */
  readonly reserved: MinorUnits | null;
}

/** The payment method and mandate that a payment saved. */
export interface SavedMethod {
  readonly paymentMethodId: string;
  readonly status: PaymentMethodStatus;
  readonly mandateId: string | null;
}

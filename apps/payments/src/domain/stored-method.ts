import type { AccountRef, JsonObject, MandateTerms } from '@payorch/contracts';
import type { CustomerId, MerchantId, MinorUnits, PaymentId, ProfileId } from '@payorch/kernel';
import type { Method } from './attempt';

/** Under what name one account's processor keeps a method, and of which profile that account is. */
export interface ProcessorReference {
  readonly account: AccountRef;
  readonly profileId: ProfileId;
  readonly mandateReference: string | null;
  readonly customerReference: string | null;
}

export type PaymentMethodStatus = 'active' | 'inactive';

/** A method that a customer let us keep for later payments. A card in it is sealed, and has no CVC. */
export interface PaymentMethod {
  readonly merchantId: MerchantId;
  readonly paymentMethodId: string;
  readonly customerId: CustomerId;
  /** It can be charged once a payment with it has been authorized or charged. */
  readonly status: PaymentMethodStatus;
  readonly method: Method;
  /** By account: none where the processor keeps nothing. */
  readonly references: Readonly<Record<string, ProcessorReference>>;
  readonly networkTransactionId: string | null;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
}

export const mandateStatuses = ['active', 'inactive', 'pending', 'revoked'] as const;
export type MandateStatus = (typeof mandateStatuses)[number];

/** The customer's leave to charge a method again, and how far it goes. */
export interface Mandate {
  readonly merchantId: MerchantId;
  readonly mandateId: string;
  readonly customerId: CustomerId;
  readonly paymentMethodId: string;
  /** The payment that set it up, and the account that it went to. */
  readonly paymentId: PaymentId;
  readonly account: AccountRef;
  readonly status: MandateStatus;
  readonly terms: MandateTerms;
  /** Charged so far, and set aside for payments under way: both count against the limit. */
  readonly captured: MinorUnits;
  readonly reserved: MinorUnits;
  readonly customerAcceptance: JsonObject | null;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
}

/** One payment's use of a mandate as a change to it: any number of them, in any order, come to the same. */
export interface MandateUse {
  readonly merchantId: MerchantId;
  readonly mandateId: string;
  readonly reserved: bigint;
  readonly captured: bigint;
  /** It was good for one payment, and has had it. */
  readonly revoke: boolean;
}

/** What a payment is charged to, where the customer's method was stored before. */
export interface Recurring {
  readonly mandateId: string | null;
  readonly use: MandateTerms['use'] | null;
  readonly paymentMethodId: string;
  readonly paymentMethodStatus: PaymentMethodStatus;
  readonly reference: ProcessorReference;
  readonly networkTransactionId: string | null;
  /** Of the mandate's limit, set aside until it is known what came of the payment; null once that is settled. */
  readonly reserved: MinorUnits | null;
}

/** What a payment stored for later ones. */
export interface Kept {
  readonly paymentMethodId: string;
  readonly status: PaymentMethodStatus;
  readonly mandateId: string | null;
}

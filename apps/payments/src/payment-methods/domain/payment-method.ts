import type { AccountRef } from '@payorch/contracts';
import type { CustomerId, MerchantId, ProfileId } from '@payorch/kernel';
import type { Method } from './method';

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

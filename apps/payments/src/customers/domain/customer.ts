import type { CustomerDetails, JsonObject } from '@payorch/contracts';
import type { CustomerId, MerchantId } from '@payorch/kernel';

/** What a payment shows of its customer. */
export interface CustomerRecord extends CustomerDetails {
  readonly merchantId: MerchantId;
  readonly customerId: CustomerId;
  /** When the customer was deleted; null or absent for a live one. */
  readonly redactedAt?: Date | null;
}

/** A customer of a merchant. The address and the document are as the interface has them. */
export interface Customer extends CustomerRecord {
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly phoneCountryCode: string | null;
  /** 1 after the creation, also by a payment; every stored change raises it by one. */
  readonly version: number;
  readonly description: string | null;
  readonly address: JsonObject | null;
  readonly metadata: JsonObject | null;
  readonly taxRegistrationId: string | null;
  readonly documentDetails: JsonObject | null;
  readonly defaultPaymentMethodId: string | null;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
  /** When the customer was deleted, and with it all personal data; null for a live one. */
  readonly redactedAt: Date | null;
}

export const isRedacted = ({ redactedAt }: Pick<Customer, 'redactedAt'>): boolean => redactedAt !== null;

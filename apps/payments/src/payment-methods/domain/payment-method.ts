import type { AccountRef, CollectLink, JsonObject } from '@payorch/contracts';
import type { CustomerId, MerchantId, ProfileId } from '@payorch/kernel';
import type { Method } from './method';

/** The processor's reference of a saved payment method at one connector account, and that account's profile. */
export interface ProcessorReference {
  readonly account: AccountRef;
  readonly profileId: ProfileId;
  readonly mandateReference: string | null;
  readonly customerReference: string | null;
  /** The connected account that the reference belongs to; absent: the merchant's own account. Only a direct charge of it may name it. */
  readonly connectedAccount?: string;
  /** The first charge at the processor, in minor units; present where an operator brought the reference from another system. */
  readonly original?: { readonly amount: number; readonly currency: string } | undefined;
}

/** The key of a reference: an account of the merchant, or a connected account behind it. */
export const referenceKeyOf = ({ account, connectedAccount }: ProcessorReference): string =>
  connectedAccount === undefined ? account.merchantConnectorId : `${account.merchantConnectorId}/${connectedAccount}`;

/** Whether a charge of the merchant's own can name the reference. */
export const isOwnReference = ({ mandateReference, connectedAccount }: ProcessorReference): boolean =>
  mandateReference !== null && connectedAccount === undefined;

/** Whether a processor has the data of the saved payment method. */
export const isAtProcessor = ({ references }: Pick<SavedPaymentMethod, 'references'>): boolean =>
  Object.values(references).some(isOwnReference);

/** A deleted payment method has no row, so that no row is `redacted`. */
export const paymentMethodStatuses = ['active', 'inactive', 'processing', 'awaiting_data', 'new', 'redacted'] as const;
export type PaymentMethodStatus = (typeof paymentMethodStatuses)[number];

/** A saved payment method of a customer, as payments save and charge it. Its card is sealed, and has no CVC. */
export interface PaymentMethod {
  readonly merchantId: MerchantId;
  readonly paymentMethodId: string;
  readonly customerId: CustomerId;
  /** Active once a payment with it has been authorized or charged, or once the merchant has sent its data. */
  readonly status: PaymentMethodStatus;
  readonly method: Method;
  /** By `referenceKeyOf`: empty where the processor saves nothing. */
  readonly references: Readonly<Record<string, ProcessorReference>>;
  readonly networkTransactionId: string | null;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
}

/** What is only shown of a payment method. */
export interface PaymentMethodDetails {
  readonly nickName: string | null;
  readonly issuer: string | null;
  readonly issuerCode: string | null;
  readonly metadata: JsonObject | null;
  readonly billing: JsonObject | null;
}

/** Lets a client add or change data for a limited time. */
export interface ClientSecret {
  readonly secret: string;
  readonly expiresAt: Date;
}

/** A payment method as an object of its own. */
export interface SavedPaymentMethod extends PaymentMethod {
  /** 1 after the creation; every stored change raises it by one. */
  readonly version: number;
  readonly details: PaymentMethodDetails;
  /** Null where a payment saved the payment method. */
  readonly clientSecret: ClientSecret | null;
  /** Present where the customer enters the data on the page of a link. */
  readonly collectLink?: CollectLink;
  readonly lastUsedAt: Date;
  readonly isDefault: boolean;
  /** Whether the customer has other active payment methods. */
  readonly hasOthers: boolean;
  /** Its row is deleted with the batch. */
  readonly isDeleted: boolean;
}

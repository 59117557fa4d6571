import type { AccountRef, MandateTerms } from '@payorch/contracts';
import type { MinorUnits } from '@payorch/kernel';
import type { PaymentMethodStatus, ProcessorReference } from '../../../payment-methods/domain/payment-method';

/** The processor's reference of what a payment charges. Without an account, any account that supports it may charge it. */
export interface ChargedReference extends Omit<ProcessorReference, 'account'> {
  readonly account: AccountRef | null;
}

/** What a recurring payment charges. */
export interface Recurring {
  readonly mandateId: string | null;
  readonly use: MandateTerms['use'] | null;
  /** Null where the merchant names a payment method that is not saved here. */
  readonly paymentMethodId: string | null;
  readonly paymentMethodStatus: PaymentMethodStatus | null;
  readonly reference: ChargedReference;
  readonly networkTransactionId: string | null;
  /** The card network's name of the chain of payments, where the request has one. */
  readonly transactionLinkId?: string;
  /** The electronic commerce indicator of the first payment, where the card is charged by its number alone. */
  readonly eci?: string;
  /** The amount reserved from the mandate's limit, from the authorization on; null once it is settled. */
  readonly reserved: MinorUnits | null;
}

/** The payment method that a payment saved, and the mandate that it set up or named for an update. */
export interface SavedMethod {
  readonly paymentMethodId: string;
  readonly status: PaymentMethodStatus;
  readonly mandateId: string | null;
  /** The mandate existed before, and charges this payment method since the payment succeeded. */
  readonly hasMovedMandate?: true;
}

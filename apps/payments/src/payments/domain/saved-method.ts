import type { MandateTerms } from '@payorch/contracts';
import type { MinorUnits } from '@payorch/kernel';
import type { PaymentMethodStatus, ProcessorReference } from '../../payment-methods/domain/payment-method';

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

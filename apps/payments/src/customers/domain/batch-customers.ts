import type { CustomerId, MerchantId, PaymentId } from '@payorch/kernel';
import type { CustomerRecord } from './customer';
import type { CustomerOwners } from './customer-owners';

/**
 * Payments of a deleted customer, in the order of their creation, whether saved payment methods remain, and some of those with a
 * network token.
 */
export interface RedactionPage {
  readonly payments: readonly { readonly paymentId: PaymentId; readonly createdAt: Date }[];
  readonly hasPaymentMethods: boolean;
  readonly tokenized: readonly string[];
}

/** What customers and the payments of a batch share. */
export interface BatchCustomers extends CustomerOwners {
  /** The customers that payments of the batch name or create, by `merchant_id/customer_id` of their owner. */
  readonly customers: Map<string, CustomerRecord>;
  /** For the deletions of the batch. */
  readonly hasActiveMandate: (merchantId: MerchantId, customerId: CustomerId) => boolean;
  /** For the due redactions of the batch, by `merchant_id/customer_id` of the account whose payments are next. */
  readonly redactionPages: ReadonlyMap<string, RedactionPage>;
}

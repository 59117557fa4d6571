import type { BatchPaymentMethods } from '../../payment-methods/persistence/payment-methods';
import type { BatchMandates } from './mandates';

/** What the messages about a mandate share with the payments of the batch. */
export interface SharedMandates {
  readonly mandates: BatchMandates;
  readonly paymentMethods: BatchPaymentMethods;
  /** The mandates of the payment methods that processors reported in this batch, by `reportKey`. */
  readonly reportedMandates: ReadonlyMap<string, readonly string[]>;
}

import type { PageFrame } from './checkout-view';

/** All that the page needs where a customer saves a payment method. */
export interface CollectView extends PageFrame {
  readonly publishableKey: string;
  /** The secret with which the data is added to the payment method. */
  readonly clientSecret: string;
  readonly paymentMethodId: string;
  /** ISO 8601, UTC. */
  readonly expiresAt: string;
  /** The merchant's own page; null: none. */
  readonly returnUrl: string | null;
  /** The payment methods that the customer chooses among, as the interface names them. */
  readonly enabledMethods: readonly {
    readonly paymentMethod: string;
    readonly paymentMethodTypes: readonly string[];
  }[];
}

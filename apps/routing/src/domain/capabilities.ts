import type { Capability, CapabilityCriteria } from '@payorch/connectors/catalogue';
import type { RoutedPayment } from './routed-payment';

/** The capabilities of a connector; undefined when no connector has that name. */
export type CapabilitiesOf = (connector: string) => readonly Capability[] | undefined;

/** What a payment requires of a capability, apart from its capture method. */
export const criteriaOf = (payment: RoutedPayment): CapabilityCriteria => ({
  paymentMethod: payment.paymentMethod,
  paymentMethodType: payment.paymentMethodType,
  currency: payment.money.currency,
  // A saved payment method was accepted for its country when it was saved.
  country: payment.mandate === 'charge' ? null : payment.country,
  network: payment.cardNetwork,
  mandate: payment.mandate !== 'not_needed',
  networkTransactionId: payment.byNetworkTransactionId,
  transactionLink: payment.byTransactionLink,
  limitedCard: payment.byLimitedCard,
  decryptedToken: payment.byWalletToken,
  authenticated: payment.isAuthenticated,
});

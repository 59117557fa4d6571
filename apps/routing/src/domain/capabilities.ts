import type { RoutedPayment } from './routed-payment';

/** What a connector can do with one payment method: the part of a catalogue entry that a choice reads. */
export interface MethodOffer {
  readonly paymentMethod: string;
  readonly paymentMethodTypes: readonly string[];
  readonly currencies: 'all' | readonly string[];
  readonly captureMethods: readonly string[];
  /** Empty where the method has none. */
  readonly networks: readonly string[];
  /** Whether the method can be stored at the connector and charged again. */
  readonly mandates: boolean;
}

/** The offers of a connector; undefined where no connector has that name. */
export type OffersOf = (connector: string) => readonly MethodOffer[] | undefined;

const within = (offered: readonly string[], wanted: string | null): boolean =>
  wanted === null || offered.length === 0 || offered.includes(wanted);

/** Whether the connector has the method at all. */
export const hasMethod = (offer: MethodOffer, payment: RoutedPayment): boolean =>
  offer.paymentMethod === payment.paymentMethod && within(offer.paymentMethodTypes, payment.paymentMethodType);

/** Whether the connector takes such payments, the way of capturing aside. */
export const offersMethod = (offer: MethodOffer, payment: RoutedPayment): boolean =>
  hasMethod(offer, payment) &&
  (offer.currencies === 'all' || offer.currencies.includes(payment.money.currency)) &&
  within(offer.networks, payment.cardNetwork) &&
  (offer.mandates || payment.mandate === 'not_needed');

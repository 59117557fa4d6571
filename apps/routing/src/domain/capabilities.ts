import type { RoutedPayment } from './routed-payment';

/** What a connector supports for one payment method: the fields of a catalogue entry that routing reads. */
export interface MethodCapability {
  readonly paymentMethod: string;
  readonly paymentMethodTypes: readonly string[];
  readonly currencies: 'all' | readonly string[];
  readonly captureMethods: readonly string[];
  /** Empty for a method without networks. */
  readonly networks: readonly string[];
  /** Whether the connector can store the method and charge it again. */
  readonly mandates: boolean;
}

/** The capabilities of a connector; undefined when no connector has that name. */
export type CapabilitiesOf = (connector: string) => readonly MethodCapability[] | undefined;

const within = (supported: readonly string[], requested: string | null): boolean =>
  requested === null || supported.length === 0 || supported.includes(requested);

/** Whether the connector supports the payment method type at all. */
export const hasMethod = (capability: MethodCapability, payment: RoutedPayment): boolean =>
  capability.paymentMethod === payment.paymentMethod &&
  within(capability.paymentMethodTypes, payment.paymentMethodType);

/** Whether the connector supports the payment, apart from its capture method. */
export const supportsMethod = (capability: MethodCapability, payment: RoutedPayment): boolean =>
  hasMethod(capability, payment) &&
  (capability.currencies === 'all' || capability.currencies.includes(payment.money.currency)) &&
  within(capability.networks, payment.cardNetwork) &&
  (capability.mandates || payment.mandate === 'not_needed');

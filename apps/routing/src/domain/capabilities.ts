import type { Capability, CapabilityCriteria } from '@payorch/connectors/catalogue';
import { capabilityFits } from '@payorch/connectors/catalogue';
import type { RouteFilter } from '@payorch/contracts';
import type { RoutedPayment } from './routed-payment';

/** The capabilities of a connector; undefined when no connector has that name. */
export type CapabilitiesOf = (connector: string) => readonly Capability[] | undefined;

type Requirement = readonly [filter: RouteFilter, criteria: Partial<CapabilityCriteria>];

/** What the charge of a saved payment method, or its set-up, requires. */
function recurringRequirement(payment: RoutedPayment): Requirement {
  const mandate = payment.mandate !== 'not_needed';
  if (payment.byNetworkTransactionId) return ['network_transaction_id', { mandate, networkTransactionId: true }];
  return ['recurring', { mandate, limitedCard: payment.byLimitedCard }];
}

/** What a payment requires of a connector, in the order in which a refusal is named: the capture method last. */
const requirementsOf = (payment: RoutedPayment): readonly Requirement[] => [
  ['payment_method_type', { paymentMethodType: payment.paymentMethodType }],
  ['currency', { currency: payment.money.currency }],
  // A saved payment method was accepted for its country when it was saved.
  ['country', { country: payment.mandate === 'charge' ? null : payment.country }],
  ['card_network', { network: payment.cardNetwork }],
  recurringRequirement(payment),
  ['network_transaction_id', { transactionLink: payment.byTransactionLink }],
  ['decrypted_token', { decryptedToken: payment.byWalletToken }],
  ['authentication', { authenticated: payment.isAuthenticated }],
  ['split', { split: payment.splitAt }],
  // A connector that would ignore the field would decline what another one authorizes in part.
  ['partial_authorization', { partialAuthorization: payment.partial }],
  // A connector that would ignore the plan would charge the customer at once, with the interest of a plan.
  ['installments', { installments: payment.installments }],
  ['capture_method', { captureMethod: payment.captureMethod }],
];

/** The first requirement that no capability fulfils together with those before it. */
function unfulfilledBy(
  all: readonly Capability[],
  paymentMethod: string,
  requirements: readonly Requirement[],
): RouteFilter | null {
  let criteria: CapabilityCriteria = { paymentMethod };
  const isUnfulfilled = () => !all.some((capability) => capabilityFits(capability, criteria));
  if (isUnfulfilled()) return 'payment_method';
  for (const [filter, more] of requirements) {
    criteria = { ...criteria, ...more };
    if (isUnfulfilled()) return filter;
  }
  return null;
}

/** Finds the filter by which a connector leaves a payment out, by what it can do; null: it can do the payment. Judges each connector once. */
export function capabilityFilter(
  payment: RoutedPayment,
  capabilitiesOf: CapabilitiesOf,
): (connector: string) => RouteFilter | null {
  const { paymentMethod } = payment;
  const requirements = requirementsOf(payment);
  const everything = requirements.reduce<CapabilityCriteria>((all, [, more]) => ({ ...all, ...more }), {
    paymentMethod,
  });
  const known = new Map<string, RouteFilter | null>();
  const judge = (connector: string): RouteFilter | null => {
    const all = capabilitiesOf(connector) ?? [];
    const isCapable = all.some((capability) => capabilityFits(capability, everything));
    return isCapable ? null : unfulfilledBy(all, paymentMethod, requirements);
  };
  return (connector) => {
    let filter = known.get(connector);
    if (filter === undefined) {
      filter = judge(connector);
      known.set(connector, filter);
    }
    return filter;
  };
}

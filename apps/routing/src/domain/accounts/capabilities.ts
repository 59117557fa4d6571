import type { Capability, CapabilityCriteria } from '@payorch/connectors/catalogue';
import { capabilityFits } from '@payorch/connectors/catalogue';
import type { RouteFilter } from '@payorch/contracts';
import type { RoutedPayment } from '../routed-payment';

/** The capabilities of a connector; undefined when no connector has that name. */
export type CapabilitiesOf = (connector: string) => readonly Capability[] | undefined;

/** All that a payment requires of a capability. */
const criteriaOf = (payment: RoutedPayment): CapabilityCriteria => ({
  paymentMethod: payment.paymentMethod,
  paymentMethodType: payment.paymentMethodType,
  currency: payment.money.currency,
  // A saved payment method was accepted for its country when it was saved.
  country: payment.mandate === 'charge' ? null : payment.country,
  network: payment.cardNetwork,
  mandate: payment.mandate !== 'not_needed',
  networkTransactionId: payment.byNetworkTransactionId,
  limitedCard: payment.byLimitedCard,
  transactionLink: payment.byTransactionLink,
  decryptedToken: payment.byWalletToken,
  authenticated: payment.isAuthenticated,
  split: payment.splitAt,
  // A connector that would ignore the field would decline what another one authorizes in part.
  partialAuthorization: payment.partial,
  // A connector that would ignore the plan would charge the customer at once, with the interest of a plan.
  installments: payment.installments,
  captureMethod: payment.captureMethod,
});

type Step = readonly [filter: RouteFilter, ...criteria: (keyof CapabilityCriteria)[]];

/** The criteria in the order in which a refusal is named: the capture method last. */
const steps: readonly Step[] = [
  ['payment_method', 'paymentMethod'],
  ['payment_method_type', 'paymentMethodType'],
  ['currency', 'currency'],
  ['country', 'country'],
  ['card_network', 'network'],
  ['recurring', 'mandate', 'limitedCard', 'networkTransactionId'],
  ['network_transaction_id', 'transactionLink'],
  ['decrypted_token', 'decryptedToken'],
  ['authentication', 'authenticated'],
  ['split', 'split'],
  ['partial_authorization', 'partialAuthorization'],
  ['installments', 'installments'],
  ['capture_method', 'captureMethod'],
];

interface Check {
  readonly filter: RouteFilter;
  /** The criteria of the step and of those before it. */
  readonly criteria: CapabilityCriteria;
}

function checksOf(everything: CapabilityCriteria): readonly Check[] {
  let criteria: CapabilityCriteria = { paymentMethod: everything.paymentMethod };
  return steps.map(([filter, ...names]) => {
    criteria = { ...criteria, ...Object.fromEntries(names.map((name) => [name, everything[name]])) };
    const isByNetwork = filter === 'recurring' && everything.networkTransactionId;
    return { filter: isByNetwork ? 'network_transaction_id' : filter, criteria };
  });
}

/** Finds the filter by which a connector leaves a payment out, by what it can do; null: it can do the payment. Judges each connector once. */
export function capabilityFilter(
  payment: RoutedPayment,
  capabilitiesOf: CapabilitiesOf,
): (connector: string) => RouteFilter | null {
  const everything = criteriaOf(payment);
  const known = new Map<string, RouteFilter | null>();
  let checks: readonly Check[] | undefined;
  const judge = (connector: string): RouteFilter | null => {
    const all = capabilitiesOf(connector) ?? [];
    const isFulfilled = (criteria: CapabilityCriteria) =>
      all.some((capability) => capabilityFits(capability, criteria));
    if (isFulfilled(everything)) return null;
    checks ??= checksOf(everything);
    return checks.find(({ criteria }) => !isFulfilled(criteria))?.filter ?? null;
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

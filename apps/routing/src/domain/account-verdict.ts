import type { RouteFilter } from '@payorch/contracts';
import { enablingFilterOf } from '@payorch/contracts';
import type { CapabilitiesOf } from './capabilities';
import { capabilityFilter } from './capabilities';
import type { Candidate } from './candidates';
import type { RoutedPayment } from './routed-payment';

/** A candidate with its verdict: it is eligible if its filter is null. */
export interface JudgedCandidate extends Candidate {
  /** Whether the filter is what the connector can do. Otherwise the merchant's settings of the account refuse the payment. */
  readonly isByConnector: boolean;
}

export const isEligible = ({ filter }: Candidate): boolean => filter === null;

/** Judges each account by its own settings, then by what its connector can do. */
export function accountJudge(
  payment: RoutedPayment,
  capabilitiesOf: CapabilitiesOf,
): (candidate: Candidate) => JudgedCandidate {
  const filterOfConnector = capabilityFilter(payment, capabilitiesOf);
  return (candidate) => {
    const { ref, account } = candidate;
    if (account === null || candidate.filter !== null)
      return { ref, account, filter: candidate.filter, isByConnector: false };
    const bySettings = account.disabled
      ? 'disabled'
      : enablingFilterOf(account.paymentMethodsEnabled, payment, 'routing');
    if (bySettings !== null) return { ref, account, filter: bySettings, isByConnector: false };
    return { ref, account, filter: filterOfConnector(account.connector), isByConnector: true };
  };
}

/** Filters of accounts that do take the payment method. */
const ofPayment: ReadonlySet<RouteFilter> = new Set<RouteFilter>([
  'disabled',
  'split',
  'partial_authorization',
  'installments',
  'capture_method',
]);

/** Whether the account does not take the payment method as the payment has it, whatever else the payment requests. */
export const lacksMethod = ({ filter }: JudgedCandidate): boolean => filter !== null && !ofPayment.has(filter);

/** Whether the account lists a payment method that its connector does not support. Without a list it claims none. */
export const isNotImplemented = ({ account, filter, isByConnector }: JudgedCandidate): boolean =>
  isByConnector &&
  (filter === 'payment_method' || filter === 'payment_method_type') &&
  account !== null &&
  account.paymentMethodsEnabled !== null;

import type { ConnectorAccountSettings, RouteFilter } from '@payorch/contracts';
import type { Candidate } from './candidates';

/** A candidate with its verdict: it is eligible if its filter is null. */
export interface JudgedCandidate extends Candidate {
  /** Whether the filter is what the connector can do. Otherwise the merchant's settings of the account refuse the payment. */
  readonly isByConnector: boolean;
}

export const isEligible = ({ filter }: Candidate): boolean => filter === null;

/** What leaves an account out; null: nothing does. */
export interface AccountFilters {
  /** By the payment methods that the merchant enabled on the account. */
  readonly bySettings: (enabled: ConnectorAccountSettings['paymentMethodsEnabled']) => RouteFilter | null;
  /** By what the connector can do. */
  readonly byConnector: (connector: string) => RouteFilter | null;
}

/** Judges each account by its own settings, then by what its connector can do. */
export function accountJudge({
  bySettings: filterOfSettings,
  byConnector,
}: AccountFilters): (candidate: Candidate) => JudgedCandidate {
  return (candidate) => {
    const { ref, account } = candidate;
    if (account === null || candidate.filter !== null)
      return { ref, account, filter: candidate.filter, isByConnector: false };
    const bySettings = account.disabled ? 'disabled' : filterOfSettings(account.paymentMethodsEnabled);
    if (bySettings !== null) return { ref, account, filter: bySettings, isByConnector: false };
    return { ref, account, filter: byConnector(account.connector), isByConnector: true };
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

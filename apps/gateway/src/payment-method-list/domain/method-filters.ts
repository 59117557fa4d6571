import type { EnabledType } from '@payorch/contracts';
import { acceptsAmount, acceptsValue } from '@payorch/contracts';
import { type Capability, capabilityFits } from '@payorch/connectors/catalogue';
import type { Currency } from '@payorch/kernel';

/** The filters of the query string, under the names of the interface; absent or null: no filter. */
export interface MethodFilters {
  readonly accepted_countries?: readonly string[] | null;
  readonly accepted_currencies?: readonly Currency[] | null;
  readonly amount?: number | null;
  readonly recurring_enabled?: boolean | null;
  readonly installment_payment_enabled?: boolean | null;
  readonly card_networks?: readonly string[] | null;
}

/** An enabled payment method type with the capabilities of its connector for it. */
export interface FilteredType {
  readonly paymentMethod: string;
  readonly type: EnabledType;
  readonly capabilities: readonly Capability[];
  /** The card networks that account and connector support. */
  readonly networks: readonly string[];
}

type Filter = (candidate: FilteredType, filters: MethodFilters) => boolean;

const isUnset = (value: unknown): value is null | undefined => value === null || value === undefined;
const isAny = (values: readonly string[] | null | undefined): values is null | undefined | readonly [] =>
  isUnset(values) || values.length === 0;

/** Any of the requested values that account and connector both support. */
const byCurrency: Filter = ({ paymentMethod, type, capabilities }, { accepted_currencies: wanted }) =>
  isAny(wanted) ||
  wanted.some(
    (currency) =>
      acceptsValue(type.accepted_currencies, currency) &&
      capabilities.some((capability) => capabilityFits(capability, { paymentMethod, currency })),
  );

const byCountry: Filter = ({ paymentMethod, type, capabilities }, { accepted_countries: wanted }) =>
  isAny(wanted) ||
  wanted.some((country) => {
    const required = { paymentMethod, paymentMethodType: type.payment_method_type, country };
    const isSupported = capabilities.some((capability) => capabilityFits(capability, required));
    return isSupported && acceptsValue(type.accepted_countries, country);
  });

const byAmount: Filter = ({ type }, { amount }) => isUnset(amount) || acceptsAmount(type, BigInt(amount));

const byRecurring: Filter = ({ type, capabilities }, { recurring_enabled: wanted }) =>
  isUnset(wanted) || wanted === (type.recurring_enabled !== false && capabilities.some(({ mandates }) => mandates));

const byInstallments: Filter = ({ type }, { installment_payment_enabled: wanted }) =>
  isUnset(wanted) || wanted === (type.installment_payment_enabled ?? false);

/** Every requested network; other payment methods have none. */
const byNetworks: Filter = ({ paymentMethod, networks }, { card_networks: wanted }) =>
  isAny(wanted) || paymentMethod !== 'card' || wanted.every((network) => networks.includes(network));

const allFilters = [byCurrency, byCountry, byAmount, byRecurring, byInstallments, byNetworks];

export const passes: Filter = (candidate, filters) => allFilters.every((filter) => filter(candidate, filters));

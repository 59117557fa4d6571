import { enablingFilterOf, type EnablingFilter, type PaymentMethodsEnabled, type PayoutType } from '@payorch/contracts';
import type { RequestedMethod } from '@payorch/contracts';
import { payoutPaymentMethod, payoutPaymentMethodType } from './payout-facts';

/** The names of a payout's method in settings and in the interface: each of them enables it. */
export const payoutMethodNames = (type: PayoutType, methodType: string): readonly string[] => [
  ...new Set([methodType, payoutPaymentMethodType(type, methodType)]),
];

/** What an account's settings are asked about a payout. */
export interface EnabledPayout extends Pick<RequestedMethod, 'money' | 'cardNetwork' | 'country'> {
  readonly payoutType: PayoutType;
  readonly methodType: string;
}

/** The same by the names of the settings. */
export const requestedPayouts = ({ payoutType, methodType, ...more }: EnabledPayout): readonly RequestedMethod[] =>
  payoutMethodNames(payoutType, methodType).map((paymentMethodType) => ({
    ...more,
    paymentMethod: payoutPaymentMethod(payoutType),
    paymentMethodType,
    mandate: 'not_needed',
  }));

/**
 * The filter by which an account's settings refuse a payout; null: they enable it. An account that lists no payment methods
 * takes every payout of its connector.
 */
export function payoutFilterOf(
  enabled: PaymentMethodsEnabled | null,
  requested: readonly RequestedMethod[],
): EnablingFilter | null {
  if (!enabled || enabled.length === 0) return null;
  const filters = requested.map((one) => enablingFilterOf(enabled, one, 'routing'));
  return filters.includes(null) ? null : (filters[0] ?? null);
}

/** Whether a list of payment methods, as a request names them, has the payout's. */
export const namesPayoutMethod = (
  named: readonly { readonly payment_method: string; readonly payment_method_types: readonly string[] }[],
  type: PayoutType,
  methodTypes: readonly string[],
): boolean => {
  const names = methodTypes.flatMap((one) => payoutMethodNames(type, one));
  return named.some(
    ({ payment_method: method, payment_method_types: types }) =>
      method === payoutPaymentMethod(type) && types.some((one) => names.includes(one)),
  );
};

import { isZero, type Money } from '@payorch/kernel';
import type { PaymentMethodsEnabled } from './accounts.config';
import type { JsonObject, RouteFilter } from '@payorch/values';

/** The properties of a payment that a merchant can enable and disable on a connector account. */
export interface RequestedMethod {
  readonly money: Money;
  readonly paymentMethod: string;
  /** null: any type of the payment method. */
  readonly paymentMethodType: string | null;
  readonly cardNetwork: string | null;
  /** Country of the billing address. */
  readonly country: string | null;
  /**
   * set_up: the payment method must be saved, for example because nothing is charged. charge: charges a saved payment method on the account
   * that saved it. A payment that also saves its payment method is `not_needed`: a processor that cannot save it still
   * charges it.
   */
  readonly mandate: 'not_needed' | 'set_up' | 'charge';
}

/** What the merchant's settings are asked for. */
type Purpose = 'listing' | 'routing';

type EnabledMethod = PaymentMethodsEnabled[number];
/** A payment method type that a merchant enabled on a connector account. */
export type EnabledType = NonNullable<EnabledMethod['payment_method_types']>[number];

/** Whether a list of currencies or countries accepts the value. It cannot exclude an unknown one: the processor decides. */
export function acceptsValue(list: JsonObject | null | undefined, value: string | null): boolean {
  if (!list || value === null || !Array.isArray(list['list'])) return true;
  const listed = list['list'].includes(value);
  if (list['type'] === 'enable_only') return listed;
  if (list['type'] === 'disable_only') return !listed;
  return true;
}

/** Whether the amount is within the limits. A zero amount only saves the payment method: amount limits do not apply. */
export function acceptsAmount(type: EnabledType, amount: bigint): boolean {
  if (amount === 0n) return true;
  if (typeof type.minimum_amount === 'number' && amount < BigInt(type.minimum_amount)) return false;
  return typeof type.maximum_amount !== 'number' || amount <= BigInt(type.maximum_amount);
}

/**
 * The settings of recurring payments and of amounts restrict what a customer is offered. The charge of a saved payment method,
 * and a set-up that charges nothing, offer nothing any more: the account that is asked for must not refuse them.
 */
const isLimited = ({ mandate, money }: RequestedMethod, purpose: Purpose): boolean =>
  purpose === 'listing' || (mandate !== 'charge' && !isZero(money));

/** The field of a payment, or of an account's payment method type, by which a merchant's settings refuse the payment. */
export const enablingFilters = [
  'payment_method',
  'payment_method_type',
  'currency',
  'country',
  'amount',
  'card_network',
  'recurring',
] as const satisfies readonly RouteFilter[];
export type EnablingFilter = (typeof enablingFilters)[number];

type TypeCheck = (type: EnabledType, requested: RequestedMethod, purpose: Purpose) => boolean;

/** A type accepts a payment if all of its checks do, in this order. */
const typeChecks: readonly (readonly [EnablingFilter, TypeCheck])[] = [
  [
    'payment_method_type',
    (type, { paymentMethodType }) => paymentMethodType === null || type.payment_method_type === paymentMethodType,
  ],
  ['currency', (type, { money }) => acceptsValue(type.accepted_currencies, money.currency)],
  ['country', (type, { country }) => acceptsValue(type.accepted_countries, country)],
  [
    'amount',
    (type, requested, purpose) => !isLimited(requested, purpose) || acceptsAmount(type, requested.money.amount),
  ],
  [
    'card_network',
    ({ card_networks: networks }, { cardNetwork }) =>
      !networks || cardNetwork === null || networks.includes(cardNetwork),
  ],
  [
    'recurring',
    (type, requested, purpose) =>
      !isLimited(requested, purpose) || requested.mandate === 'not_needed' || type.recurring_enabled !== false,
  ],
];

/** How many checks the type passes before the first that refuses the payment. */
function passedBy(type: EnabledType, requested: RequestedMethod, purpose: Purpose): number {
  const refused = typeChecks.findIndex(([, accepts]) => !accepts(type, requested, purpose));
  return refused === -1 ? typeChecks.length : refused;
}

/**
 * The filter by which the merchant's settings of an account refuse this payment; null: they enable it. A null list, of
 * payment methods or of types, restricts nothing. Where several types refuse, the filter is that of the type which comes
 * closest.
 */
export function enablingFilterOf(
  enabled: PaymentMethodsEnabled | null,
  requested: RequestedMethod,
  purpose: Purpose = 'listing',
): EnablingFilter | null {
  if (enabled === null) return null;
  const methods = enabled.filter(({ payment_method: method }) => method === requested.paymentMethod);
  if (methods.length === 0) return 'payment_method';
  let closest = 0;
  for (const { payment_method_types: types } of methods) {
    if (!types) return null;
    for (const type of types) closest = Math.max(closest, passedBy(type, requested, purpose));
  }
  return typeChecks[closest]?.[0] ?? null;
}

/** Whether the merchant enabled this payment on the account. */
export const enables = (
  enabled: PaymentMethodsEnabled | null,
  requested: RequestedMethod,
  purpose: Purpose = 'listing',
): boolean => enablingFilterOf(enabled, requested, purpose) === null;

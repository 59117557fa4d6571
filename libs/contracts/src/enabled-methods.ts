import type { Money } from '@payorch/kernel';
import type { PaymentMethodsEnabled } from './accounts.config';
import type { Json, JsonObject } from './parts';

/** A payment, as far as a merchant can switch it on and off at an account. */
export interface WantedMethod {
  readonly money: Money;
  readonly paymentMethod: string;
  /** null: any of the method's types. */
  readonly paymentMethodType: string | null;
  readonly cardNetwork: string | null;
  /** Of the billing address. */
  readonly country: string | null;
  /**
   * set_up: nothing is charged, the method is only stored. charge: what one account stored is charged, there or nowhere. A
   * payment that stores its method beside asks nothing of the account: where the processor keeps none, it is charged all the same.
   */
  readonly mandate: 'not_needed' | 'set_up' | 'charge';
}

/** The country of a billing or shipping part as it travels: `{address: {country}}`. */
export function countryOf(part: Json | undefined): string | null {
  if (typeof part !== 'object' || part === null || !('address' in part)) return null;
  const { address } = part;
  if (typeof address !== 'object' || address === null || !('country' in address)) return null;
  return typeof address.country === 'string' ? address.country : null;
}

type EnabledMethod = PaymentMethodsEnabled[number];
type EnabledType = NonNullable<EnabledMethod['payment_method_types']>[number];

/** A value that we do not know cannot be held against the list: the processor then decides. */
function listAccepts(list: JsonObject | null | undefined, value: string | null): boolean {
  if (!list || value === null || !Array.isArray(list['list'])) return true;
  const listed = list['list'].includes(value);
  if (list['type'] === 'enable_only') return listed;
  if (list['type'] === 'disable_only') return !listed;
  return true;
}

/** Nothing is charged where only the method is stored: no limit says anything of that. */
function amountAccepted(type: EnabledType, amount: bigint): boolean {
  if (amount === 0n) return true;
  if (typeof type.minimum_amount === 'number' && amount < BigInt(type.minimum_amount)) return false;
  return typeof type.maximum_amount !== 'number' || amount <= BigInt(type.maximum_amount);
}

function typeAccepts(type: EnabledType, wanted: WantedMethod): boolean {
  const networks = type.card_networks;
  return (
    (wanted.paymentMethodType === null || type.payment_method_type === wanted.paymentMethodType) &&
    (!networks || wanted.cardNetwork === null || networks.includes(wanted.cardNetwork)) &&
    listAccepts(type.accepted_currencies, wanted.money.currency) &&
    listAccepts(type.accepted_countries, wanted.country) &&
    amountAccepted(type, wanted.money.amount) &&
    (wanted.mandate === 'not_needed' || type.recurring_enabled !== false)
  );
}

/** Whether the merchant enabled such a payment on the account. Null, of the list or of a method's types, restricts nothing. */
export function enables(enabled: PaymentMethodsEnabled | null, wanted: WantedMethod): boolean {
  if (enabled === null) return true;
  return enabled.some(
    (method) =>
      method.payment_method === wanted.paymentMethod &&
      (method.payment_method_types?.some((type) => typeAccepts(type, wanted)) ?? true),
  );
}

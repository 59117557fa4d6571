import type { JsonObject, PaymentMethodsEnabled } from '@payorch/contracts';
import type { RoutedPayment } from './routed-payment';

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

function typeAccepts(type: EnabledType, payment: RoutedPayment): boolean {
  const networks = type.card_networks;
  return (
    (payment.paymentMethodType === null || type.payment_method_type === payment.paymentMethodType) &&
    (!networks || payment.cardNetwork === null || networks.includes(payment.cardNetwork)) &&
    listAccepts(type.accepted_currencies, payment.money.currency) &&
    listAccepts(type.accepted_countries, payment.country) &&
    amountAccepted(type, payment.money.amount) &&
    (payment.mandate === 'not_needed' || type.recurring_enabled !== false)
  );
}

/** Whether the merchant enabled this payment on the account. Null, of the list or of a method's types, restricts nothing. */
export function accepts(enabled: PaymentMethodsEnabled | null, payment: RoutedPayment): boolean {
  if (enabled === null) return true;
  return enabled.some(
    (method) =>
      method.payment_method === payment.paymentMethod &&
      (method.payment_method_types?.some((type) => typeAccepts(type, payment)) ?? true),
  );
}

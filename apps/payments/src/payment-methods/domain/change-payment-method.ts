import type {
  Caller,
  DataOf,
  paymentMethodDelete,
  paymentMethodSave,
  paymentMethodSetDefault,
  paymentMethodUpdate,
  Refusal,
} from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { sameSecret } from '@payorch/kernel';
import type { SavedPaymentMethod } from './payment-method';

type Changed = SavedPaymentMethod | Refusal;

const notFound = refuse('payment_method_not_found');
const unsupported = (reason: string): Refusal => refuse('method_not_supported', { reason });

const changed = (known: SavedPaymentMethod, change: Partial<SavedPaymentMethod>, now: Date): SavedPaymentMethod => ({
  ...known,
  ...change,
  version: known.version + 1,
  modifiedAt: now,
});

/** A secret opens its own payment method only, and for a limited time. */
function checkSecret({ clientSecret }: SavedPaymentMethod, sent: string, now: Date): Refusal | undefined {
  if (!clientSecret || !sameSecret(sent, clientSecret.secret)) return refuse('client_secret_invalid');
  return clientSecret.expiresAt < now ? refuse('client_secret_expired') : undefined;
}

const checkCaller = (known: SavedPaymentMethod, caller: Caller, now: Date): Refusal | undefined =>
  caller.kind === 'client' ? checkSecret(known, caller.clientSecret, now) : undefined;

/** Both results of `save`: where the customer has saved the card before, that payment method takes the data. */
export interface Saved {
  readonly awaiting: SavedPaymentMethod;
  readonly sameCard: SavedPaymentMethod | undefined;
}

/** `sameCardOf`: the customer's payment method with this card. */
export function savePaymentMethod(
  known: SavedPaymentMethod | undefined,
  { clientSecret, data }: DataOf<typeof paymentMethodSave>,
  { now, sameCardOf }: { now: Date; sameCardOf: (known: SavedPaymentMethod) => SavedPaymentMethod | undefined },
): Saved | Refusal {
  if (!known) return notFound;
  const refused = checkSecret(known, clientSecret, now);
  if (refused) return refused;
  // The secret has served its purpose.
  if (known.status !== 'awaiting_data') return refuse('client_secret_expired');
  if (known.method.paymentMethod !== 'card')
    return refuse('invalid_request', { message: 'PaymentMethodData does not match PaymentMethod' });
  const withData = (target: SavedPaymentMethod) => ({
    status: 'active' as const,
    method: { ...target.method, card: data.card },
    details: { ...target.details, nickName: data.nickName ?? target.details.nickName },
  });
  const same = sameCardOf(known);
  return same
    ? { awaiting: changed(known, { status: 'inactive' }, now), sameCard: changed(same, withData(same), now) }
    : { awaiting: changed(known, withData(known), now), sameCard: undefined };
}

/** Changes what is stored of a card besides its number. */
export function updatePaymentMethod(
  known: SavedPaymentMethod | undefined,
  { caller, card: sent }: DataOf<typeof paymentMethodUpdate>,
  now: Date,
): Changed {
  if (!known) return notFound;
  const refused = checkCaller(known, caller, now);
  if (refused) return refused;
  if (known.status === 'awaiting_data') return unsupported('Payment method is awaiting data so it cannot be updated');
  const { method, details } = known;
  if (!method.card || !sent) return unsupported('Payment method update for the given payment method is not supported');
  const { expiryMonth, expiryYear, holderName, nickName = details.nickName } = sent;
  const card = { ...method.card, expiryMonth, expiryYear, holderName };
  return changed(known, { method: { ...method, card }, details: { ...details, nickName } }, now);
}

/** The default one can be deleted only as the customer's last. */
export function deletePaymentMethod(
  known: SavedPaymentMethod | undefined,
  { onlyOf }: DataOf<typeof paymentMethodDelete>,
  now: Date,
): Changed {
  if (!known || (onlyOf !== undefined && known.customerId !== onlyOf)) return notFound;
  if (known.isDefault && known.hasOthers) return refuse('default_payment_method');
  return changed(known, { isDeleted: true }, now);
}

export function setDefault(
  known: SavedPaymentMethod | undefined,
  { fields: { customerId } }: DataOf<typeof paymentMethodSetDefault>,
  { now, isCustomerKnown }: { now: Date; isCustomerKnown: boolean },
): Changed {
  if (!isCustomerKnown) return refuse('customer_not_found');
  if (!known) return notFound;
  if (known.customerId !== customerId || known.status !== 'active')
    return refuse('precondition_failed', { message: 'The payment_method_id is not valid' });
  if (known.isDefault) return refuse('precondition_failed', { message: 'Payment Method is already set as default' });
  return changed(known, { isDefault: true }, now);
}

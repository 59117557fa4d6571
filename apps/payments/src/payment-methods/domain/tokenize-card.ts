import type {
  CardToTokenize,
  DataOf,
  paymentMethodRequestToken,
  paymentMethodStoreToken,
  Refusal,
} from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { changed } from './change-payment-method';
import { chargeable, chargeableToken } from './method';
import type { SavedPaymentMethod } from './payment-method';

type Changed = SavedPaymentMethod | Refusal;

const wrong = (message: string): Refusal => refuse('precondition_failed', { message });

/**
 * Stores the reference of the token before the token service can make it: a deletion then ends the token too. A token that was
 * requested before keeps its reference, so that a repeated request finds the same token.
 */
export function requestToken(
  known: SavedPaymentMethod | undefined,
  { customerId, reference }: DataOf<typeof paymentMethodRequestToken>,
  now: Date,
): Changed {
  if (!known || known.customerId !== customerId) return refuse('payment_method_not_found');
  const { method } = known;
  if (known.status !== 'active') return wrong('The payment_method_id is not valid');
  if (method.paymentMethod !== 'card' || !chargeable(method.card))
    return wrong('The payment method has no card number');
  if (method.networkToken) return known;
  const networkToken = { reference, sealed: null, expiryMonth: '', expiryYear: '' };
  return changed(known, { method: { ...method, networkToken } }, now);
}

/** Only the token that the payment method waits for, so that no late answer replaces another token. */
export function storeToken(
  known: SavedPaymentMethod | undefined,
  { token }: DataOf<typeof paymentMethodStoreToken>,
  now: Date,
): Changed {
  const networkToken = known?.method.networkToken;
  if (!known || networkToken?.reference !== token.reference) return refuse('payment_method_not_found');
  if (networkToken.sealed !== null) return known;
  return changed(known, { method: { ...known.method, networkToken: token } }, now);
}

/** The payment method without its network token; the same one where it has none. */
export function withoutToken(known: SavedPaymentMethod, now: Date): SavedPaymentMethod {
  const { networkToken, ...method } = known.method;
  return networkToken ? changed(known, { method }, now) : known;
}

/** The card for the token service; undefined where no token of it was requested. */
export function cardToTokenizeOf({ method }: SavedPaymentMethod): CardToTokenize | undefined {
  const card = chargeable(method.card);
  if (!card || !method.networkToken) return undefined;
  return { reference: method.networkToken.reference, card, isTokenized: chargeableToken(method) !== null };
}

import type {
  Caller,
  DataOf,
  paymentMethodDelete,
  paymentMethodSaveV2,
  paymentMethodSetDefault,
  paymentMethodUpdate,
  Refusal,
} from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { sameSecret } from '@payorch/kernel';
import { checkEnabled, hasCollectLink } from './collect-link';
import { withData } from './method';
import type { SavedPaymentMethod } from './payment-method';

type Changed = SavedPaymentMethod | Refusal;

const notFound = refuse('payment_method_not_found');
const unsupported = (reason: string): Refusal => refuse('method_not_supported', { reason });

/** The next version of a payment method. */
export const changed = (
  known: SavedPaymentMethod,
  change: Partial<SavedPaymentMethod>,
  now: Date,
): SavedPaymentMethod => ({
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
  readonly same: SavedPaymentMethod | undefined;
}

type Save = DataOf<typeof paymentMethodSaveV2>;

/** The data must be of the payment method that awaits it, and of its type where it has one; of a link's customer, one of several. */
function checkAwaited(known: SavedPaymentMethod, command: Save): Refusal | undefined {
  if (hasCollectLink(known)) return checkEnabled(known.collectLink, command);
  const { method } = known;
  const { paymentMethod, paymentMethodType } = command;
  if (method.paymentMethod !== paymentMethod)
    return refuse('invalid_request', { message: 'PaymentMethodData does not match PaymentMethod' });
  const types = [method.paymentMethodType, paymentMethodType].filter((type) => type !== null);
  return new Set(types).size > 1
    ? refuse('invalid_request', { message: "Invalid 'payment_method_type' provided" })
    : undefined;
}

/** `sameOf`: the customer's payment method with the same card or wallet token. */
export function savePaymentMethod(
  known: SavedPaymentMethod | undefined,
  command: Save,
  { now, sameOf }: { now: Date; sameOf: (known: SavedPaymentMethod) => SavedPaymentMethod | undefined },
): Saved | Refusal {
  if (!known) return notFound;
  const { clientSecret, data, paymentMethod } = command;
  const refused = checkSecret(known, clientSecret, now);
  if (refused) return refused;
  // The secret has served its purpose.
  if (known.status !== 'awaiting_data') return refuse('client_secret_expired');
  const unexpected = checkAwaited(known, command);
  if (unexpected) return unexpected;
  const paymentMethodType = known.method.paymentMethodType ?? command.paymentMethodType;
  const nickName = data.kind === 'card' ? data.nickName : null;
  const filled = ({ details }: SavedPaymentMethod) => ({
    status: 'active' as const,
    method: withData({ paymentMethod, paymentMethodType }, data),
    details: { ...details, nickName: nickName ?? details.nickName },
  });
  // Everyone who has seen the page of a link knows its secret: it changes nothing of what is saved.
  const ended = hasCollectLink(known) ? { clientSecret: null } : {};
  const same = sameOf(known);
  return same
    ? { awaiting: changed(known, { status: 'inactive', ...ended }, now), same: changed(same, filled(same), now) }
    : { awaiting: changed(known, { ...filled(known), ...ended }, now), same: undefined };
}

/** Changes what is stored of a card or of a wallet token besides its number. */
export function updatePaymentMethod(
  known: SavedPaymentMethod | undefined,
  { caller, card: sent, wallet }: DataOf<typeof paymentMethodUpdate>,
  now: Date,
): Changed {
  if (!known) return notFound;
  const refused = checkCaller(known, caller, now);
  if (refused) return refused;
  if (known.status === 'awaiting_data') return unsupported('Payment method is awaiting data so it cannot be updated');
  const { method, details } = known;
  if (wallet && method.walletToken)
    return changed(known, { method: { ...method, walletToken: { ...method.walletToken, ...wallet } } }, now);
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

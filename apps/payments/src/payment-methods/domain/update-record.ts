import type { DataOf, paymentMethodUpdateRecord, Refusal } from '@payorch/contracts';
import { isRefusal, refuse } from '@payorch/contracts';
import { changed } from './change-payment-method';
import { canPay, chargeable, type Method } from './method';
import { isOwnReference, type SavedPaymentMethod } from './payment-method';
import { mergedReferences } from './sent-references';

type Command = DataOf<typeof paymentMethodUpdateRecord>;

const wrong = (message: string): Refusal => refuse('precondition_failed', { message });

/** A deleted customer's payment method has nothing left; neither has one whose data another payment method took over. */
const isEmpty = ({ status, method, references, networkTransactionId }: SavedPaymentMethod): boolean =>
  status === 'inactive' &&
  method.card === null &&
  method.sealedData === null &&
  networkTransactionId === null &&
  Object.keys(references).length === 0;

const isChargeable = ({ method, references }: SavedPaymentMethod): boolean =>
  canPay(method) || Object.values(references).some(isOwnReference);

const hasNumber = ({ card, walletToken }: Method): boolean => chargeable(card) !== null || walletToken !== undefined;

function withExpiry(method: Method, expiry: Command['expiry']): Method | Refusal {
  if (expiry === null) return method;
  if (!method.card) return wrong('Only a card has an expiry that can be updated');
  return { ...method, card: { ...method.card, ...expiry } };
}

/** The operator's change of a stored payment method. The same change again leaves the same payment method. */
export function updateRecord(
  known: SavedPaymentMethod | undefined,
  { status, networkTransactionId, references, expiry }: Command,
  now: Date,
): SavedPaymentMethod | Refusal {
  if (!known || isEmpty(known)) return refuse('payment_method_not_found');
  if (known.status === 'awaiting_data') return wrong('Payment method is awaiting data so it cannot be updated');
  if (networkTransactionId !== null && !hasNumber(known.method))
    return wrong('A network transaction id charges a card only by its number, which is not stored');
  const method = withExpiry(known.method, expiry);
  if (isRefusal(method)) return method;
  const after = changed(
    known,
    {
      status: status ?? known.status,
      method,
      references: mergedReferences(known.references, references),
      networkTransactionId: networkTransactionId ?? known.networkTransactionId,
    },
    now,
  );
  return after.status === 'active' && !isChargeable(after)
    ? wrong('A payment method without data and without a reference of a processor cannot be active')
    : after;
}

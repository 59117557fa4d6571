import { type Body, type ConfirmContext, dataOf, type InputValues, setAt, type TypedCard } from './confirm-body';
import { digitsOf } from './cards/card-number';
import type { Json } from './json';
import { textAt } from './json';
import type { OfferedMethod } from './methods/method-list';

export const withValues = (body: Body, values: InputValues): Body => {
  for (const [path, value] of Object.entries(values)) setAt(body, path, value.trim());
  return body;
};

/** Adds a card to the payment method that awaits it. A security code is not stored, so none is sent; the type follows from the number. */
export function saveCardBody(
  _method: OfferedMethod,
  card: TypedCard,
  values: InputValues,
  { clientSecret }: ConfirmContext,
): Body {
  const body: Body = {
    client_secret: clientSecret,
    payment_method: 'card',
    payment_method_data: {
      card: {
        card_number: digitsOf(card.number),
        card_exp_month: String(card.expiry.month).padStart(2, '0'),
        card_exp_year: String(card.expiry.year),
      },
    },
  };
  return withValues(body, values);
}

/** Adds the data of another payment method. */
export function saveMethodBody(method: OfferedMethod, values: InputValues, { clientSecret }: ConfirmContext): Body {
  const body: Body = {
    client_secret: clientSecret,
    payment_method: method.paymentMethod,
    payment_method_type: method.paymentMethodType,
    payment_method_data: dataOf(method),
  };
  return withValues(body, values);
}

export type SentResult = 'accepted' | 'ended' | 'too_many' | 'not_accepted' | 'unknown';

/** An expired client secret, and one that is not, or no longer, the object's. */
const secretCodes: readonly string[] = ['IR_08', 'IR_09'];

/**
 * `status`: null where no response arrived: then the data may have arrived or not. `ended`: the link expired, or was used
 * elsewhere; `endedCodes`: the errors that say so.
 */
export function sentResult(status: number | null, body: Json, endedCodes = secretCodes): SentResult {
  if (status === null || status >= 500) return 'unknown';
  if (status === 429) return 'too_many';
  const code = textAt(body, 'error', 'code');
  if (status === 200) return code === undefined ? 'accepted' : 'not_accepted';
  return (code !== undefined && endedCodes.includes(code)) || status === 404 ? 'ended' : 'not_accepted';
}

import { type Body, type ConfirmContext, dataOf, type InputValues, type TypedCard } from './confirm-body';
import { digitsOf } from './cards/card-number';
import type { Json } from './json';
import type { OfferedMethod } from './methods/method-list';
import { storedId } from './methods/payout-methods';
import { type SentResult, sentResult, withValues } from './save-body';

const base = ({ dataName: [type] }: OfferedMethod, { clientSecret }: Pick<ConfirmContext, 'clientSecret'>): Body => ({
  client_secret: clientSecret,
  payout_type: type,
});

/** Confirms a payout to a card. */
export function payoutCardBody(
  method: OfferedMethod,
  { number, expiry }: Pick<TypedCard, 'number' | 'expiry'>,
  values: InputValues,
  context: Pick<ConfirmContext, 'clientSecret'>,
): Body {
  const card = {
    card_number: digitsOf(number),
    expiry_month: String(expiry.month).padStart(2, '0'),
    expiry_year: String(expiry.year),
  };
  return withValues({ ...base(method, context), payout_method_data: { card } }, values);
}

/** Confirms a payout to an account or a wallet, or to the destination that it has already. */
export const payoutMethodBody = (
  method: OfferedMethod,
  values: InputValues,
  context: Pick<ConfirmContext, 'clientSecret'>,
): Body =>
  method.id === storedId
    ? { client_secret: context.clientSecret }
    : withValues({ ...base(method, context), payout_method_data: dataOf(method) }, values);

/** IR_16: it was confirmed, or cancelled, meanwhile. */
const endedCodes: readonly string[] = ['IR_08', 'IR_09', 'IR_16'];

export const payoutResult = (status: number | null, body: Json): SentResult => sentResult(status, body, endedCodes);

import { errorBody, type Refusal } from '@payorch/contracts';
import { redactText } from '@payorch/platform/telemetry';
import { type CardNetworkTokenizeRequest, withoutBlanks } from '@payorch/rest';
import { shownNumber } from '../../migrate/domain/migrated-number';
import { errorText } from '../../migrate/domain/row-results';

/** The result of one card: `body` shows the saved payment method. */
export type Tokenized =
  | { readonly kind: 'tokenized'; readonly body: Buffer }
  /** The token service or the card network makes no token of the card, which stays saved. */
  | { readonly kind: 'not_made'; readonly body: Buffer; readonly code: string; readonly message: string };

/** What an answer shows of its request. */
export interface ShownRequest {
  readonly customer: object;
  readonly tokenization_data: object | null;
}

type Sent = CardNetworkTokenizeRequest;

/** Neither the number nor the CVC. */
function shownData({ card, existing_payment_method: saved }: Sent): object | null {
  if (!card) return saved ? { existing_payment_method: {} } : null;
  const { card_expiry_month, card_expiry_year } = card;
  const number = { kind: 'whole', number: withoutBlanks(card.raw_card_number) } as const;
  return { card: { raw_card_number: shownNumber(number), card_expiry_month, card_expiry_year } };
}

export const shownRequest = (sent: Sent, customerId: string): ShownRequest => ({
  customer: { ...sent.customer, id: customerId },
  tokenization_data: shownData(sent),
});

export const tokenizedView = (
  { shown: { customer, tokenization_data } }: { readonly shown: ShownRequest },
  result: Tokenized,
): object => ({
  payment_method_response: JSON.parse(result.body.toString()) as object,
  customer,
  card_tokenized: result.kind === 'tokenized',
  error_code: result.kind === 'not_made' ? result.code : null,
  error_message: result.kind === 'not_made' ? result.message : null,
  tokenization_data,
});

/** The result of a row that failed; a cell in an error could be a card number in the wrong column. */
export const notTokenizedView = ({ customer, tokenization_data }: ShownRequest, refusal: Refusal): object => ({
  payment_method_response: null,
  customer,
  card_tokenized: false,
  error_code: errorBody(refusal).body.error['code'] ?? null,
  error_message: redactText(errorText(refusal)),
  tokenization_data,
});

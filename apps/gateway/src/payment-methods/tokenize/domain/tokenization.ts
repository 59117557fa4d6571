import { isRefusal, refuse, type Refusal } from '@payorch/contracts';
import type { CardNetworkTokenizeRequest, TokenizeCardRequest } from '@payorch/rest';
import { cardNumberFault, withoutBlanks } from '@payorch/rest';
import { plainOrNull } from '../../../fields';
import { checkCvc } from '../../../sealing';
import { type Migration, migrationOf } from '../../migrate/domain/migration';

type Sent = CardNetworkTokenizeRequest;

/** A card to save and to tokenize: it is saved as one from another system is. */
export interface CardTokenization {
  readonly customer: object;
  readonly migration: Migration;
  readonly cvc: string | undefined;
}

/** A saved card to tokenize. */
export interface SavedTokenization {
  readonly customerId: string;
  readonly cvc: string | undefined;
}

const missing = (field: string): Refusal => refuse('missing_param', { field });
const unexpected = (field: string): Refusal =>
  refuse('invalid_request', { message: `${field} belongs to another operation` });

/** Only fields with a value. */
const sentOf = (fields: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));

/** The customer of the request as a request of its own; `customerId`: the sent one, else a new one. */
export const customerOf = ({ customer }: Sent, customerId: string): object =>
  sentOf({ ...customer, id: undefined, customer_id: customerId });

const migratedCard = (card: TokenizeCardRequest): object =>
  sentOf({
    card_number: card.raw_card_number,
    card_exp_month: card.card_expiry_month,
    card_exp_year: card.card_expiry_year,
    card_holder_name: card.card_holder_name,
    nick_name: card.nick_name,
  });

/** The request as a card to save and to tokenize. */
export function cardTokenizationOf(
  sent: Sent,
  { customerId, now }: { readonly customerId: string; readonly now: Date },
): CardTokenization | Refusal {
  const { card } = sent;
  if (sent.existing_payment_method) return unexpected('existing_payment_method');
  if (!card) return missing('card');
  if (cardNumberFault(withoutBlanks(card.raw_card_number)) !== undefined)
    return refuse('invalid_format', { field: 'card.raw_card_number', expected: 'a whole card number' });
  const refused = checkCvc(card.card_cvc ?? undefined);
  if (refused) return refused;
  const migrate = {
    merchant_id: sent.merchant_id,
    customer_id: customerId,
    payment_method: 'card',
    card: migratedCard(card),
    billing: sent.billing,
    metadata: plainOrNull(sent.metadata),
    payment_method_issuer: sent.payment_method_issuer,
    payment_method_type: card.card_type?.toLowerCase(),
  };
  const migration = migrationOf(migrate as Parameters<typeof migrationOf>[0], now);
  if (isRefusal(migration)) return migration;
  return { customer: customerOf(sent, customerId), migration, cvc: card.card_cvc ?? undefined };
}

/** Only the card is tokenized: what the request says besides would change the saved payment method, or be lost. */
export function savedTokenizationOf(sent: Sent): SavedTokenization | Refusal {
  if (sent.card) return unexpected('card');
  if (!sent.existing_payment_method) return missing('existing_payment_method');
  const { id, ...details } = sent.customer;
  if (!id) return missing('customer.id');
  const { billing, metadata, payment_method_issuer } = sent;
  const others = sentOf({ billing, metadata, payment_method_issuer, ...details });
  const [field] = Object.keys(others);
  if (field !== undefined)
    return refuse('not_implemented', { message: `${field} of a saved payment method is not implemented` });
  const cvc = sent.existing_payment_method.card_cvc ?? undefined;
  return checkCvc(cvc) ?? { customerId: id, cvc };
}

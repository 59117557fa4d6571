import type { Refusal } from '@payorch/contracts';
import { firstRefusal, isRefusal, refuse } from '@payorch/contracts';
import type { Money } from '@payorch/kernel';
import { minorUnitsFromJson, referenceIdPattern } from '@payorch/kernel';
import { cardNumberFault, type RecipientCardData, type RelayRequest, withoutBlanks } from '@payorch/rest';
import { checkExpiry, inPlace, type PlainCard } from '../../sealing';
import { resourceIdOf } from './to-relay-operation';

/** A refund without a charge, as requested. */
export interface UnreferencedRefund {
  /** The merchant's own text: no object of the processor. */
  readonly reference: string;
  readonly money: Money;
  readonly customerId: string;
  readonly card: PlainCard;
}

const place = 'data.unreferenced_refund';
const cardPlace = `${place}.recipient_payment_method_data.card`;
/** The interface's limit of the id of a customer. */
const longestCustomerId = 64;

const checkNumber = ({ card_number }: RecipientCardData): Refusal | undefined =>
  cardNumberFault(withoutBlanks(card_number)) === undefined
    ? undefined
    : refuse('invalid_format', { field: `${cardPlace}.card_number`, expected: 'a valid card number' });

const checkCustomerId = (id: string): Refusal | undefined =>
  referenceIdPattern.test(id) && id.length <= longestCustomerId
    ? undefined
    : refuse('value_not_allowed', {
        field: `${place}.customer_id`,
        allowed: `1 to ${longestCustomerId} letters, digits, _ and -`,
      });

/** The refund of the request; a refusal where it is none, moves nothing, or has a card that no processor takes. */
export function toUnreferencedRefund(sent: RelayRequest, now: Date): UnreferencedRefund | Refusal {
  const requested = sent.type === 'unreferenced_refund' ? sent.data?.unreferenced_refund : undefined;
  const card = requested?.recipient_payment_method_data.card;
  if (!requested || !card)
    return refuse('invalid_request', { message: 'Invalid relay request for unreferenced refund' });
  const { amount, currency, customer_id: customerId } = requested;
  const reference = resourceIdOf(sent);
  const refused = firstRefusal([
    () => (amount > 0 ? undefined : refuse('precondition_failed', { message: 'Amount must be greater than 0' })),
    () => (isRefusal(reference) ? reference : undefined),
    () => checkCustomerId(customerId),
    () => checkNumber(card),
    () => inPlace(checkExpiry(card, now), (field) => `${cardPlace}.${field}`),
  ]);
  if (refused) return refused;
  if (isRefusal(reference)) return reference;
  const { card_number, card_exp_month, card_exp_year, card_holder_name } = card;
  return {
    reference,
    customerId,
    money: { amount: minorUnitsFromJson(amount), currency },
    card: { card_number, card_exp_month, card_exp_year, card_holder_name: card_holder_name ?? null },
  };
}

import { isRefusal, isTypeOfMethod, type PaymentMethodFields, refuse, type Refusal } from '@payorch/contracts';
import type { CustomerId } from '@payorch/kernel';
import { type MigrateCardDetail, type PaymentMethodMigrate } from '@payorch/rest';
import { checkChosenIds, plainOrNull } from '../../../fields';
import { wholeAddress } from '../../../payments';
import { checkExpiry } from '../../../sealing';
import { type MigratedNumber, readNumber } from './migrated-number';
import { type NamedReference, namedReferences } from './named-reference';

export interface MigratedCard {
  readonly number: MigratedNumber;
  readonly expiryMonth: string;
  readonly expiryYear: string;
  readonly holderName: string | null;
  readonly nickName: string | null;
  /** Counts where only a processor has the number, and the table of card ranges does not know its first digits. */
  readonly network: string | null;
}

/** A payment method that another system has saved. */
export interface Migration {
  readonly fields: PaymentMethodFields;
  readonly card: MigratedCard | null;
  readonly references: readonly NamedReference[];
  readonly networkTransactionId: string | null;
}

const missing = (field: string): Refusal => refuse('missing_param', { field });
const invalid = (message: string): Refusal => refuse('precondition_failed', { message });
const longestNetworkId = 255;

/** Where only a processor has the number, the processor may have renewed the card. */
const anyTime = new Date(0);

function cardOf(sent: MigrateCardDetail, now: Date): MigratedCard | Refusal {
  const number = readNumber(sent.card_number);
  if (!number)
    return refuse('invalid_format', { field: 'card.card_number', expected: 'a card number, whole or masked' });
  const refused = checkExpiry(sent, number.kind === 'whole' ? now : anyTime);
  if (refused) return refused;
  return {
    number,
    ...{ expiryMonth: sent.card_exp_month, expiryYear: sent.card_exp_year },
    ...{ holderName: sent.card_holder_name ?? null, nickName: sent.nick_name ?? null },
    network: sent.card_network ?? null,
  };
}

/** Data that a charge could not use, and tokens that this service has no requestor for. */
function checkUnsupported(sent: PaymentMethodMigrate): Refusal | undefined {
  const field = (['network_token', 'bank_transfer', 'wallet', 'payment_method_data'] as const).find(
    (name) => (sent[name] ?? null) !== null,
  );
  return field && refuse('not_implemented', { message: `${field} is not implemented` });
}

function checkMethod({ card, payment_method: method, payment_method_type: type }: PaymentMethodMigrate) {
  if (!method && !card) return missing('payment_method');
  const named = method ?? 'card';
  if (card && named !== 'card')
    return refuse('invalid_request', { message: 'PaymentMethodData does not match PaymentMethod' });
  if (!card && named === 'card') return missing('card');
  return type && !isTypeOfMethod(named, type)
    ? refuse('invalid_request', { message: "Invalid 'payment_method_type' provided" })
    : undefined;
}

/** A payment method must be chargeable: by a card number, or by the reference of a processor. */
function checkChargeable({ card, references, networkTransactionId }: Omit<Migration, 'fields'>): Refusal | undefined {
  const hasNumber = card?.number.kind === 'whole';
  if (networkTransactionId !== null && !hasNumber)
    return invalid('A network transaction id charges a card only by its whole number');
  const isUseless = ({ mandateReference }: NamedReference) =>
    mandateReference === null && networkTransactionId === null;
  if (references.some(isUseless) || (references.length === 0 && !hasNumber))
    return missing('connector_mandate_details.connector_mandate_id');
  return undefined;
}

function checkNetworkId(id: string | null | undefined): Refusal | undefined {
  const expected = `a string of 1 to ${longestNetworkId} characters`;
  const isWrong = typeof id === 'string' && (id === '' || id.length > longestNetworkId);
  return isWrong ? refuse('invalid_format', { field: 'network_transaction_id', expected }) : undefined;
}

const fieldsOf = (sent: PaymentMethodMigrate, customerId: string): PaymentMethodFields => ({
  customerId: customerId as CustomerId,
  paymentMethod: sent.payment_method ?? 'card',
  paymentMethodType: sent.payment_method_type ?? null,
  issuer: sent.payment_method_issuer ?? null,
  issuerCode: sent.payment_method_issuer_code ?? null,
  metadata: plainOrNull(sent.metadata),
  billing: sent.billing ? wholeAddress(sent.billing) : null,
});

/** The request or the row as a migration; the first fault otherwise. */
export function migrationOf(sent: PaymentMethodMigrate, now: Date): Migration | Refusal {
  const refused = checkUnsupported(sent) ?? checkMethod(sent) ?? checkNetworkId(sent.network_transaction_id);
  if (refused) return refused;
  if (!sent.customer_id) return missing('customer_id');
  const reserved = checkChosenIds({ customer_id: sent.customer_id });
  if (reserved) return reserved;
  const card = sent.card ? cardOf(sent.card, now) : null;
  if (isRefusal(card)) return card;
  const references = namedReferences(sent.connector_mandate_details);
  if (isRefusal(references)) return references;
  const migration = { card, references, networkTransactionId: sent.network_transaction_id ?? null };
  return checkChargeable(migration) ?? { fields: fieldsOf(sent, sent.customer_id), ...migration };
}

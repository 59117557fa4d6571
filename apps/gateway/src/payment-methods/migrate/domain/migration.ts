import {
  isRefusal,
  isTypeOfMethod,
  joinRefusals,
  type PaymentMethodFields,
  refuse,
  type Refusal,
  withOthers,
} from '@payorch/contracts';
import type { CustomerId } from '@payorch/kernel';
import { type MigrateCardDetail, type PaymentMethodMigrate } from '@payorch/rest';
import { checkChosenIds, plainOrNull } from '../../../fields';
import { wholeAddress } from '../../../payments';
import { checkExpiry, inPlace } from '../../../sealing';
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
const notAllowed = (path: string, message: string): Refusal => refuse('invalid_request', { message, path });
const invalid = (message: string): Refusal => refuse('precondition_failed', { message });
const longestNetworkId = 255;

/** Where only a processor has the number, the processor may have renewed the card. */
const anyTime = new Date(0);

function cardOf(sent: MigrateCardDetail, now: Date): MigratedCard | Refusal {
  const number = readNumber(sent.card_number);
  const refused = inPlace(checkExpiry(sent, number?.kind === 'whole' ? now : anyTime), (field) => `card.${field}`);
  if (!number) {
    const details = { field: 'card.card_number', expected: 'a card number, whole or masked' };
    return withOthers(refuse('invalid_format', details), refused ? [refused] : []);
  }
  if (refused) return refused;
  return {
    number,
    expiryMonth: sent.card_exp_month,
    expiryYear: sent.card_exp_year,
    holderName: sent.card_holder_name ?? null,
    nickName: sent.nick_name ?? null,
    network: sent.card_network ?? null,
  };
}

/** Data that a charge could not use, and tokens that this service has no requestor for. */
function checkUnsupported(sent: PaymentMethodMigrate): Refusal | undefined {
  const fields = (['network_token', 'bank_transfer', 'wallet', 'payment_method_data'] as const).filter(
    (name) => (sent[name] ?? null) !== null,
  );
  return joinRefusals(fields.map((path) => refuse('not_implemented', { message: `${path} is not implemented`, path })));
}

function checkMethod({ card, payment_method: method, payment_method_type: type }: PaymentMethodMigrate) {
  if (!method && !card) return missing('payment_method');
  const named = method ?? 'card';
  const isOther = card && named !== 'card';
  return joinRefusals([
    isOther ? notAllowed('payment_method', 'PaymentMethodData does not match PaymentMethod') : undefined,
    !card && named === 'card' ? missing('card') : undefined,
    type && !isTypeOfMethod(named, type)
      ? notAllowed('payment_method_type', "Invalid 'payment_method_type' provided")
      : undefined,
  ]);
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

const refusalIn = (read: object | null): Refusal | undefined => (isRefusal(read) ? read : undefined);

/** The request or the row as a migration; its faults otherwise. What charges it is known of a right one alone. */
export function migrationOf(sent: PaymentMethodMigrate, now: Date): Migration | Refusal {
  const { customer_id: customerId } = sent;
  const card = sent.card ? cardOf(sent.card, now) : null;
  const references = namedReferences(sent.connector_mandate_details);
  const refused = joinRefusals([
    checkUnsupported(sent),
    checkMethod(sent),
    checkNetworkId(sent.network_transaction_id),
    customerId ? checkChosenIds({ customer_id: customerId }) : missing('customer_id'),
    refusalIn(card),
    refusalIn(references),
  ]);
  if (isRefusal(card) || isRefusal(references) || !customerId || refused) return refused ?? missing('customer_id');
  const migration = { card, references, networkTransactionId: sent.network_transaction_id ?? null };
  return checkChargeable(migration) ?? { fields: fieldsOf(sent, customerId), ...migration };
}

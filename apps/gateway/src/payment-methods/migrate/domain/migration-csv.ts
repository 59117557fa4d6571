import { isRefusal, refuse, type Refusal } from '@payorch/contracts';
import type { CsvRecord } from '../../../uploads';
import { cellOf, headerFault, wholeOf } from './csv-cells';

/** What the form says of every row. */
export interface FormFields {
  readonly merchantId: string;
  /** The account of rows that name none. */
  readonly merchantConnectorId: string | undefined;
}

/** A row as the two requests that it stands for; their checks are those of the requests. */
export interface MigrationRow {
  readonly customer: object;
  readonly paymentMethod: object;
}

const address = ['zip', 'state', 'first_name', 'last_name', 'city', 'country', 'line1', 'line2', 'line3'] as const;
const tokenColumns = [
  ...['network_token_number', 'network_token_expiry_month', 'network_token_expiry_year'],
  'network_token_requestor_ref_id',
];
const columns: ReadonlySet<string> = new Set([
  ...['customer_id', 'name', 'email', 'phone', 'phone_country_code', 'merchant_id', 'payment_method'],
  ...['payment_method_type', 'nick_name', 'payment_instrument_id', 'connector_customer_id', 'card_number_masked'],
  ...['card_expiry_month', 'card_expiry_year', 'card_scheme', 'original_transaction_id', 'raw_card_number'],
  ...['merchant_connector_id', 'original_transaction_amount', 'original_transaction_currency', 'line_number'],
  ...address.map((name) => `billing_address_${name}`),
  ...tokenColumns,
]);

export const faultOfMigrationHeader = headerFault(columns, 'customer_id');

/** Only fields with a value. */
const sentOf = (fields: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

function billingOf(record: CsvRecord): object | undefined {
  const sent = sentOf(Object.fromEntries(address.map((name) => [name, cellOf(record, `billing_address_${name}`)])));
  return Object.keys(sent).length > 0 ? { address: sent } : undefined;
}

/** A whole number replaces the masked one beside it. */
function cardOf(record: CsvRecord): object | undefined {
  const number = cellOf(record, 'raw_card_number') ?? cellOf(record, 'card_number_masked');
  if (number === undefined) return undefined;
  return sentOf({
    card_number: number,
    card_exp_month: cellOf(record, 'card_expiry_month'),
    card_exp_year: cellOf(record, 'card_expiry_year'),
    card_holder_name: cellOf(record, 'name'),
    nick_name: cellOf(record, 'nick_name'),
    card_network: cellOf(record, 'card_scheme'),
  });
}

/** Cells that belong to a connector account. */
const ofAccount = [
  ...['payment_instrument_id', 'connector_customer_id', 'merchant_connector_id'],
  ...['original_transaction_amount', 'original_transaction_currency'],
];

/**
 * The processor's reference at the account of the row, else of the form. Without a reference the card network's id charges
 * the card at that account. Undefined where the row has neither.
 */
export function referencesOf(
  record: CsvRecord,
  { merchantConnectorId }: FormFields,
  networkId: string | undefined,
): Readonly<Record<string, object>> | Refusal | undefined {
  const hasCells = ofAccount.some((name) => cellOf(record, name) !== undefined);
  const account = cellOf(record, 'merchant_connector_id') ?? merchantConnectorId;
  if (account === undefined) return hasCells ? refuse('missing_param', { field: 'merchant_connector_id' }) : undefined;
  if (!hasCells && networkId === undefined) return undefined;
  const details = {
    connector_mandate_id: cellOf(record, 'payment_instrument_id'),
    connector_customer_id: cellOf(record, 'connector_customer_id'),
    original_payment_authorized_amount: wholeOf(cellOf(record, 'original_transaction_amount')),
    original_payment_authorized_currency: cellOf(record, 'original_transaction_currency'),
  };
  return { [account]: sentOf(details) };
}

const wrong = (message: string): Refusal => refuse('precondition_failed', { message });

/** A row may name the merchant too, and then no other one. PostgreSQL cannot store a NUL, which a JSON body cannot have either. */
export function checkCells(record: CsvRecord, { merchantId }: FormFields): Refusal | undefined {
  if (Object.values(record).some((cell) => cell.includes('\0'))) return wrong('NUL character in a value');
  const isOther = (cellOf(record, 'merchant_id') ?? merchantId) !== merchantId;
  return isOther ? wrong('merchant_id differs from the form’s') : undefined;
}

export function readMigrationRow(record: CsvRecord, form: FormFields): MigrationRow | Refusal {
  const token = tokenColumns.find((name) => cellOf(record, name) !== undefined);
  if (token !== undefined) return refuse('not_implemented', { message: `${token} is not implemented` });
  const refused = checkCells(record, form);
  if (refused) return refused;
  const networkId = cellOf(record, 'original_transaction_id');
  const references = referencesOf(record, form, networkId);
  if (isRefusal(references)) return references;
  const customerId = cellOf(record, 'customer_id');
  return {
    customer: sentOf({
      customer_id: customerId,
      name: cellOf(record, 'name'),
      email: cellOf(record, 'email'),
      phone: cellOf(record, 'phone'),
      phone_country_code: cellOf(record, 'phone_country_code'),
    }),
    paymentMethod: sentOf({
      merchant_id: form.merchantId,
      customer_id: customerId,
      payment_method: cellOf(record, 'payment_method'),
      payment_method_type: cellOf(record, 'payment_method_type'),
      card: cardOf(record),
      billing: billingOf(record),
      connector_mandate_details: references,
      network_transaction_id: networkId,
    }),
  };
}

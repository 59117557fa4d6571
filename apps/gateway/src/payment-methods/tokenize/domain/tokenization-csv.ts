import { isRefusal, type Refusal } from '@payorch/contracts';
import type { CsvRecord } from '../../../uploads';
import { cellOf, headerFault } from '../../migrate/domain/csv-cells';
import { checkCells } from '../../migrate/domain/migration-csv';

/** A row as the request that it stands for. */
export interface TokenizationRow {
  readonly request: object;
  /** Of a row about a saved card. */
  readonly paymentMethodId: string | undefined;
}

const card = [
  ...['raw_card_number', 'card_expiry_month', 'card_expiry_year', 'card_holder_name', 'nick_name'],
  ...['card_issuing_country', 'card_network', 'card_issuer', 'card_type'],
] as const;
const customer = ['name', 'email', 'phone', 'phone_country_code', 'tax_registration_id'] as const;
const address = ['zip', 'state', 'first_name', 'last_name', 'city', 'country', 'line1', 'line2', 'line3'] as const;

const columns: ReadonlySet<string> = new Set([
  ...['customer_id', 'merchant_id', 'payment_method_id', 'payment_method_issuer', 'card_cvc', 'line_number'],
  ...['billing_phone_number', 'billing_phone_country_code', 'billing_email'],
  ...[...card, ...customer, ...address.map((name) => `billing_address_${name}`)],
]);

export const faultOfTokenizationHeader = headerFault(columns, 'customer_id');

/** Only fields with a value; undefined where there is none. */
function sentOf(fields: Readonly<Record<string, unknown>>): object | undefined {
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
  return sent.length > 0 ? Object.fromEntries(sent) : undefined;
}

const cellsOf = (record: CsvRecord, names: readonly string[], prefix = ''): object | undefined =>
  sentOf(Object.fromEntries(names.map((name) => [name, cellOf(record, `${prefix}${name}`)])));

const billingOf = (record: CsvRecord): object | undefined =>
  sentOf({
    address: cellsOf(record, address, 'billing_address_'),
    phone: sentOf({
      number: cellOf(record, 'billing_phone_number'),
      country_code: cellOf(record, 'billing_phone_country_code'),
    }),
    email: cellOf(record, 'billing_email'),
  });

export function readTokenizationRow(
  record: CsvRecord,
  form: { readonly merchantId: string },
): TokenizationRow | Refusal {
  const refused = checkCells(record, { ...form, merchantConnectorId: undefined });
  if (isRefusal(refused)) return refused;
  const paymentMethodId = cellOf(record, 'payment_method_id');
  const cvc = sentOf({ card_cvc: cellOf(record, 'card_cvc') });
  const entered = cellsOf(record, card);
  const request = sentOf({
    merchant_id: form.merchantId,
    customer: { id: cellOf(record, 'customer_id'), ...cellsOf(record, customer) },
    billing: billingOf(record),
    payment_method_issuer: cellOf(record, 'payment_method_issuer'),
    card: entered && { ...entered, ...(paymentMethodId === undefined && cvc) },
    existing_payment_method: paymentMethodId === undefined ? undefined : { ...cvc },
  });
  return { request: request ?? {}, paymentMethodId };
}

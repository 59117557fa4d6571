import { type DataOf, isRefusal, type paymentMethodUpdateRecord, refuse, type Refusal } from '@payorch/contracts';
import { referenceIdPattern } from '@payorch/kernel';
import { checkExpiry } from '../../../sealing';
import type { CsvRecord } from '../../../uploads';
import { cellOf, headerFault } from './csv-cells';
import { checkCells, type FormFields, referencesOf } from './migration-csv';
import { type NamedReference, namedReferences } from './named-reference';

type Command = DataOf<typeof paymentMethodUpdateRecord>;

/** What a row changes of a stored payment method; null: unchanged. */
export interface RecordUpdate extends Pick<Command, 'status' | 'networkTransactionId' | 'expiry'> {
  readonly paymentMethodId: string;
  readonly references: readonly NamedReference[];
}

const columns: ReadonlySet<string> = new Set([
  ...['payment_method_id', 'status', 'network_transaction_id', 'line_number', 'merchant_id'],
  ...['payment_instrument_id', 'merchant_connector_id', 'connector_customer_id'],
  ...['card_expiry_month', 'card_expiry_year'],
]);

export const faultOfUpdateHeader = headerFault(columns, 'payment_method_id');

const missing = (field: string): Refusal => refuse('missing_param', { field });

function statusOf(text: string | undefined): Command['status'] | Refusal {
  if (text === undefined) return null;
  if (text === 'active' || text === 'inactive') return text;
  return refuse('invalid_format', { field: 'status', expected: 'active or inactive' });
}

function expiryOf(record: CsvRecord, now: Date): Command['expiry'] | Refusal {
  const [month, year] = [cellOf(record, 'card_expiry_month'), cellOf(record, 'card_expiry_year')];
  if (month === undefined && year === undefined) return null;
  if (month === undefined) return missing('card_expiry_month');
  if (year === undefined) return missing('card_expiry_year');
  const refused = checkExpiry({ card_exp_month: month, card_exp_year: year }, now);
  return refused ?? { expiryMonth: month, expiryYear: year };
}

/** Only a row that names a reference, or the customer at the processor, changes one. */
function changedReferences(record: CsvRecord, form: FormFields): NamedReference[] | Refusal {
  const sent = referencesOf(record, form, undefined);
  if (isRefusal(sent)) return sent;
  const references = namedReferences(sent);
  if (isRefusal(references)) return references;
  return references.filter(({ mandateReference, customerReference }) => mandateReference ?? customerReference);
}

export function readUpdateRow(record: CsvRecord, form: FormFields, now: Date): RecordUpdate | Refusal {
  const refused = checkCells(record, form);
  if (refused) return refused;
  const paymentMethodId = cellOf(record, 'payment_method_id');
  if (paymentMethodId === undefined) return missing('payment_method_id');
  if (!referenceIdPattern.test(paymentMethodId)) return refuse('payment_method_not_found');
  const status = statusOf(cellOf(record, 'status'));
  if (isRefusal(status)) return status;
  const expiry = expiryOf(record, now);
  if (isRefusal(expiry)) return expiry;
  const references = changedReferences(record, form);
  if (isRefusal(references)) return references;
  const networkTransactionId = cellOf(record, 'network_transaction_id') ?? null;
  const isChange = [status, expiry, networkTransactionId].some((value) => value !== null) || references.length > 0;
  if (!isChange) return missing('status');
  return { paymentMethodId, status, expiry, networkTransactionId, references };
}

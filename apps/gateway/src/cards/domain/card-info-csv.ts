import { CardNetwork } from '@payorch/rest';
import type { CsvRecord } from '../../uploads';
import { cardInfoFields, isIin, type CardInfoField, type CardInfoRequest } from './card-info';

export type ReadRow =
  | { readonly kind: 'row'; readonly line: number; readonly info: CardInfoRequest }
  | { readonly kind: 'wrong'; readonly line: number; readonly iin: string; readonly error: string };

/** Columns that the table itself maintains: time of creation and of the last change. */
const times = ['date_created', 'last_updated'];
const known: ReadonlySet<string> = new Set(['card_iin', ...cardInfoFields, ...times]);
const networks: ReadonlySet<string> = new Set(CardNetwork);
const longest = 255;

/** The first error in the header of an upload; undefined for a valid header. */
export function faultOfHeader(names: readonly string[]): string | undefined {
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined) return `unknown column \`${unknown.slice(0, 64)}\``;
  return names.includes('card_iin') ? undefined : 'missing column `card_iin`';
}

/** Converts a line to the row that it requests. An empty cell is not sent. */
export function readRow(record: CsvRecord, line: number): ReadRow {
  const iin = record['card_iin'] ?? '';
  const fault = faultOf(record, iin);
  if (fault) return { kind: 'wrong', line, iin: iin.slice(0, 8), error: fault };
  const entries = cardInfoFields.filter((field) => record[field]).map((field) => [field, record[field]]);
  const fields = Object.fromEntries(entries) as Partial<Record<CardInfoField, string>>;
  return { kind: 'row', line, info: { card_iin: iin, ...fields } };
}

function faultOf(record: CsvRecord, iin: string): string | undefined {
  if (!isIin(iin)) return 'card_iin must have 6 or 8 digits';
  const tooLong = cardInfoFields.find((field) => (record[field] ?? '').length > longest);
  if (tooLong) return `${tooLong} must be at most ${longest} characters long`;
  if (Object.values(record).some((value) => value.includes('\0'))) return 'NUL character in a value';
  const network = record['card_network'] ?? '';
  return network === '' || networks.has(network) ? undefined : 'card_network is none that is known';
}

import type { ProcessorRecord } from '@payorch/contracts';

/** A row of a file by the names of its columns. */
export type SettlementRow = Readonly<Record<string, string>>;

/**
 * record: what the row says of one object; several rows may be of one (`joinRecords`). ignored: the row is of something that no
 * reconciliation compares, such as a fee. unreadable: the row may be of one of ours, and nothing is known of it.
 */
export type SettlementReading =
  | { readonly kind: 'record'; readonly record: ProcessorRecord }
  | { readonly kind: 'ignored' | 'unreadable'; readonly why: string };

/** A reader of the processor's settlement report. It is pure, never throws, and needs no account. */
export interface SettlementFile {
  /** The report, as the processor's dashboard names it. */
  readonly report: string;
  /** The columns that a file must have; a file without one is refused. */
  readonly columns: readonly string[];
  read(row: SettlementRow): SettlementReading;
}

/** The columns that a file lacks, by its header. */
export const missingColumns = ({ columns }: SettlementFile, header: readonly string[]): string[] =>
  columns.filter((column) => !header.includes(column));

const isLater = (one: ProcessorRecord, other: ProcessorRecord): boolean =>
  Date.parse(one.createdAt) >= Date.parse(other.createdAt);

/**
 * Two rows of one object. What succeeded adds up, as several captures of one payment do. Every other row says what became of the object
 * and replaces what was said before it, as a refund that failed or a dispute that was won. The time is that of the first row.
 */
export function joinRecords(one: ProcessorRecord, other: ProcessorRecord): ProcessorRecord {
  const [first, last] = isLater(other, one) ? [one, other] : [other, one];
  const ourId = first.ourId ?? last.ourId;
  const { createdAt } = first;
  const adds = first.state === 'succeeded' && last.state === 'succeeded' && first.currency === last.currency;
  return { ...last, ourId, createdAt, ...(adds && { moved: first.moved + last.moved }) };
}

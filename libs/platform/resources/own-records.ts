import { type OwnRecord, type OwnRecordPage, recordsPerPage, type Refusal, refuse } from '@payorch/contracts';
import type { MerchantConnectorId, MerchantId } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';

/** Which records a reconciliation wants of one connector account. */
export interface WantedRecords {
  readonly merchantId: MerchantId;
  /** Without inline credentials. */
  readonly merchantConnectorId: MerchantConnectorId;
  readonly wanted:
    | { readonly by: 'period'; readonly from: string; readonly till: string; readonly cursor: string | null }
    | { readonly by: 'named'; readonly references: readonly string[]; readonly ourIds: readonly string[] };
}

/** The columns that every list of records has: when it was created, and which of those of one moment it is. */
interface ListedRow {
  readonly created_at: Date;
  readonly place: string;
}

/** How a service lists its objects as a processor would. $1 is the merchant, $2 the connector account. */
export interface ListedRecords<Row extends ListedRow> {
  /** SQL: those after the time $3 and the place $4, before the time $5, at most $6 in this order. */
  readonly period: string;
  /** SQL: those with a processor's id of $3, or an id of ours of $4. */
  readonly named: string;
  readonly toRecord: (row: Row) => OwnRecord;
  /** The processor's ids as $3 has them, where the rows are found by others. */
  readonly namesOf?: (about: WantedRecords, references: readonly string[]) => readonly string[];
}

const cursorForm = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([A-Za-z0-9_-]{1,64}(?: \d{1,9})?)$/;

/** Undefined: no page has such a cursor. */
function placeAfter(cursor: string | null, from: string): readonly [time: string, place: string] | undefined {
  if (cursor === null) return [from, ''];
  const [, time, place] = cursorForm.exec(cursor) ?? [];
  return time !== undefined && place !== undefined && !Number.isNaN(Date.parse(time)) ? [time, place] : undefined;
}

/** What a service has of the objects that a processor may have. */
export class OwnRecords<Row extends ListedRow> {
  constructor(private readonly listed: ListedRecords<Row>) {}

  async list(sql: Sql, about: WantedRecords): Promise<OwnRecordPage | Refusal> {
    const { merchantId, merchantConnectorId, wanted } = about;
    const { period, named, namesOf, toRecord } = this.listed;
    if (wanted.by === 'named') {
      const references = namesOf ? namesOf(about, wanted.references) : wanted.references;
      const rows = await sql.query<Row>(named, [merchantId, merchantConnectorId, references, wanted.ourIds]);
      return { records: rows.map(toRecord), next: null };
    }
    const after = placeAfter(wanted.cursor, wanted.from);
    if (!after) return refuse('invalid_value', { field: 'cursor' });
    const params = [merchantId, merchantConnectorId, ...after, wanted.till, recordsPerPage];
    const rows = await sql.query<Row>(period, params);
    const last = rows.length === recordsPerPage ? rows.at(-1) : undefined;
    return {
      records: rows.map(toRecord),
      next: last ? `${new Date(last.created_at).toISOString()} ${last.place}` : null,
    };
  }
}

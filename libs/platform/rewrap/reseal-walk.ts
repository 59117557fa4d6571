import type { Sql } from '@payorch/platform/postgres';
import {
  DataKeysUnknown,
  type RowPlace,
  type RowSeals,
  type SealedColumn,
  SealError,
  sealedPrefix,
  type SealedText,
} from '@payorch/platform/sealing';
import { digestOf } from './rewrapped';
import { SealWalk, type Unopened, type WalkKey, type WalkPace } from './seal-walk';
import { idColumns, placeOfRow, type WalkedRow, type WalkedTable } from './walked-table';

/** A column whose values are sealed with the data key of their merchant. */
export interface ResealedColumn {
  readonly name: string;
  readonly type: 'jsonb' | 'text' | 'bytea';
  /** SQL that is true for a value without work. `prefix` is SQL too: the beginning of the merchant's current seals. */
  readonly isCurrent: (prefix: string) => string;
  /** The value under the merchant's current key, in its form in JSON; undefined where nothing is to be written. */
  readonly resealed: (seals: RowSeals, stored: unknown, place: RowPlace) => object | string | undefined;
}

export interface ResealedTable extends WalkedTable {
  readonly columns: readonly ResealedColumn[];
}

const nameOf = (column: string): string => column.split('.').at(-1)!;

export const sealedJson = (
  column: SealedColumn,
  resealed: SealedColumn['resealed'] = (seals, stored, place) => column.resealed(seals, stored, place),
): ResealedColumn => ({
  name: nameOf(column.column),
  type: 'jsonb',
  isCurrent: (prefix) => `starts_with(t.${nameOf(column.column)} ->> 'sealed', ${prefix})`,
  resealed: (seals, stored, place) => resealed(seals, stored as object, place),
});

export const sealedWholeText = (column: SealedText): ResealedColumn => ({
  name: nameOf(column.column),
  type: 'text',
  isCurrent: (prefix) => `starts_with(t.${nameOf(column.column)}, ${prefix})`,
  resealed: (seals, stored, place) => column.resealed(seals, stored as string, place),
});

/** The data keys that this process knows. Its `kid` is the number of keys that were made after the first of their merchant. */
export interface KnownDataKeys extends WalkKey {
  /** By merchant, the version of the current key where it is not the first. */
  readonly versions: ReadonlyMap<string, number>;
}

export const knownDataKeys = (versions: ReadonlyMap<string, number>): KnownDataKeys => ({
  versions,
  kid: String([...versions.values()].reduce((sum, version) => sum + version - 1, 0)),
});

export interface ResealWalkOptions extends WalkPace {
  readonly tables: readonly ResealedTable[];
  readonly seals: RowSeals;
  /** Resolves when the seals know the current keys of these merchants; absent where they always know as many as `versions`. */
  readonly loadKeys?:
    | ((merchants: readonly string[], versions: KnownDataKeys['versions']) => Promise<void>)
    | undefined;
}

/** A row to write: its key, the row version that its values were read from, and the new values by column. */
type Resealed = Pick<WalkedRow, 'merchant_id' | 'ids' | 'row_version'> & Readonly<Record<string, unknown>>;

const placeOfColumn = (table: ResealedTable, column: ResealedColumn): string => `${table.name}.${column.name}`;

/**
 * Seals rows under the current data keys of their merchants: rows that are older than the seals, and rows under an older
 * key. It begins when a merchant gets another data key, and once after the installation. When a pass has found nothing, one
 * more follows, for rows that a process wrote which did not know the new key yet; then nothing is read any more.
 */
export class ResealWalk extends SealWalk<ResealedTable, KnownDataKeys, Unopened> {
  constructor(private readonly options: ResealWalkOptions) {
    super({ name: 'data', isCounted: true, mostTries: 1 }, options.tables, options);
  }

  protected override placesOf(table: ResealedTable): readonly string[] {
    return table.columns.map((column) => placeOfColumn(table, column));
  }

  protected override selected({ columns }: ResealedTable, { versions }: KnownDataKeys) {
    const prefix = `'${sealedPrefix(`' || coalesce($1::jsonb ->> t.merchant_id, '1') || '`)}'`;
    const stale = columns.map(
      ({ name, isCurrent }) => `CASE WHEN ${isCurrent(prefix)} THEN NULL ELSE t.${name} END AS ${name}`,
    );
    return { columns: stale, parameter: JSON.stringify(Object.fromEntries(versions)) };
  }

  protected override async handle(
    sql: Sql,
    table: ResealedTable,
    rows: readonly WalkedRow[],
    { versions }: KnownDataKeys,
  ) {
    await this.options.loadKeys?.([...new Set(rows.map((row) => row.merchant_id))], versions);
    const results = rows.map((row) => this.resealed(table, row));
    const written = results.flatMap(({ row }) => row ?? []);
    if (written.length > 0) await sql.query(writeStatement(table), [JSON.stringify(written)]);
    const unopened = await this.note(
      sql,
      results.flatMap((result) => result.unopened),
    );
    return { count: results.filter(({ row, isUnknown }) => row ?? isUnknown).length, found: unopened };
  }

  /** `row`: what is to be written. `isUnknown`: a key of the row is not known yet. */
  private resealed(
    table: ResealedTable,
    stored: WalkedRow,
  ): { readonly row?: Resealed; readonly unopened: readonly Unopened[]; readonly isUnknown?: true } {
    const at = placeOfRow(stored);
    const values: Record<string, unknown> = {};
    const unopened: Unopened[] = [];
    for (const column of table.columns) {
      const value = stored[column.name];
      if (value === null) continue;
      try {
        const resealed = column.resealed(this.options.seals, value, at);
        if (resealed !== undefined) values[column.name] = resealed;
      } catch (error) {
        if (error instanceof DataKeysUnknown) return { unopened: [], isUnknown: true };
        if (!(error instanceof SealError)) throw error;
        const digest = digestOf(Buffer.isBuffer(value) ? value.toString() : JSON.stringify(value));
        unopened.push({ ...at, place: placeOfColumn(table, column), digest, fault: error.fault });
      }
    }
    if (Object.keys(values).length === 0) return { unopened };
    const { merchant_id, ids, row_version } = stored;
    return { row: { merchant_id, ids, row_version, ...values }, unopened };
  }
}

/**
 * Writes the rows that have not changed since they were read. Rows that a writer has locked are skipped: the statement
 * waits for no lock, so it is part of no deadlock. The next pass finds such rows again.
 */
function writeStatement(table: ResealedTable): string {
  const { name, columns } = table;
  const values = columns.map((column) => `${column.name} ${column.type}`).join(', ');
  const assigned = columns.map((column) => `${column.name} = coalesce(n.${column.name}, t.${column.name})`).join(', ');
  const ids = idColumns(table);
  const isSame = ['t.merchant_id = n.merchant_id', ...ids.map((id, at) => `t.${id} = n.ids[${at + 1}]`)].join(' AND ');
  return `UPDATE ${name} t SET ${assigned} FROM (
      SELECT n.* FROM jsonb_to_recordset($1::jsonb) AS n (merchant_id text, ids text[], row_version text, ${values})
      JOIN ${name} t ON ${isSame} AND t.xmin::text = n.row_version
      ORDER BY ${ids.map((id) => `t.${id}`).join(', ')} FOR UPDATE OF t SKIP LOCKED
    ) n WHERE ${isSame}`;
}

import type { Sql } from '@payorch/platform/postgres';
import { DataKeysUnknown, SealError } from '@payorch/platform/sealing';
import { digestOf } from './rewrapped';
import type { SealWalkOptions } from './seal-walk';
import {
  cursorAfter,
  placeOfColumn,
  placeOfRow,
  resealPage,
  type Resealed,
  type ResealedTable,
  type ResealRow,
  writeResealed,
} from './reseal-table';

export interface ResealWalkOptions extends Omit<SealWalkOptions, 'tables'> {
  readonly tables: readonly ResealedTable[];
  /** Resolves when the seals know the current keys of these merchants; absent where they always know as many as `versions`. */
  readonly loadKeys?: (merchants: readonly string[], versions: ReadonlyMap<string, number>) => Promise<void>;
}

/** The data keys that this process knows. */
export interface KnownDataKeys {
  /** How many data keys were made after the first of their merchant. A process that knows as many as exist knows them all. */
  readonly rotations: number;
  /** By merchant, the version of the current key where it is not the first. */
  readonly versions: ReadonlyMap<string, number>;
}

export interface UnopenedRow {
  readonly merchantId: string;
  readonly place: string;
  readonly objectId: string;
  readonly digest: string;
  readonly fault: string;
}

export interface ResealState {
  /** 0 when a whole pass has found nothing to write. */
  readonly waiting: number;
  readonly unopenable: number;
  /** The time until the next page; infinite when no pass follows until another data key is made. */
  readonly dueInMs: number;
}

/** `walked`: a page was read. `unopened`: the values that were found for the first time not to open. */
export interface ResealStep {
  readonly kind: 'idle' | 'walked';
  readonly state: ResealState;
  readonly unopened: readonly UnopenedRow[];
}

interface CursorRow {
  readonly rotations: number;
  readonly table_index: number;
  readonly after_merchant: string;
  readonly after_id: string;
  readonly found: number;
  readonly waiting: number | null;
  readonly due_in_ms: number | null;
  readonly unopenable: number;
}

interface PageResult {
  readonly written: readonly Resealed[];
  readonly unopened: readonly UnopenedRow[];
  /** Rows with work, those whose keys are not known yet among them. */
  readonly found: number;
}

const ring = 'data';

const readCursor = `
  SELECT kid::int AS rotations, table_index, after_merchant, after_id, found, waiting,
    CASE WHEN isfinite(due_at) THEN greatest(0, extract(epoch FROM due_at - now()) * 1000)::float8 END AS due_in_ms,
    (SELECT count(*)::int FROM unopenable_seals WHERE place = ANY ($2::text[])) AS unopenable
  FROM seal_walks WHERE ring = $1`;

/**
 * A pass that is under way goes on, so that frequent rotations do not keep it from its end. It counts as one that found
 * something: the pass after it reads all rows under the newer keys.
 */
const followKeys = `
  INSERT INTO seal_walks AS w (ring, kid) VALUES ($1, $2)
  ON CONFLICT (ring) DO UPDATE SET kid = excluded.kid, waiting = NULL, due_at = now(),
    found = w.found + (w.table_index > 0 OR w.after_merchant <> '' OR w.after_id <> '')::int
  WHERE w.kid::int < excluded.kid::int`;

/**
 * Seals rows under the current data keys of their merchants: rows that are older than the seals, and rows under an older
 * key. It reads page by page in the order of the primary keys, all tables in turn, one instance at a time. It begins when
 * a merchant gets another data key, and once after the installation. When a pass has found nothing, one more follows
 * after `restMs`, for rows that a process wrote which did not know the new key yet; then nothing is read any more.
 */
export class ResealWalk {
  private readonly places: readonly string[];

  constructor(private readonly options: ResealWalkOptions) {
    this.places = options.tables.flatMap((table) => table.columns.map((column) => placeOfColumn(table, column)));
  }

  /** Reads and writes one page, in the transaction of `sql`. */
  async step(sql: Sql, keys: KnownDataKeys): Promise<ResealStep> {
    const stored = await this.cursor(sql);
    // Another process knows newer keys: it walks.
    if (stored && stored.rotations > keys.rotations) return idle(stateOf(undefined));
    const before = stored?.rotations === keys.rotations ? stored : undefined;
    if (!before) await sql.query(followKeys, [ring, String(keys.rotations)]);
    else if (before.due_in_ms !== 0) return idle(stateOf(before));
    const cursor = await this.cursor(sql, 'FOR UPDATE SKIP LOCKED');
    const table = cursor?.due_in_ms === 0 ? this.options.tables[cursor.table_index] : undefined;
    if (!cursor || !table || cursor.rotations !== keys.rotations) return idle(stateOf(before));
    const { rows, result } = await this.page(sql, table, cursor, keys);
    const unopened = await this.note(sql, result.unopened);
    await this.advance(sql, cursor, rows, result.found);
    return { kind: 'walked', state: stateOf(await this.cursor(sql)), unopened };
  }

  private async cursor(sql: Sql, lock = ''): Promise<CursorRow | undefined> {
    const [row] = await sql.query<CursorRow>(`${readCursor} ${lock}`, [ring, this.places]);
    return row;
  }

  private async page(
    sql: Sql,
    table: ResealedTable,
    cursor: CursorRow,
    { versions }: KnownDataKeys,
  ): Promise<{ rows: readonly ResealRow[]; result: PageResult }> {
    // Only the primary key has the order without a sort: whatever the statistics are, a page reads no more than its
    // rows.
    await sql.query('SET LOCAL enable_sort TO off');
    const after = { merchantId: cursor.after_merchant, id: cursor.after_id };
    const read = resealPage(table, after, { rows: this.options.pageRows, versions });
    const rows = await sql.query<ResealRow>(read.text, read.params);
    await this.options.loadKeys?.([...new Set(rows.map((row) => row.merchant_id))], versions);
    const result = resealedRows(table, rows);
    if (result.written.length > 0) {
      const write = writeResealed(table, result.written);
      await sql.query(write.text, write.params);
    }
    return { rows, result };
  }

  private async note(sql: Sql, rows: readonly UnopenedRow[]): Promise<UnopenedRow[]> {
    const found: UnopenedRow[] = [];
    for (const row of rows) {
      const { merchantId, place, objectId, digest, fault } = row;
      const [noted] = await sql.query<{ is_new: boolean }>(
        `INSERT INTO unopenable_seals AS u (merchant_id, place, object_id, digest, fault) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (merchant_id, place, object_id) DO UPDATE SET digest = excluded.digest, fault = excluded.fault,
           seen_at = now(), tries = least(u.tries + 1, 100)
         RETURNING tries = 1 AS is_new`,
        [merchantId, place, objectId, digest, fault],
      );
      if (noted?.is_new) found.push(row);
    }
    return found;
  }

  private async advance(sql: Sql, cursor: CursorRow, rows: readonly ResealRow[], found: number): Promise<void> {
    const { tables, pageRows } = this.options;
    const lastRow = rows.length === pageRows ? rows.at(-1) : undefined;
    const last = lastRow && cursorAfter(lastRow);
    if (!last && cursor.table_index + 1 === tables.length) return this.endPass(sql, found);
    await sql.query(
      `UPDATE seal_walks SET table_index = $2, after_merchant = $3, after_id = $4, found = found + $5 WHERE ring = $1`,
      [ring, cursor.table_index + (last ? 0 : 1), last?.merchantId ?? '', last?.id ?? '', found],
    );
  }

  /** Seals that this pass did not find have been replaced or deleted. */
  private async endPass(sql: Sql, found: number): Promise<void> {
    const { againMs, restMs } = this.options;
    await sql.query(
      `DELETE FROM unopenable_seals u USING seal_walks w
       WHERE w.ring = $1 AND u.seen_at < w.began_at AND u.place = ANY ($2::text[])`,
      [ring, this.places],
    );
    await sql.query(
      `UPDATE seal_walks SET table_index = 0, after_merchant = '', after_id = '', found = 0, waiting = found + $2,
         began_at = now(), due_at = CASE
           WHEN found + $2 > 0 THEN now() + make_interval(secs => $3::double precision / 1000)
           WHEN waiting = 0 THEN 'infinity'
           ELSE now() + make_interval(secs => $4::double precision / 1000) END
       WHERE ring = $1`,
      [ring, found, againMs, restMs],
    );
  }
}

const idle = (state: ResealState): ResealStep => ({ kind: 'idle', state, unopened: [] });

/** Without a cursor for these keys, or before the end of their first pass, it is not known that nothing waits. */
const stateOf = (row: CursorRow | undefined): ResealState => ({
  waiting: row?.waiting ?? Math.max(1, row?.found ?? 0),
  unopenable: row?.unopenable ?? 0,
  dueInMs: row ? (row.due_in_ms ?? Infinity) : 0,
});

function resealedRows(table: ResealedTable, rows: readonly ResealRow[]): PageResult {
  const written: Resealed[] = [];
  const unopened: UnopenedRow[] = [];
  let unknown = 0;
  for (const row of rows) {
    const result = resealedRow(table, row);
    if (result.kind === 'unknown_keys') unknown++;
    else {
      if (Object.keys(result.values).length > 0) {
        const { merchant_id, ids, row_version } = row;
        written.push({ merchant_id, ids, row_version, ...result.values });
      }
      unopened.push(...result.unopened);
    }
  }
  return { written, unopened, found: written.length + unknown };
}

type RowResult =
  | { readonly kind: 'unknown_keys' }
  | {
      readonly kind: 'read';
      readonly values: Readonly<Record<string, unknown>>;
      readonly unopened: readonly UnopenedRow[];
    };

function resealedRow(table: ResealedTable, row: ResealRow): RowResult {
  const at = placeOfRow(row);
  const values: Record<string, unknown> = {};
  const unopened: UnopenedRow[] = [];
  for (const column of table.columns) {
    const stored = row[column.name];
    if (stored === null) continue;
    try {
      const value = column.resealed(stored, at);
      if (value !== undefined) values[column.name] = value;
    } catch (error) {
      if (error instanceof DataKeysUnknown) return { kind: 'unknown_keys' };
      if (!(error instanceof SealError)) throw error;
      const digest = digestOf(Buffer.isBuffer(stored) ? stored.toString() : JSON.stringify(stored));
      unopened.push({ ...at, place: placeOfColumn(table, column), digest, fault: error.fault });
    }
  }
  return { kind: 'read', values, unopened };
}

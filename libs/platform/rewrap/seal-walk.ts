import type { Sql } from '@payorch/platform/postgres';
import type { SealWalkRow } from './seal-walk.rows';
import { type Cursor, cursorOf, pageStatement, type WalkedRow, type WalkedTable } from './walked-table';

export interface WalkPace {
  /** Rows of one page. */
  readonly pageRows: number;
  /** The pause between a pass that found something and the next one, in which workers reply and writers end; in ms. */
  readonly againMs: number;
  /** The pause between a pass that found nothing and the next one; in ms. */
  readonly restMs: number;
}

/** The keys of a walk. */
export interface WalkRing {
  readonly name: 'sealing' | 'data';
  /**
   * The key is the number of keys that are known. A process that knows fewer leaves the walk to others, and after two passes
   * that found nothing none follows. Otherwise the key is the id of one, and passes follow while an older key is known.
   */
  readonly isCounted: boolean;
  /** How often a value may fail to open before it is given up. */
  readonly mostTries: number;
}

/** What rows are to be sealed for. */
export interface WalkKey {
  readonly kid: string;
}

/** A value that does not open. */
export interface Unopened {
  readonly merchantId: string;
  readonly place: string;
  readonly objectId: string;
  /** SHA-256 of the value: another value at the same place is attempted again. */
  readonly digest: string;
  readonly fault: string;
}

export interface WalkState {
  /** 0 when a whole pass has found nothing. */
  readonly waiting: number;
  readonly unopenable: number;
  /** The time until the next page; infinite when no pass follows until there is another key. */
  readonly dueInMs: number;
}

/** `walked`: a page was read. `idle`: another instance walks, or the next pass is not due; then nothing is found. */
export interface WalkStep<Found> {
  readonly kind: 'idle' | 'walked';
  readonly state: WalkState;
  readonly found: readonly Found[];
}

type Position = Pick<SealWalkRow, 'kid' | 'table_index' | 'after_merchant' | 'after_id' | 'found' | 'waiting'> & {
  readonly due_in_ms: number | null;
  readonly unopenable: number;
};

const readPosition = `
  SELECT kid, table_index, after_merchant, after_id, found, waiting,
    CASE WHEN isfinite(due_at) THEN greatest(0, extract(epoch FROM due_at - now()) * 1000)::float8 END AS due_in_ms,
    (SELECT count(*)::int FROM unopenable_seals WHERE tries >= $3 AND place = ANY ($2::text[])) AS unopenable
  FROM seal_walks WHERE ring = $1`;

/**
 * A pass that is under way goes on, so that frequent rotations do not keep it from its end. It counts as one that found
 * something: the pass after it reads all rows for the newer key.
 */
const followKey = `
  INSERT INTO seal_walks AS w (ring, kid) VALUES ($1, $2)
  ON CONFLICT (ring) DO UPDATE SET kid = excluded.kid, waiting = NULL, due_at = now(),
    found = w.found + (w.table_index > 0 OR w.after_merchant <> '' OR w.after_id <> '')::int
  WHERE w.kid <> excluded.kid RETURNING 1`;

/**
 * Reads the rows with seals page by page in the order of the primary keys: all tables in turn, one pass after another, one
 * instance at a time. Its position is a row, so that any instance goes on where one stopped.
 */
export abstract class SealWalk<Table extends WalkedTable, Key extends WalkKey, Found> {
  /** The table of unopenable seals has those of another walk too. */
  private readonly places: readonly string[];

  protected constructor(
    readonly ring: WalkRing,
    private readonly tables: readonly Table[],
    private readonly pace: WalkPace,
  ) {
    this.places = tables.flatMap((table) => this.placesOf(table));
  }

  /** The names of the table's sealed values. */
  protected abstract placesOf(table: Table): readonly string[];
  /** SQL of the values for another key; null for the key of `parameter`, which is $1. */
  protected abstract selected(
    table: Table,
    key: Key,
  ): { readonly columns: readonly string[]; readonly parameter: string };
  /** Handles the rows of a page; `count`: those that the next pass must look at again. */
  protected abstract handle(
    sql: Sql,
    table: Table,
    rows: readonly WalkedRow[],
    key: Key,
  ): Promise<{ readonly count: number; readonly found: readonly Found[] }>;

  /** The query of the page after a row; public for the test of its plan. */
  pageOf(table: Table, key: Key, cursor: Cursor): { readonly text: string; readonly params: readonly unknown[] } {
    const { columns, parameter } = this.selected(table, key);
    const { text, after } = pageStatement(table, columns, cursor);
    return { text, params: [parameter, this.pace.pageRows, ...after] };
  }

  /** Handles one page, in the transaction of `sql`. Commit before anything is sent: the next pass finds what was lost. */
  async step(sql: Sql, key: Key): Promise<WalkStep<Found>> {
    const stored = await this.position(sql);
    if (this.ring.isCounted && Number(stored?.kid) > Number(key.kid)) return idle(undefined);
    const before = stored?.kid === key.kid ? stored : undefined;
    if (!before) await this.follow(sql, key);
    else if (before.due_in_ms !== 0) return idle(before);
    const at = await this.position(sql, 'FOR UPDATE SKIP LOCKED');
    const table = at?.due_in_ms === 0 ? this.tables[at.table_index] : undefined;
    if (!at || !table || at.kid !== key.kid) return idle(before);
    // Only the primary key has the order without a sort: whatever the statistics are, a page reads no more than its
    // rows.
    await sql.query('SET LOCAL enable_sort TO off');
    const { text, params } = this.pageOf(table, key, [at.after_merchant, at.after_id]);
    const rows = await sql.query<WalkedRow>(text, params);
    const { count, found } = await this.handle(sql, table, rows, key);
    await this.advance(sql, at, rows, count);
    return { kind: 'walked', state: stateOf(await this.position(sql)), found };
  }

  /** Records values that do not open; returns those that are given up from now on. */
  async note(sql: Sql, values: readonly Unopened[]): Promise<Unopened[]> {
    const given: Unopened[] = [];
    for (const value of values) {
      const { merchantId, place, objectId, digest, fault } = value;
      const [row] = await sql.query<{ tries: number }>(
        `INSERT INTO unopenable_seals AS u (merchant_id, place, object_id, digest, fault) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (merchant_id, place, object_id) DO UPDATE SET digest = excluded.digest, fault = excluded.fault,
           seen_at = now(), tries = CASE WHEN u.digest = excluded.digest THEN least(u.tries + 1, 100) ELSE 1 END
         RETURNING tries`,
        [merchantId, place, objectId, digest, fault],
      );
      if (row?.tries === this.ring.mostTries) given.push(value);
    }
    return given;
  }

  private async position(sql: Sql, lock = ''): Promise<Position | undefined> {
    const { name, mostTries } = this.ring;
    const [row] = await sql.query<Position>(`${readPosition} ${lock}`, [name, this.places, mostTries]);
    return row;
  }

  /** For another worker's key, each value has new attempts. */
  private async follow(sql: Sql, { kid }: Key): Promise<void> {
    const begun = await sql.query(followKey, [this.ring.name, kid]);
    if (begun.length > 0 && !this.ring.isCounted)
      await sql.query('DELETE FROM unopenable_seals WHERE place = ANY ($1::text[])', [this.places]);
  }

  private async advance(sql: Sql, at: Position, rows: readonly WalkedRow[], found: number): Promise<void> {
    const lastRow = rows.length === this.pace.pageRows ? rows.at(-1) : undefined;
    if (!lastRow && at.table_index + 1 === this.tables.length) return this.endPass(sql, found);
    const [tableIndex, after] = lastRow ? [at.table_index, cursorOf(lastRow)] : [at.table_index + 1, ['', '']];
    await sql.query(
      `UPDATE seal_walks SET table_index = $2, after_merchant = $3, after_id = $4, found = found + $5 WHERE ring = $1`,
      [this.ring.name, tableIndex, ...after, found],
    );
  }

  /** Values that this pass did not find have been replaced or deleted. */
  private async endPass(sql: Sql, found: number): Promise<void> {
    const { name, isCounted } = this.ring;
    await sql.query(
      `DELETE FROM unopenable_seals u USING seal_walks w
       WHERE w.ring = $1 AND u.seen_at < w.began_at AND u.place = ANY ($2::text[])`,
      [name, this.places],
    );
    await sql.query(
      `UPDATE seal_walks SET table_index = 0, after_merchant = '', after_id = '', found = 0, waiting = found + $2,
         began_at = now(), due_at = CASE
           WHEN found + $2 > 0 THEN now() + make_interval(secs => $3::double precision / 1000)
           WHEN waiting = 0 AND $5::boolean THEN 'infinity'
           ELSE now() + make_interval(secs => $4::double precision / 1000) END
       WHERE ring = $1`,
      [name, found, this.pace.againMs, this.pace.restMs, isCounted],
    );
  }
}

const idle = (at: Position | undefined) => ({ kind: 'idle', state: stateOf(at), found: [] }) as const;

/** Without a position for this key, or before the end of its first pass, it is not known that nothing waits. */
const stateOf = (at: Position | undefined): WalkState => ({
  waiting: at?.waiting ?? Math.max(1, at?.found ?? 0),
  unopenable: at?.unopenable ?? 0,
  dueInMs: at ? (at.due_in_ms ?? Infinity) : 0,
});

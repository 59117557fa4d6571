import type { RewrapFault, SealToRewrap } from '@payorch/contracts';
import type { Sql } from '@payorch/platform/postgres';
import { sealPrefixOf } from '@payorch/platform/sealing';
import { digestOf } from './rewrapped';
import { pageStatement, sealsIn, type PageRow, type SealedTable } from './sealed-table';

export interface SealWalkOptions {
  readonly tables: readonly SealedTable[];
  /** Rows of one page. */
  readonly pageRows: number;
  /** The pause between a pass that found seals and the next one, in which workers reply; in ms. */
  readonly againMs: number;
  /** The pause between a pass that found none and the next one, while an older key is still known; in ms. */
  readonly restMs: number;
}

/** `idle`: another instance runs the search, or the next pass is not due. */
export type WalkStep = { readonly kind: 'idle' } | { readonly kind: 'walked'; readonly seals: readonly SealToRewrap[] };

/** `complete`: a pass over all tables has ended for this key. */
export interface WalkState {
  readonly complete: boolean;
  readonly waiting: number;
  readonly unopenable: number;
}

export interface UnopenedSeal {
  readonly merchantId: string;
  readonly place: string;
  readonly objectId: string;
  readonly was: string;
  readonly fault: RewrapFault;
}

interface Cursor {
  table_index: number;
  after_merchant: string;
  after_id: string;
  due: boolean;
}

const ring = 'sealing';
/** A worker may be between two key lists: a seal that does not open is sent again up to this many times. */
const mostTries = 3;

const openTheWalk = `
  INSERT INTO seal_walks (ring, kid) VALUES ($1, $2)
  ON CONFLICT (ring) DO UPDATE SET kid = excluded.kid, table_index = 0, after_merchant = '', after_id = '', found = 0,
    waiting = NULL, began_at = now(), due_at = now()
  WHERE seal_walks.kid <> excluded.kid RETURNING 1`;

/**
 * Searches seals of older keys, page by page in the order of the primary keys: all tables in turn, one pass after
 * another, one instance at a time. A seal that could not be opened is sent a few times and then only counted.
 */
export class SealWalk {
  /** The table of unopenable seals has those of another walk too. */
  private readonly places: readonly string[];

  constructor(private readonly options: SealWalkOptions) {
    this.places = options.tables.flatMap(({ slots }) => slots.map(({ place }) => place));
  }

  /** Searches one page. Commit before its seals are sent: the next pass finds seals that were lost on the way. */
  async step(sql: Sql, kid: string): Promise<WalkStep> {
    const { tables, pageRows } = this.options;
    await this.follow(sql, kid);
    const [cursor] = await sql.query<Cursor>(
      `SELECT table_index, after_merchant, after_id, due_at <= now() AS due FROM seal_walks
       WHERE ring = $1 FOR UPDATE SKIP LOCKED`,
      [ring],
    );
    const table = cursor?.due ? tables[cursor.table_index] : undefined;
    if (!cursor || !table) return { kind: 'idle' };
    // Only the primary key has the order without a sort: whatever the statistics are, a page reads no more than its
    // rows.
    await sql.query('SET LOCAL enable_sort TO off');
    const { after_merchant: merchant, after_id: id } = cursor;
    const rows = await sql.query<PageRow>(pageStatement(table), [merchant, id, pageRows, sealPrefixOf(kid)]);
    const seals = await this.untried(sql, sealsIn(table, rows));
    await this.advance(sql, cursor, rows, seals.length);
    return { kind: 'walked', seals };
  }

  async state(sql: Sql, kid: string): Promise<WalkState> {
    const [row] = await sql.query<{ found: number; waiting: number | null; unopenable: string }>(
      `SELECT found, waiting,
         (SELECT count(*) FROM unopenable_seals WHERE tries >= $3 AND place = ANY ($4::text[])) AS unopenable
       FROM seal_walks WHERE ring = $1 AND kid = $2`,
      [ring, kid, mostTries, this.places],
    );
    const complete = (row?.waiting ?? null) !== null;
    const waiting = row?.waiting ?? Math.max(1, row?.found ?? 0);
    return { complete, waiting, unopenable: Number(row?.unopenable ?? 0) };
  }

  /** Records these seals; returns those that have reached the maximum number of attempts. */
  async unopened(sql: Sql, seals: readonly UnopenedSeal[]): Promise<UnopenedSeal[]> {
    const given: UnopenedSeal[] = [];
    for (const seal of seals) {
      const { merchantId, place, objectId, was, fault } = seal;
      const [row] = await sql.query<{ tries: number }>(
        `INSERT INTO unopenable_seals AS u (merchant_id, place, object_id, digest, fault) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (merchant_id, place, object_id) DO UPDATE SET digest = excluded.digest, fault = excluded.fault,
           seen_at = now(), tries = CASE WHEN u.digest = excluded.digest THEN least(u.tries + 1, 100) ELSE 1 END
         RETURNING tries`,
        [merchantId, place, objectId, was, fault],
      );
      if (row?.tries === mostTries) given.push(seal);
    }
    return given;
  }

  /** Restarts the search for another current key, with new attempts for every seal. */
  private async follow(sql: Sql, kid: string): Promise<void> {
    const begun = await sql.query(openTheWalk, [ring, kid]);
    if (begun.length > 0) await sql.query('DELETE FROM unopenable_seals WHERE place = ANY ($1::text[])', [this.places]);
  }

  private async untried(sql: Sql, seals: readonly SealToRewrap[]): Promise<SealToRewrap[]> {
    if (seals.length === 0) return [];
    const known = await sql.query<{ digest: string; tries: number }>(
      `UPDATE unopenable_seals u SET seen_at = now()
       FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS s (merchant_id, place, object_id, digest)
       WHERE (u.merchant_id, u.place, u.object_id, u.digest) = (s.merchant_id, s.place, s.object_id, s.digest)
       RETURNING u.digest, u.tries`,
      [
        seals.map(({ merchantId }) => merchantId),
        seals.map(({ place }) => place),
        seals.map(({ objectId }) => objectId),
        seals.map(({ sealed }) => digestOf(sealed)),
      ],
    );
    const given = new Set(known.filter(({ tries }) => tries >= mostTries).map(({ digest }) => digest));
    return given.size === 0 ? [...seals] : seals.filter(({ sealed }) => !given.has(digestOf(sealed)));
  }

  private async advance(sql: Sql, cursor: Cursor, rows: readonly PageRow[], found: number): Promise<void> {
    const { tables, pageRows } = this.options;
    const last = rows.at(-1);
    if (last && rows.length === pageRows) return this.move(sql, cursor.table_index, last, found);
    if (cursor.table_index + 1 < tables.length) return this.move(sql, cursor.table_index + 1, undefined, found);
    await this.endPass(sql, found);
  }

  private async move(sql: Sql, tableIndex: number, after: PageRow | undefined, found: number): Promise<void> {
    await sql.query(
      `UPDATE seal_walks SET table_index = $2, after_merchant = $3, after_id = $4, found = found + $5 WHERE ring = $1`,
      [ring, tableIndex, after?.merchant_id ?? '', after?.object_id ?? '', found],
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
         began_at = now(), due_at = now() + make_interval(
           secs => CASE WHEN found + $2 > 0 THEN $3::double precision ELSE $4::double precision END / 1000)
       WHERE ring = $1`,
      [ring, found, againMs, restMs],
    );
  }
}

import type { SealToRewrap } from '@payorch/contracts';
import type { Sql } from '@payorch/platform/postgres';
import { sealPrefixOf } from '@payorch/platform/sealing';
import { digestOf } from './rewrapped';
import { SealWalk, type WalkKey, type WalkPace } from './seal-walk';
import { placeOfRow, type WalkedRow, type WalkedTable } from './walked-table';

/** One seal of a row: its location, its purpose, and the SQL for it and for the reference that it is bound to. */
export interface SealSlot {
  readonly place: string;
  readonly purpose: string;
  readonly seal: string;
  readonly reference: string;
}

/** A table whose seals only workers can open. */
export interface SealedTable extends WalkedTable {
  readonly slots: readonly SealSlot[];
}

/** A worker may be between two key lists: a seal that does not open is sent again up to this many times. */
const mostTries = 3;

/** Finds the seals of older keys, for workers that seal their contents again. */
export class RewrapWalk extends SealWalk<SealedTable, WalkKey, SealToRewrap> {
  constructor({ tables, ...pace }: WalkPace & { readonly tables: readonly SealedTable[] }) {
    super({ name: 'sealing', isCounted: false, mostTries }, tables, pace);
  }

  protected override placesOf({ slots }: SealedTable): readonly string[] {
    return slots.map(({ place }) => place);
  }

  protected override selected({ slots }: SealedTable, { kid }: WalkKey) {
    const columns = slots.map(
      ({ seal, reference }, at) =>
        `CASE WHEN starts_with(${seal}, $1) THEN NULL ELSE ${seal} END AS seal_${at}, ${reference} AS reference_${at}`,
    );
    return { columns, parameter: sealPrefixOf(kid) };
  }

  protected override async handle(sql: Sql, table: SealedTable, rows: readonly WalkedRow[]) {
    const seals = sealsIn(table, rows);
    const given = seals.length > 0 ? await givenUp(sql, seals) : new Set();
    const found = seals.filter(({ sealed }) => !given.has(digestOf(sealed)));
    return { count: found.length, found };
  }
}

/** The digests of those that are given up. Those that are known are noted as still there. */
async function givenUp(sql: Sql, seals: readonly SealToRewrap[]): Promise<ReadonlySet<string>> {
  const known = await sql.query<{ digest: string; tries: number }>(
    `UPDATE unopenable_seals u SET seen_at = now()
     FROM jsonb_to_recordset($1::jsonb) AS s ("merchantId" text, place text, "objectId" text, digest text)
     WHERE (u.merchant_id, u.place, u.object_id, u.digest) = (s."merchantId", s.place, s."objectId", s.digest)
     RETURNING u.digest, u.tries`,
    [JSON.stringify(seals.map(({ sealed, ...position }) => ({ ...position, digest: digestOf(sealed) })))],
  );
  return new Set(known.filter(({ tries }) => tries >= mostTries).map(({ digest }) => digest));
}

/** The seals of older keys in a page. A seal without a reference is bound to nothing; the worker reports it. */
const sealsIn = ({ slots }: SealedTable, rows: readonly WalkedRow[]): SealToRewrap[] =>
  rows.flatMap((row) =>
    slots.flatMap(({ place, purpose }, at) => {
      const sealed = row[`seal_${at}`] as string | null;
      if (sealed === null) return [];
      const reference = (row[`reference_${at}`] as string | null) ?? '';
      return [{ ...placeOfRow(row), place, reference, purpose, sealed }];
    }),
  );

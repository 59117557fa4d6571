import type { SealToRewrap } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';

/** One seal of a row: its location, its purpose, and the SQL for it and for the reference that it is bound to. */
export interface SealSlot {
  readonly place: string;
  readonly purpose: string;
  readonly seal: string;
  readonly reference: string;
}

/** A table with the primary key (merchant_id, `id`). */
export interface SealedTable {
  readonly name: string;
  readonly id: string;
  readonly slots: readonly SealSlot[];
}

/** A row of a page: its key and the seal of each slot, null without a seal or with one of the current key. */
export type PageRow = { readonly merchant_id: MerchantId; readonly object_id: string } & Readonly<
  Record<`seal_${number}` | `reference_${number}`, string | null>
>;

/** Rows after ($1, $2) in the order of the primary key, at most $3; $4: the beginning of seals of the current key. */
export function pageStatement({ name, id, slots }: SealedTable): string {
  const columns = slots.map(
    ({ seal, reference }, at) =>
      `CASE WHEN starts_with(${seal}, $4) THEN NULL ELSE ${seal} END AS seal_${at}, ${reference} AS reference_${at}`,
  );
  return `SELECT merchant_id, ${id} AS object_id, ${columns.join(', ')} FROM ${name}
    WHERE (merchant_id, ${id}) > ($1, $2) ORDER BY merchant_id, ${id} LIMIT $3`;
}

/** The seals of older keys in a page. A seal without a reference is bound to nothing; the worker reports it. */
export const sealsIn = ({ slots }: SealedTable, rows: readonly PageRow[]): SealToRewrap[] =>
  rows.flatMap((row) =>
    slots.flatMap(({ place, purpose }, at) => {
      const sealed = row[`seal_${at}`];
      if (sealed === null || sealed === undefined) return [];
      const { merchant_id: merchantId, object_id: objectId } = row;
      return [{ place, merchantId, objectId, reference: row[`reference_${at}`] ?? '', purpose, sealed }];
    }),
  );

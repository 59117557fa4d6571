import { Injectable } from '@nestjs/common';
import { keyOfKind, partsOfKey } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import type { Sql, Statement } from '@payorch/platform/postgres';
import { columnsOf, exactly, numbered, PartedStatement } from '@payorch/platform/postgres';
import { MerchantSeals, type RowSeals } from '@payorch/platform/sealing';
import type { AggregateStore, Change } from '@payorch/platform/shell';
import type { SavedPaymentMethod } from '../domain/payment-method';
import { firstDefaultWrites } from './first-default';
import { savedPaymentMethodFromRow, savedPaymentMethodToRow, type StoredPaymentMethod } from './payment-method.mapper';
import { PaymentMethodRow } from './payment-method.rows';
import { savedColumns } from './saved-payment-methods';

const columns = columnsOf(PaymentMethodRow);

const parts = {
  created: `${columns.insertFromJson} ON CONFLICT DO NOTHING RETURNING 1`,
  // Beside each row the version that it must still have.
  changed: `
    UPDATE payment_methods p SET ${columns.setFrom('n')}
    FROM ROWS FROM (jsonb_populate_recordset(NULL::payment_methods, $), unnest($::int[])) n
    WHERE ${columns.sameKey('p', 'n')} AND p.version = n.unnest
    RETURNING 1`,
  deleted: `
    DELETE FROM payment_methods p
    USING unnest($::text[], $::text[], $::int[]) AS n (merchant_id, payment_method_id, version)
    WHERE ${columns.sameKey('p', 'n')} AND p.version = n.version
    RETURNING 1`,
};
type PartName = keyof typeof parts;

const saveStatement = new PartedStatement<PartName>(
  parts,
  (names) => `SELECT ${names.map((name) => exactly(`(SELECT count(*) FROM ${name})`, '$::int')).join(', ')}`,
);

/** The customer's row shows the default; a deleted payment method is no default. */
const defaultStatement = numbered(`
  UPDATE customers c SET default_payment_method_id = n.new_default, version = c.version + 1, modified_at = now()
  FROM unnest($::text[], $::text[], $::text[], $::text[]) AS n (merchant_id, customer_id, old_default, new_default)
  WHERE c.merchant_id = n.merchant_id AND c.customer_id = n.customer_id
    AND (n.old_default IS NULL OR c.default_payment_method_id = n.old_default)`);

type PaymentMethodChange = Change<SavedPaymentMethod>;

/** Payment methods as aggregates of their own. Payments save and use them with `BatchPaymentMethods`. */
@Injectable()
export class PaymentMethodStore implements AggregateStore<SavedPaymentMethod, unknown> {
  constructor(private readonly seals: MerchantSeals) {}

  async load(
    sql: Sql,
    keys: readonly string[],
    purpose: 'writing' | 'reading',
  ): Promise<ReadonlyMap<string, SavedPaymentMethod>> {
    const ids = keys.map(partsOfKey);
    const rows = await sql.query<StoredPaymentMethod>(
      `SELECT ${savedColumns} FROM payment_methods p
       WHERE (p.merchant_id, p.payment_method_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
       ORDER BY p.merchant_id, p.payment_method_id ${purpose === 'writing' ? 'FOR UPDATE OF p' : ''}`,
      [ids.map(([merchant]) => merchant), ids.map(([, id]) => id)],
    );
    const found = rows.map((row) => savedPaymentMethodFromRow(this.seals, row));
    return new Map(found.map((one) => [keyOfKind('payment_methods', one.merchantId, one.paymentMethodId), one]));
  }

  writes(changes: readonly PaymentMethodChange[]): readonly Statement[] {
    const lists = {
      created: changes.filter(({ before, after }) => !before && !after.isDeleted),
      changed: changes.filter(({ before, after }) => before && !after.isDeleted),
      deleted: changes.filter(({ before, after }) => before && after.isDeleted),
    };
    const names = (Object.keys(parts) as PartName[]).filter((name) => lists[name].length > 0);
    const params = [
      ...names.flatMap((name) => paramsOf[name](this.seals, lists[name])),
      ...names.map((name) => lists[name].length),
    ];
    const save = names.length > 0 ? [{ text: saveStatement.of(names), params }] : [];
    const saved = changes.map(({ after }) => after).filter(({ isDeleted }) => !isDeleted);
    return [...save, ...firstDefaultWrites(saved), ...defaultWrites(changes)];
  }

  /** For a query: nothing is locked. */
  async find(sql: Sql, merchantId: MerchantId, paymentMethodId: string): Promise<SavedPaymentMethod | undefined> {
    const key = keyOfKind('payment_methods', merchantId, paymentMethodId);
    return (await this.load(sql, [key], 'reading')).get(key);
  }
}

const rowsOf = (seals: RowSeals, list: readonly PaymentMethodChange[]): string =>
  JSON.stringify(list.map(({ after }) => savedPaymentMethodToRow(seals, after)));
const versionsBefore = (list: readonly PaymentMethodChange[]): number[] =>
  list.map(({ before }) => before?.version ?? 0);

const paramsOf: Readonly<Record<PartName, (seals: RowSeals, list: readonly PaymentMethodChange[]) => unknown[]>> = {
  created: (seals, list) => [rowsOf(seals, list)],
  changed: (seals, list) => [rowsOf(seals, list), versionsBefore(list)],
  deleted: (_, list) => [
    list.map(({ after }) => after.merchantId),
    list.map(({ after }) => after.paymentMethodId),
    versionsBefore(list),
  ],
};

function defaultWrites(changes: readonly PaymentMethodChange[]): Statement[] {
  const moved = changes.filter(({ before, after }) =>
    after.isDeleted ? before?.isDefault : after.isDefault && !before?.isDefault,
  );
  if (moved.length === 0) return [];
  const params = [
    moved.map(({ after }) => after.merchantId),
    moved.map(({ after }) => after.customerId),
    moved.map(({ after }) => (after.isDeleted ? after.paymentMethodId : null)),
    moved.map(({ after }) => (after.isDeleted ? null : after.paymentMethodId)),
  ];
  return [{ text: defaultStatement, params }];
}

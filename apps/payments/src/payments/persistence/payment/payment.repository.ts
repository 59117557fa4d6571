import { Injectable } from '@nestjs/common';
import { partsOfKey } from '@payorch/contracts';
import type { MerchantId, PaymentId } from '@payorch/kernel';
import { keyOf } from '@payorch/kernel';
import type { RowOf, Sql, Statement } from '@payorch/platform/postgres';
import { columnsOf, exactly, PartedStatement } from '@payorch/platform/postgres';
import { MerchantSeals, type RowSeals } from '@payorch/platform/sealing';
import type { AggregateStore, Change } from '@payorch/platform/shell';
import { customerToRow, insertNewCustomers } from '../../../customers/persistence/customer-records';
import type { Payment } from '../../domain/payment';
import type { StoredIntent } from './payment.mapper';
import { captureToRow } from './capture.mapper';
import { attemptToRow } from './attempt.mapper';
import { intentToRow, paymentFromRow } from './payment.mapper';
import { ManualUpdateRow, manualUpdateToRow } from './manual-update.rows';
import { AttemptRow, CaptureRow, IncidentRow, IntentRow } from './payment.rows';
import { disputesColumn } from '../../../disputes/persistence/disputes-column';
import { refundsColumn } from '../refund-projection';
import type { Shared } from '../shared/shared';

const intents = columnsOf(IntentRow);
const attempts = columnsOf(AttemptRow);
const captures = columnsOf(CaptureRow);
const manualUpdates = columnsOf(ManualUpdateRow).without('made_at');
const incidents = columnsOf(IncidentRow).without('incident_id', 'opened_at', 'resolved_at');

const partColumns = `
  coalesce((SELECT json_agg(a ORDER BY a.number) FROM attempts a
            WHERE a.merchant_id = i.merchant_id AND a.payment_id = i.payment_id), '[]') AS attempts,
  coalesce((SELECT json_agg(c ORDER BY c.sequence) FROM captures c
            WHERE c.merchant_id = i.merchant_id AND c.payment_id = i.payment_id), '[]') AS captures,
  ${refundsColumn},
  ${disputesColumn}`;

/** A payment with all its parts, as `StoredIntent`. */
export const paymentColumns = `${intents.listOf('i')}, ${partColumns}`;

/** Merchants and payment ids, as `unnest` takes them. */
const split = (keys: readonly string[]): [string[], string[]] => {
  const parts = keys.map(partsOfKey);
  return [parts.map(([merchant]) => merchant), parts.map(([, paymentId]) => paymentId)];
};

const parts = {
  created: `${intents.insertFromJson} ON CONFLICT DO NOTHING RETURNING 1`,
  // Beside each row the version that it must still have: one set, since two would be compared row by row.
  changed: `
    UPDATE intents i SET ${intents.setFrom('n')}
    FROM ROWS FROM (jsonb_populate_recordset(NULL::intents, $), unnest($::int[])) n
    WHERE ${intents.sameKey('i', 'n')} AND i.version = n.unnest
    RETURNING 1`,
  // In order: the attempt that ended before the one that begins.
  saved_attempts: `
    ${attempts.insertFromJson} ON CONFLICT (${attempts.key}) DO UPDATE SET ${attempts.setFrom('excluded')}`,
  saved_captures: `
    ${captures.insertFromJson} ON CONFLICT (${captures.key}) DO UPDATE SET ${captures.setFrom('excluded')}`,
  new_customers: insertNewCustomers,
  new_incidents: `${incidents.insertFromJson} ON CONFLICT DO NOTHING`,
  new_manual_updates: manualUpdates.insertFromJson,
};
type PartName = keyof typeof parts;

/** One statement writes all changes of a batch. */
const saveStatement = new PartedStatement<PartName>(parts, (names) => {
  const versioned = (['created', 'changed'] as const).filter((name) => names.includes(name));
  return `SELECT ${versioned.map((name) => exactly(`(SELECT count(*) FROM ${name})`, '$::int')).join(', ')}`;
});

type Key = Pick<StoredIntent, 'merchant_id' | 'payment_id'>;
type Parts = Pick<StoredIntent, 'attempts' | 'captures' | 'refunds' | 'disputes'>;

const keyOfRow = ({ merchant_id, payment_id }: Key): string => keyOf(merchant_id as MerchantId, String(payment_id));

/** Loads and saves payments with their attempts and captures, many at once. */
@Injectable()
export class PaymentRepository implements AggregateStore<Payment, Shared> {
  constructor(private readonly seals: MerchantSeals) {}

  /**
   * Two statements in sequence: the second sees what the previous holder of the locks wrote. A subselect of the first would
   * not, since a statement that waited for a row rereads only that row.
   */
  async load(
    sql: Sql,
    keys: readonly string[],
    purpose: 'writing' | 'reading' = 'writing',
  ): Promise<ReadonlyMap<string, Payment>> {
    const [intentRows, partRows] = await Promise.all([
      sql.query<Omit<StoredIntent, keyof Parts>>(
        `SELECT ${intents.listOf('i')} FROM intents i
         WHERE (i.merchant_id, i.payment_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
         ORDER BY i.merchant_id, i.payment_id ${purpose === 'writing' ? 'FOR UPDATE' : ''}`,
        split(keys),
      ),
      sql.query<Parts & Key>(
        `SELECT i.*, ${partColumns} FROM unnest($1::text[], $2::text[]) AS i (merchant_id, payment_id)`,
        split(keys),
      ),
    ]);
    const partsOf = new Map(partRows.map((row) => [keyOfRow(row), row]));
    return new Map(
      intentRows.map((row) => {
        const key = keyOfRow(row);
        return [key, paymentFromRow(this.seals, { ...row, ...partsOf.get(key)! })];
      }),
    );
  }

  /** For a query: nothing is locked. */
  async find(sql: Sql, merchantId: MerchantId, paymentId: PaymentId): Promise<Payment | undefined> {
    const key = keyOf(merchantId, paymentId);
    const row = (await this.rows(sql, [key])).get(key);
    return row && paymentFromRow(this.seals, row);
  }

  /** The rows of payments with all their parts, for queries: one statement, and nothing is locked. */
  async rows(sql: Sql, keys: readonly string[]): Promise<ReadonlyMap<string, StoredIntent>> {
    const rows = await sql.query<StoredIntent>(
      `SELECT ${paymentColumns} FROM intents i
       WHERE (i.merchant_id, i.payment_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
      split(keys),
    );
    return new Map(rows.map((row) => [keyOfRow(row), row]));
  }

  writes(changes: readonly Change<Payment>[], shared: Shared): readonly Statement[] {
    const created = changes.filter(({ before }) => before === undefined);
    const changed = changes.filter(({ before }) => before !== undefined);
    const rows = (list: readonly Change<Payment>[]) =>
      list.map(({ after, partition }) => intentToRow(this.seals, after, partition));
    const changedAttempts = changes.flatMap(({ before, after }) =>
      after.attempts
        .filter((attempt) => !before?.attempts.includes(attempt))
        .map((attempt) => attemptToRow(this.seals, after, attempt)),
    );
    const changedCaptures = changes.flatMap(({ before, after }) =>
      after.captures
        .filter((capture) => !before?.captures.includes(capture))
        .map((capture) => captureToRow(after, capture)),
    );
    const written: Readonly<Record<PartName, readonly object[]>> = {
      created: rows(created),
      changed: rows(changed),
      saved_attempts: changedAttempts,
      saved_captures: changedCaptures,
      new_customers: newCustomers(this.seals, changes, shared),
      new_incidents: shared.incidents.map(incidentToRow),
      new_manual_updates: shared.manualUpdates.map(manualUpdateToRow),
    };
    const names = (Object.keys(parts) as PartName[]).filter((name) => written[name].length > 0);
    const paramsOf = (name: PartName): unknown[] => [
      JSON.stringify(written[name]),
      ...(name === 'changed' ? [changed.map(versionBefore)] : []),
    ];
    const meant = [created, changed].map((list) => list.length).filter((count) => count > 0);
    const save: Statement = {
      text: saveStatement.of(names),
      params: [...names.flatMap(paramsOf), ...meant],
    };
    return [save];
  }
}

/** The version that the row must still have. One batch may contain several messages of a payment, so the version may rise by more than one. */
const versionBefore = ({ before }: Change<Payment>): number => before?.version ?? 0;

/** A new customer is created with the payment; the record of a known one does not change. */
const newCustomers = (
  seals: RowSeals,
  changes: readonly Change<Payment>[],
  { customersOf }: Pick<Shared, 'customersOf'>,
): object[] =>
  changes.flatMap(({ before, after }) =>
    after.customerId === null || before?.customerId === after.customerId
      ? []
      : [customerToRow(seals, customersOf(after.merchantId), after.customerId, after.customer ?? {})],
  );

const incidentToRow = ({ payment, attemptId, kind }: Shared['incidents'][number]): RowOf<typeof incidents> => ({
  merchant_id: payment.merchantId,
  attempt_id: attemptId,
  kind,
  payment_id: payment.paymentId,
});

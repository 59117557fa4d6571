import { connectorRefundOutcome } from '@payorch/contracts';
import type { MerchantId, PaymentId, RefundId } from '@payorch/kernel';
import { keyOf } from '@payorch/kernel';
import type { Incoming } from '@payorch/platform/kafka';
import type { RowOf, Sql, Statement } from '@payorch/platform/postgres';
import { columnsOf, exactly, PartedStatement } from '@payorch/platform/postgres';
import type { Change, Repository } from '@payorch/platform/shell';
import type { OperationIncident } from '@payorch/operations';
import type { PaymentRefunds } from '../domain/payment-refunds';
import { refundIn } from '../domain/payment-refunds';
import type { Refund } from '../domain/refund';
import type { StoredBalance, StoredRefund } from './refund.mapper';
import { balanceFromRow, balanceToRow, refundFromRow, refundToRow } from './refund.mapper';
import { BalanceRow, IncidentRow, RefundRow } from './refund.rows';

const balances = columnsOf(BalanceRow);
const refunds = columnsOf(RefundRow);
const incidents = columnsOf(IncidentRow).without('incident_id', 'opened_at', 'resolved_at');

const paymentKeyOf = (row: Pick<StoredBalance, 'merchant_id' | 'payment_id'>): string =>
  keyOf(row.merchant_id as MerchantId, String(row.payment_id));

function groupBy<T>(rows: readonly T[], keyFor: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(keyFor(row), [...(groups.get(keyFor(row)) ?? []), row]);
  return groups;
}

/** State that the payments of one batch share: the known refunds, and the incidents to save. */
export interface Shared {
  /** Message key of a refund → its payment; decisions of the batch add the new refunds. */
  readonly payments: Map<string, PaymentId>;
  readonly incidents: {
    readonly merchantId: MerchantId;
    readonly paymentId: PaymentId;
    readonly refundId: RefundId;
    readonly kind: OperationIncident;
  }[];
}

const split = (keys: readonly string[]): [string[], string[]] => {
  const parts = keys.map((key) => [key.slice(0, key.indexOf('/')), key.slice(key.indexOf('/') + 1)] as const);
  return [parts.map(([merchant]) => merchant), parts.map(([, object]) => object)];
};

const parts = {
  opened: `${balances.insertFromJson} ON CONFLICT DO NOTHING RETURNING 1`,
  // Each row comes with its expected version in one row set: a second set would be compared row by row.
  changed: `
    UPDATE balances b SET ${balances.setFrom('n')}
    FROM ROWS FROM (jsonb_populate_recordset(NULL::balances, $), unnest($::int[])) n
    WHERE ${balances.sameKey('b', 'n')} AND b.version = n.unnest
    RETURNING 1`,
  created: `${refunds.insertFromJson} ORDER BY ${refunds.key} ON CONFLICT DO NOTHING RETURNING 1`,
  moved: `
    UPDATE refunds r SET ${refunds.setFrom('n')}
    FROM jsonb_populate_recordset(NULL::refunds, $) n
    WHERE ${refunds.sameKey('r', 'n')} AND r.version < n.version
    RETURNING 1`,
  raised: `${incidents.insertFromJson} ON CONFLICT DO NOTHING`,
};
type PartName = keyof typeof parts;

const isCounted = (name: PartName): boolean => name !== 'raised';

/**
 * One statement writes all changes of a batch. It fails if another instance has changed a payment or has used a refund id
 * meanwhile; the shell then decides the batch again.
 */
const saveStatement = new PartedStatement<PartName>(parts, (names) => {
  const counts = names.filter(isCounted).map((name) => exactly(`(SELECT count(*) FROM ${name})`, '$::int'));
  return `SELECT ${counts.length > 0 ? counts.join(', ') : '1'}`;
});

type RefundRef = { merchantId: MerchantId; refundId?: RefundId };
interface ChangedRefund {
  readonly payment: PaymentRefunds;
  readonly before: Refund | undefined;
  readonly refund: Refund;
}

/** Loads and saves the refunds of many payments at once, with their balances. */
export class RefundRepository implements Repository<PaymentRefunds, Shared> {
  merchantsOf(batch: readonly Incoming[]): readonly string[] {
    return [...new Set(batch.map(({ data }) => (data as RefundRef).merchantId))];
  }

  /**
   * Runs two statements in order: the second sees the writes of the transaction that had the row locks before. A subselect in
   * the first would not: a statement that waits for a row lock rereads only the locked row.
   */
  async load(
    sql: Sql,
    keys: readonly string[],
    purpose: 'writing' | 'reading' = 'writing',
  ): Promise<ReadonlyMap<string, PaymentRefunds>> {
    const keysSql = '(SELECT * FROM unnest($1::text[], $2::text[]))';
    const [balanceRows, refundRows] = await Promise.all([
      sql.query<StoredBalance>(
        `SELECT ${balances.list} FROM balances WHERE (merchant_id, payment_id) IN ${keysSql}
         ORDER BY merchant_id, payment_id ${purpose === 'writing' ? 'FOR UPDATE' : ''}`,
        split(keys),
      ),
      sql.query<StoredRefund>(
        `SELECT ${refunds.list} FROM refunds WHERE (merchant_id, payment_id) IN ${keysSql} ORDER BY created_at, refund_id`,
        split(keys),
      ),
    ]);
    const byPayment = groupBy(refundRows, paymentKeyOf);
    return new Map(
      balanceRows.map((row) => [paymentKeyOf(row), balanceFromRow(row, byPayment.get(paymentKeyOf(row)) ?? [])]),
    );
  }

  /** Takes no lock; for queries. */
  async find(
    sql: Sql,
    merchantId: MerchantId,
    refundId: RefundId,
  ): Promise<{ readonly paymentId: PaymentId; readonly refund: Refund } | undefined> {
    const [row] = await sql.query<StoredRefund>(
      `SELECT ${refunds.list} FROM refunds WHERE merchant_id = $1 AND refund_id = $2`,
      [merchantId, refundId],
    );
    return row && { paymentId: row.payment_id as PaymentId, refund: refundFromRow(row) };
  }

  async loadShared(sql: Sql, batch: readonly Incoming[]): Promise<Shared> {
    const keys = batch.flatMap(({ message, data }) => {
      const { merchantId, refundId } = data as RefundRef;
      // An outcome names its payment, so no lookup is needed.
      return refundId === undefined || message.type === connectorRefundOutcome.type
        ? []
        : [keyOf(merchantId, refundId)];
    });
    const shared: Shared = { payments: new Map(), incidents: [] };
    if (keys.length === 0) return shared;
    const rows = await sql.query<{ merchant_id: MerchantId; refund_id: RefundId; payment_id: PaymentId }>(
      `SELECT merchant_id, refund_id, payment_id FROM refunds
       WHERE (merchant_id, refund_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
      split([...new Set(keys)].sort()),
    );
    for (const row of rows) shared.payments.set(keyOf(row.merchant_id, row.refund_id), row.payment_id);
    return shared;
  }

  writes(changes: readonly Change<PaymentRefunds>[], shared: Shared): readonly Statement[] {
    const opened = changes.filter(({ before }) => before === undefined);
    const changed = changes.filter(({ before }) => before !== undefined);
    const changedRefunds = changes.flatMap(refundsIn);
    const created = changedRefunds.filter(({ before }) => before === undefined);
    const moved = changedRefunds.filter(({ before }) => before !== undefined);
    const written: Readonly<Record<PartName, readonly object[]>> = {
      opened: opened.map(({ after, partition }) => balanceToRow(after, partition)),
      changed: changed.map(({ after, partition }) => balanceToRow(after, partition)),
      created: created.map(({ payment, refund }) => refundToRow(payment, refund)),
      moved: moved.map(({ payment, refund }) => refundToRow(payment, refund)),
      raised: shared.incidents.map(incidentToRow),
    };
    const names = (Object.keys(parts) as PartName[]).filter((name) => written[name].length > 0);
    const paramsOf = (name: PartName): unknown[] => [
      JSON.stringify(written[name]),
      ...(name === 'changed' ? [changed.map(({ before }) => before!.version)] : []),
    ];
    const expectedCounts = names.filter(isCounted).map((name) => written[name].length);
    return [{ text: saveStatement.of(names), params: [...names.flatMap(paramsOf), ...expectedCounts] }];
  }
}

const refundsIn = ({ before, after }: Change<PaymentRefunds>): ChangedRefund[] =>
  after.refunds
    .map((refund) => ({ payment: after, before: refundIn(before, refund.id), refund }))
    .filter((one) => one.before !== one.refund);

const incidentToRow = ({
  merchantId,
  paymentId,
  refundId,
  kind,
}: Shared['incidents'][number]): RowOf<typeof incidents> => ({
  merchant_id: merchantId,
  refund_id: refundId,
  kind,
  payment_id: paymentId,
});

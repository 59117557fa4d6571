import type { AccountRef } from '@payorch/contracts';
import type { MerchantId, OperationId } from '@payorch/kernel';
import type { RowOf } from '@payorch/platform/postgres';
import { columnsOf, inTransaction, numbered, reading } from '@payorch/platform/postgres';
import type { DataSource } from 'typeorm';
import { DeferredOperationRow, type StoredMessage } from './deferred-operation.rows';

export type { StoredMessage };

export interface DeferredOperation {
  readonly operationId: OperationId;
  readonly merchantId: MerchantId;
  readonly account: AccountRef;
  readonly message: StoredMessage;
}

/** The database writes the times. */
const columns = columnsOf(DeferredOperationRow).without('deferred_at', 'leased_until');
type Row = RowOf<typeof columns>;

const addStatement = numbered(`${columns.insertFromJson} ON CONFLICT (${columns.key}) DO NOTHING`);

const toRow = ({ operationId, merchantId, account, message }: DeferredOperation): Row => ({
  operation_id: operationId,
  merchant_id: merchantId,
  connector: account.connector,
  merchant_connector_id: account.merchantConnectorId,
  message,
});

const fromRow = ({ operation_id, merchant_id, connector, merchant_connector_id, message }: Row): DeferredOperation => ({
  operationId: operation_id,
  merchantId: merchant_id,
  account: { connector, merchantConnectorId: merchant_connector_id } as AccountRef,
  message,
});

/** The commands of follow-ups that wait on disk for their connector account. */
export class DeferredOperationRepository {
  constructor(private readonly database: DataSource) {}

  /** Durable when this returns. A command that is added twice is stored once. */
  async add(operation: DeferredOperation): Promise<void> {
    await inTransaction(this.database, { merchants: [operation.merchantId] }, (sql) =>
      sql.query(addStatement, [JSON.stringify([toRow(operation)])]),
    );
  }

  async has(merchantId: MerchantId, operationId: OperationId): Promise<boolean> {
    const rows = await reading(this.database, [merchantId], (sql) =>
      sql.query('SELECT 1 FROM deferred_operations WHERE operation_id = $1 AND merchant_id = $2', [
        operationId,
        merchantId,
      ]),
    );
    return rows.length > 0;
  }

  /** The number of deferred operations for each connector account of these connectors. */
  async waiting(
    connectors: readonly string[],
  ): Promise<readonly { readonly account: AccountRef; readonly count: number }[]> {
    const rows = await reading(this.database, 'every', (sql) =>
      sql.query<Pick<Row, 'connector' | 'merchant_connector_id'> & { count: number }>(
        `SELECT connector, merchant_connector_id, count(*)::int AS count FROM deferred_operations
         WHERE connector = ANY($1::text[]) GROUP BY connector, merchant_connector_id`,
        [connectors],
      ),
    );
    return rows.map(({ connector, merchant_connector_id, count }) => ({
      account: { connector, merchantConnectorId: merchant_connector_id } as AccountRef,
      count,
    }));
  }

  /** Leases the oldest operation of an account without a lease. When a worker dies, another one may take it after `leaseMs`. */
  async take({ connector, merchantConnectorId }: AccountRef, leaseMs: number): Promise<DeferredOperation | undefined> {
    const [row] = await inTransaction(this.database, { merchants: 'every' }, (sql) =>
      sql.query<Row>(
        `UPDATE deferred_operations SET leased_until = clock_timestamp() + make_interval(secs => $3::double precision / 1000)
         WHERE operation_id = (
           SELECT operation_id FROM deferred_operations
           WHERE connector = $1 AND merchant_connector_id = $2 AND leased_until < clock_timestamp()
           ORDER BY deferred_at LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING ${columns.list}`,
        [connector, merchantConnectorId, leaseMs],
      ),
    );
    return row && fromRow(row);
  }

  /** Removes an operation whose outcome is published. */
  async remove({ merchantId, operationId }: DeferredOperation): Promise<void> {
    await inTransaction(this.database, { merchants: [merchantId] }, (sql) =>
      sql.query('DELETE FROM deferred_operations WHERE operation_id = $1', [operationId]),
    );
  }
}

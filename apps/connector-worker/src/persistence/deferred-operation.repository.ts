import type { AccountRef } from '@payorch/contracts';
import type { MerchantId, OperationId } from '@payorch/kernel';
import { inTransaction, reading } from '@payorch/platform/postgres';
import type { DataSource } from 'typeorm';

/** An encoded message, decoded later like a message from its topic. */
export interface StoredMessage {
  readonly topic: string;
  readonly key: string | null;
  readonly value: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface DeferredOperation {
  readonly operationId: OperationId;
  readonly merchantId: MerchantId;
  readonly account: AccountRef;
  readonly message: StoredMessage;
}

interface Row {
  readonly operation_id: OperationId;
  readonly merchant_id: MerchantId;
  readonly connector: string;
  readonly merchant_connector_id: string;
  readonly message: StoredMessage;
}

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
  async add({ operationId, merchantId, account, message }: DeferredOperation): Promise<void> {
    await inTransaction(this.database, { merchants: [merchantId] }, (sql) =>
      sql.query(
        `INSERT INTO deferred_operations (operation_id, merchant_id, connector, merchant_connector_id, message)
         VALUES ($1, $2, $3, $4, $5::jsonb) ON CONFLICT (operation_id) DO NOTHING`,
        [operationId, merchantId, account.connector, account.merchantConnectorId, JSON.stringify(message)],
      ),
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
         RETURNING operation_id, merchant_id, connector, merchant_connector_id, message`,
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

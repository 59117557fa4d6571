import type { AccountRef } from '@payorch/contracts';
import type { MerchantId, OperationId } from '@payorch/kernel';
import { inTransaction, reading } from '@payorch/platform/postgres';
import type { DataSource } from 'typeorm';

/** A message as text, to be read again as it was read from its topic. */
export interface StoredMessage {
  readonly topic: string;
  readonly key: string | null;
  readonly value: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Aside {
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

const asideOf = ({ operation_id, merchant_id, connector, merchant_connector_id, message }: Row): Aside => ({
  operationId: operation_id,
  merchantId: merchant_id,
  account: { connector, merchantConnectorId: merchant_connector_id } as AccountRef,
  message,
});

/** The commands of follow-ups that wait for their connector account on disk. */
export class OperationAsideRepository {
  constructor(private readonly database: DataSource) {}

  /** Durable when this returns. A command that comes twice is there once. */
  async add({ operationId, merchantId, account, message }: Aside): Promise<void> {
    await inTransaction(this.database, { merchants: [merchantId] }, (sql) =>
      sql.query(
        `INSERT INTO operations_aside (operation_id, merchant_id, connector, merchant_connector_id, message)
         VALUES ($1, $2, $3, $4, $5::jsonb) ON CONFLICT (operation_id) DO NOTHING`,
        [operationId, merchantId, account.connector, account.merchantConnectorId, JSON.stringify(message)],
      ),
    );
  }

  async has(merchantId: MerchantId, operationId: OperationId): Promise<boolean> {
    const rows = await reading(this.database, [merchantId], (sql) =>
      sql.query('SELECT 1 FROM operations_aside WHERE operation_id = $1 AND merchant_id = $2', [
        operationId,
        merchantId,
      ]),
    );
    return rows.length > 0;
  }

  /** How many wait for each connector account of these connectors. */
  async waiting(
    connectors: readonly string[],
  ): Promise<readonly { readonly account: AccountRef; readonly count: number }[]> {
    const rows = await reading(this.database, 'every', (sql) =>
      sql.query<Pick<Row, 'connector' | 'merchant_connector_id'> & { count: number }>(
        `SELECT connector, merchant_connector_id, count(*)::int AS count FROM operations_aside
         WHERE connector = ANY($1::text[]) GROUP BY connector, merchant_connector_id`,
        [connectors],
      ),
    );
    return rows.map(({ connector, merchant_connector_id, count }) => ({
      account: { connector, merchantConnectorId: merchant_connector_id } as AccountRef,
      count,
    }));
  }

  /** Leases the oldest of an account that nobody has leased; a worker that dies leaves it to the next one after that time. */
  async take({ connector, merchantConnectorId }: AccountRef, leaseMs: number): Promise<Aside | undefined> {
    const [row] = await inTransaction(this.database, { merchants: 'every' }, (sql) =>
      sql.query<Row>(
        `UPDATE operations_aside SET leased_until = clock_timestamp() + make_interval(secs => $3::double precision / 1000)
         WHERE operation_id = (
           SELECT operation_id FROM operations_aside
           WHERE connector = $1 AND merchant_connector_id = $2 AND leased_until < clock_timestamp()
           ORDER BY set_aside_at LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING operation_id, merchant_id, connector, merchant_connector_id, message`,
        [connector, merchantConnectorId, leaseMs],
      ),
    );
    return row && asideOf(row);
  }

  /** Its outcome is out. */
  async remove({ merchantId, operationId }: Aside): Promise<void> {
    await inTransaction(this.database, { merchants: [merchantId] }, (sql) =>
      sql.query('DELETE FROM operations_aside WHERE operation_id = $1', [operationId]),
    );
  }
}

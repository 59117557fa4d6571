import { Injectable } from '@nestjs/common';
import type { AccountRef } from '@payorch/contracts';
import type { MerchantId, OperationId } from '@payorch/kernel';
import type { Share } from '@payorch/platform/http';
import type { RowOf } from '@payorch/platform/postgres';
import { columnsOf, inTransaction, numbered, reading } from '@payorch/platform/postgres';
import { DataSource } from 'typeorm';
import { DeferredOperationRow, type StoredMessage } from './deferred-operation.rows';

export type { StoredMessage };

export interface DeferredOperation {
  readonly operationId: OperationId;
  readonly merchantId: MerchantId;
  readonly account: AccountRef;
  readonly share: Share;
  /** The deadline to begin of a charge. */
  readonly expiresAt: Date | null;
  readonly message: StoredMessage;
}

/** The operations that wait for the same places of a connector account. */
export interface DeferredOf {
  readonly account: AccountRef;
  readonly share: Share;
}

/** The database writes the times. */
const columns = columnsOf(DeferredOperationRow).without('deferred_at', 'leased_until');
type Row = RowOf<typeof columns>;

const addStatement = numbered(`${columns.insertFromJson} ON CONFLICT (${columns.key}) DO NOTHING`);

const toRow = ({ operationId, merchantId, account, share, expiresAt, message }: DeferredOperation): Row => ({
  operation_id: operationId,
  merchant_id: merchantId,
  connector: account.connector,
  merchant_connector_id: account.merchantConnectorId,
  share,
  message,
  expires_at: expiresAt,
});

const fromRow = (row: Row): DeferredOperation => ({
  operationId: row.operation_id,
  merchantId: row.merchant_id,
  account: { connector: row.connector, merchantConnectorId: row.merchant_connector_id } as AccountRef,
  share: row.share,
  expiresAt: row.expires_at === null ? null : new Date(row.expires_at),
  message: row.message,
});

/** The commands that wait on disk for their connector account. */
@Injectable()
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

  /** The number of deferred operations for each connector account and share. */
  async waiting(): Promise<readonly (DeferredOf & { readonly count: number })[]> {
    const rows = await reading(this.database, 'every', (sql) =>
      sql.query<Pick<Row, 'connector' | 'merchant_connector_id' | 'share'> & { count: number }>(
        `SELECT connector, merchant_connector_id, share, count(*)::int AS count FROM deferred_operations
         GROUP BY connector, merchant_connector_id, share`,
      ),
    );
    return rows.map(({ connector, merchant_connector_id, share, count }) => ({
      account: { connector, merchantConnectorId: merchant_connector_id } as AccountRef,
      share,
      count,
    }));
  }

  /** Leases the oldest of these operations without a lease. When a worker dies, another one may take it after `leaseMs`. */
  take({ account, share }: DeferredOf, leaseMs: number): Promise<DeferredOperation | undefined> {
    const { connector, merchantConnectorId } = account;
    return this.lease(leaseMs, 'connector = $2 AND merchant_connector_id = $3 AND share = $4', [
      connector,
      merchantConnectorId,
      share,
    ]);
  }

  /** Leases a charge that may no longer begin. */
  takeExpired(leaseMs: number): Promise<DeferredOperation | undefined> {
    return this.lease(leaseMs, 'expires_at < clock_timestamp()', []);
  }

  private async lease(
    leaseMs: number,
    which: string,
    params: readonly unknown[],
  ): Promise<DeferredOperation | undefined> {
    const [row] = await inTransaction(this.database, { merchants: 'every' }, (sql) =>
      sql.query<Row>(
        `UPDATE deferred_operations SET leased_until = clock_timestamp() + make_interval(secs => $1::double precision / 1000)
         WHERE operation_id = (
           SELECT operation_id FROM deferred_operations
           WHERE ${which} AND leased_until < clock_timestamp()
           ORDER BY deferred_at LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING ${columns.list}`,
        [leaseMs, ...params],
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

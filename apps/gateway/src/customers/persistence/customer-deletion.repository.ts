import { Injectable } from '@nestjs/common';
import type { CustomerId, MerchantId } from '@payorch/kernel';
import { columnsOf, type Sql } from '@payorch/platform/postgres';
import { CustomerDeletionRow } from './customer-deletion.rows';

export interface CustomerPlace {
  readonly merchantId: MerchantId;
  readonly customerId: CustomerId;
}

/**
 * A deletion as one request stored it. `request`: the time of the request as Postgres writes it, in µs, which is another
 * one for each request. `isOnly`: no other request for it was stored before.
 */
export interface RequestedDeletion extends CustomerPlace {
  readonly request: string;
  readonly isOnly: boolean;
}

/** A requested deletion, leased until `dueAt`. */
export interface CustomerDeletionJob extends CustomerPlace {
  readonly request: string;
  readonly dueAt: Date;
  readonly requestedAt: Date;
  readonly erasedAt: Date | null;
}

const columns = columnsOf(CustomerDeletionRow);
const after = (parameter: string): string => `now() + make_interval(secs => ${parameter}::double precision / 1000)`;

/** Deletions of customers whose data the gateway still has to erase from its own tables. */
@Injectable()
export class CustomerDeletionRepository {
  /** Stores a requested deletion; a repeated request begins anew. */
  async insert(sql: Sql, { merchantId, customerId }: CustomerPlace, dueMs: number): Promise<RequestedDeletion> {
    const [row] = await sql.query<{ readonly request: string; readonly is_only: boolean }>(
      `INSERT INTO customer_deletions (merchant_id, customer_id, due_at) VALUES ($1, $2, ${after('$3')})
       ON CONFLICT (${columns.key}) DO UPDATE SET due_at = excluded.due_at, erased_at = NULL,
         requested_at = greatest(now(), customer_deletions.requested_at + interval '1 microsecond')
       RETURNING requested_at::text AS request, xmax = 0 AS is_only`,
      [merchantId, customerId, dueMs],
    );
    return { merchantId, customerId, request: row!.request, isOnly: row!.is_only };
  }

  /** Leases the deletion that is due longest, of any merchant. */
  async claim(sql: Sql, leaseMs: number): Promise<CustomerDeletionJob | undefined> {
    const [row] = await sql.query<CustomerDeletionRow & { readonly request: string }>(
      `UPDATE customer_deletions SET due_at = ${after('$1')}
       WHERE (${columns.key}) IN (
         SELECT ${columns.key} FROM customer_deletions WHERE due_at <= now()
         ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING ${columns.list}, requested_at::text AS request`,
      [leaseMs],
    );
    return (
      row && {
        merchantId: row.merchant_id,
        customerId: row.customer_id,
        request: row.request,
        dueAt: row.due_at,
        requestedAt: row.requested_at,
        erasedAt: row.erased_at,
      }
    );
  }

  /** The gateway has erased the data: it looks again later, for what was stored meanwhile. */
  async erased(sql: Sql, { merchantId, customerId }: CustomerPlace, againMs: number): Promise<void> {
    await sql.query(
      `UPDATE customer_deletions SET due_at = ${after('$3')}, erased_at = now()
       WHERE merchant_id = $1 AND customer_id = $2`,
      [merchantId, customerId, againMs],
    );
  }

  /** Leaves the deletion to any gateway after this time. */
  async postpone(sql: Sql, { merchantId, customerId }: CustomerPlace, delayMs: number): Promise<void> {
    await sql.query(
      `UPDATE customer_deletions SET due_at = ${after('$3')} WHERE merchant_id = $1 AND customer_id = $2`,
      [merchantId, customerId, delayMs],
    );
  }

  /** Ends the deletion, unless it was requested again meanwhile. */
  async finish(sql: Sql, { merchantId, customerId, request }: Omit<RequestedDeletion, 'isOnly'>): Promise<void> {
    await sql.query(
      `DELETE FROM customer_deletions WHERE merchant_id = $1 AND customer_id = $2 AND requested_at = $3::timestamptz`,
      [merchantId, customerId, request],
    );
  }
}

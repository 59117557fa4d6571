import { Injectable } from '@nestjs/common';
import type { Sql } from '@payorch/platform/postgres';
import { sealedPrefix } from '@payorch/platform/sealing';
import type { IdempotencyKeyRow } from './idempotency-key.rows';
import type { KeyPlace } from '../../request';

export type Claimed =
  | { readonly kind: 'claimed'; readonly commandId: string }
  | { readonly kind: 'answered'; readonly sealedResponse: string }
  | { readonly kind: 'other_request'; readonly sealedResponse: string | null }
  | { readonly kind: 'running' };

export interface NewResponse {
  readonly commandId: string;
  readonly sealedResponse: string;
  /** The customer whom the response shows; null where it shows none. */
  readonly customerId: string | null;
}

/** A stored response about a customer. */
export interface CustomersResponse {
  readonly place: KeyPlace;
  readonly sealedResponse: string;
}

const at = `merchant_id = $1 AND route = $2 AND idempotency_key = $3`;

/** Requests under an idempotency key, until their retention ends. */
@Injectable()
export class IdempotencyKeyRepository {
  /**
   * Claims the key for `leaseMs` if it is new, or if its last attempt left no response and its lease expired: then the
   * caller gets the command id of the first attempt. `digests`: the request's digest under each secret, the current one
   * first.
   */
  async claim(
    sql: Sql,
    { merchantId, route, key }: KeyPlace,
    { digests, commandId, leaseMs }: { digests: readonly Buffer[]; commandId: string; leaseMs: number },
  ): Promise<Claimed> {
    const [mine] = await sql.query<Pick<IdempotencyKeyRow, 'command_id'>>(
      `INSERT INTO idempotency_keys AS existing (merchant_id, route, idempotency_key, request_digest, command_id, leased_until)
       VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6::double precision / 1000))
       ON CONFLICT (merchant_id, route, idempotency_key) DO UPDATE SET leased_until = excluded.leased_until
         WHERE existing.sealed_response IS NULL AND existing.leased_until <= now()
           AND existing.request_digest = ANY($7::bytea[])
       RETURNING command_id`,
      [merchantId, route, key, digests[0], commandId, leaseMs, digests],
    );
    if (mine) return { kind: 'claimed', commandId: mine.command_id };
    const [stored] = await sql.query<Pick<IdempotencyKeyRow, 'request_digest' | 'sealed_response'>>(
      `SELECT request_digest, sealed_response FROM idempotency_keys WHERE ${at}`,
      [merchantId, route, key],
    );
    if (!stored) return { kind: 'running' }; // released between the two statements: the caller may retry at once
    if (!digests.some((digest) => stored.request_digest.equals(digest)))
      return { kind: 'other_request', sealedResponse: stored.sealed_response };
    return stored.sealed_response === null
      ? { kind: 'running' }
      : { kind: 'answered', sealedResponse: stored.sealed_response };
  }

  /**
   * Locks the row until the transaction ends, so that one of two attempts sees the other's result. Undefined where
   * another attempt deleted the row.
   */
  async lock(
    sql: Sql,
    { merchantId, route, key }: KeyPlace,
    commandId: string,
  ): Promise<{ readonly sealedResponse: string | null } | undefined> {
    const [stored] = await sql.query<Pick<IdempotencyKeyRow, 'sealed_response'>>(
      `SELECT sealed_response FROM idempotency_keys WHERE ${at} AND command_id = $4 FOR UPDATE`,
      [merchantId, route, key, commandId],
    );
    return stored && { sealedResponse: stored.sealed_response };
  }

  /** Stores the response, or returns the response that another attempt has stored before. */
  async storeResponse(
    sql: Sql,
    { merchantId, route, key }: KeyPlace,
    { commandId, sealedResponse, customerId }: NewResponse,
  ): Promise<string> {
    const place = [merchantId, route, key];
    await sql.query(
      `UPDATE idempotency_keys SET sealed_response = $5, customer_id = $6
       WHERE ${at} AND command_id = $4 AND sealed_response IS NULL`,
      [...place, commandId, sealedResponse, customerId],
    );
    const [first] = await sql.query<Pick<IdempotencyKeyRow, 'sealed_response'>>(
      `SELECT sealed_response FROM idempotency_keys WHERE ${at} AND command_id = $4`,
      [...place, commandId],
    );
    return first?.sealed_response ?? sealedResponse;
  }

  /** Up to `limit` responses that show the customer, locked until the transaction ends. */
  async lockResponsesOf(
    sql: Sql,
    { merchantId, customerId, limit }: { merchantId: string; customerId: string; limit: number },
  ): Promise<CustomersResponse[]> {
    const rows = await sql.query<Pick<IdempotencyKeyRow, 'route' | 'idempotency_key' | 'sealed_response'>>(
      `SELECT route, idempotency_key, sealed_response FROM idempotency_keys
       WHERE merchant_id = $1 AND customer_id = $2 AND sealed_response IS NOT NULL
       ORDER BY route, idempotency_key LIMIT $3 FOR UPDATE`,
      [merchantId, customerId, limit],
    );
    return rows.map((row) => ({
      place: { merchantId, route: row.route, key: row.idempotency_key },
      sealedResponse: row.sealed_response ?? '',
    }));
  }

  /** Replaces responses by versions that show no customer any more. */
  async replaceResponses(sql: Sql, responses: readonly CustomersResponse[]): Promise<void> {
    const column = (of: (one: CustomersResponse) => string): string[] => responses.map(of);
    await sql.query(
      `UPDATE idempotency_keys existing SET sealed_response = new.sealed_response, customer_id = NULL
       FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS new (merchant_id, route, idempotency_key, sealed_response)
       WHERE existing.merchant_id = new.merchant_id AND existing.route = new.route
         AND existing.idempotency_key = new.idempotency_key`,
      [
        column(({ place }) => place.merchantId),
        column(({ place }) => place.route),
        column(({ place }) => place.key),
        column(({ sealedResponse }) => sealedResponse),
      ],
    );
  }

  /** Whether a response is sealed with this data key. */
  async hasSealedWith(sql: Sql, merchantId: string, dataKeyVersion: number): Promise<boolean> {
    const rows = await sql.query(
      `SELECT 1 FROM idempotency_keys WHERE merchant_id = $1 AND starts_with(sealed_response, $2) LIMIT 1`,
      [merchantId, sealedPrefix(dataKeyVersion)],
    );
    return rows.length > 0;
  }

  /** Renews the leases of unanswered claims; released and expired ones stay free. */
  async renew(
    sql: Sql,
    claims: readonly { readonly place: KeyPlace; readonly commandId: string }[],
    leaseMs: number,
  ): Promise<void> {
    const column = (of: (claim: (typeof claims)[number]) => string): string[] => claims.map(of);
    await sql.query(
      `UPDATE idempotency_keys existing SET leased_until = now() + make_interval(secs => $5::double precision / 1000)
       FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS mine (merchant_id, route, idempotency_key, command_id)
       WHERE existing.merchant_id = mine.merchant_id AND existing.route = mine.route
         AND existing.idempotency_key = mine.idempotency_key AND existing.command_id = mine.command_id
         AND existing.sealed_response IS NULL AND existing.leased_until > now()`,
      [
        column(({ place }) => place.merchantId),
        column(({ place }) => place.route),
        column(({ place }) => place.key),
        column(({ commandId }) => commandId),
        leaseMs,
      ],
    );
  }

  /** The outcome is unknown: ends the lease, so that a retry continues at once. */
  async release(sql: Sql, { merchantId, route, key }: KeyPlace, commandId: string): Promise<void> {
    await sql.query(
      `UPDATE idempotency_keys SET leased_until = now() WHERE ${at} AND command_id = $4 AND sealed_response IS NULL`,
      [merchantId, route, key, commandId],
    );
  }

  /** The request did nothing: frees its key for another request. Returns the response if another attempt has stored one. */
  async delete(sql: Sql, place: KeyPlace, commandId: string): Promise<string | null> {
    const stored = await this.lock(sql, place, commandId);
    if (!stored || stored.sealedResponse !== null) return stored?.sealedResponse ?? null;
    const { merchantId, route, key } = place;
    await sql.query(`DELETE FROM idempotency_keys WHERE ${at} AND command_id = $4`, [
      merchantId,
      route,
      key,
      commandId,
    ]);
    return null;
  }

  /** Deletes up to `limit` rows of any merchant; returns their number. */
  async deleteExpired(sql: Sql, { retentionMs, limit }: { retentionMs: number; limit: number }): Promise<number> {
    const gone = await sql.query(
      `DELETE FROM idempotency_keys WHERE (merchant_id, route, idempotency_key) IN (
         SELECT merchant_id, route, idempotency_key FROM idempotency_keys
         WHERE created_at < now() - make_interval(secs => $1::double precision / 1000) AND leased_until < now()
         ORDER BY created_at LIMIT $2)
       RETURNING route`,
      [retentionMs, limit],
    );
    return gone.length;
  }
}

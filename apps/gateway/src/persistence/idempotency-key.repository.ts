import type { MerchantScope, Sql } from '@payorch/platform/postgres';

/** What makes a key one key: the same text under another route or merchant is another. */
export interface KeyPlace {
  readonly merchantId: string;
  readonly route: string;
  readonly key: string;
}

/** Stands where a merchant's id would for calls under the admin key; no merchant can be called so. */
export const operator = '$operator';

/** Whose rows a transaction over this key must see. */
export const scopeOf = ({ merchantId }: KeyPlace): MerchantScope => (merchantId === operator ? 'every' : [merchantId]);

export type Claimed =
  | { readonly kind: 'claimed'; readonly commandId: string }
  | { readonly kind: 'answered'; readonly sealedAnswer: string }
  | { readonly kind: 'other_request' }
  | { readonly kind: 'running' };

const at = `merchant_id = $1 AND route = $2 AND idempotency_key = $3`;

/** Requests under an idempotency key, each until its answer has been kept long enough. */
export class IdempotencyKeyRepository {
  /**
   * The key is the caller's for `leaseMs` when nobody has it, or when whoever had it left no answer and his lease is over:
   * then he gets the command id of the first try.
   */
  async claim(
    sql: Sql,
    { merchantId, route, key }: KeyPlace,
    { digest, commandId, leaseMs }: { digest: Buffer; commandId: string; leaseMs: number },
  ): Promise<Claimed> {
    const [mine] = await sql.query<{ command_id: string }>(
      `INSERT INTO idempotency_keys AS held (merchant_id, route, idempotency_key, request_digest, command_id, leased_until)
       VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6::double precision / 1000))
       ON CONFLICT (merchant_id, route, idempotency_key) DO UPDATE SET leased_until = excluded.leased_until
         WHERE held.sealed_answer IS NULL AND held.leased_until <= now()
           AND held.request_digest = excluded.request_digest
       RETURNING command_id`,
      [merchantId, route, key, digest, commandId, leaseMs],
    );
    if (mine) return { kind: 'claimed', commandId: mine.command_id };
    const [held] = await sql.query<{ request_digest: Buffer; sealed_answer: string | null }>(
      `SELECT request_digest, sealed_answer FROM idempotency_keys WHERE ${at}`,
      [merchantId, route, key],
    );
    if (!held) return { kind: 'running' }; // given back between the two statements: the caller may come again at once
    if (!held.request_digest.equals(digest)) return { kind: 'other_request' };
    return held.sealed_answer === null ? { kind: 'running' } : { kind: 'answered', sealedAnswer: held.sealed_answer };
  }

  /** Stores the answer, or gives back the one that another try has stored before. */
  async answer(
    sql: Sql,
    { merchantId, route, key }: KeyPlace,
    { commandId, sealedAnswer }: { commandId: string; sealedAnswer: string },
  ): Promise<string> {
    const place = [merchantId, route, key];
    await sql.query(
      `UPDATE idempotency_keys SET sealed_answer = $5 WHERE ${at} AND command_id = $4 AND sealed_answer IS NULL`,
      [...place, commandId, sealedAnswer],
    );
    const [first] = await sql.query<{ sealed_answer: string | null }>(
      `SELECT sealed_answer FROM idempotency_keys WHERE ${at} AND command_id = $4`,
      [...place, commandId],
    );
    return first?.sealed_answer ?? sealedAnswer;
  }

  /** Nobody knows yet what the request did: the next try goes on where this one stopped, and need not wait for the lease. */
  async giveBack(sql: Sql, { merchantId, route, key }: KeyPlace, commandId: string): Promise<void> {
    await sql.query(
      `UPDATE idempotency_keys SET leased_until = now() WHERE ${at} AND command_id = $4 AND sealed_answer IS NULL`,
      [merchantId, route, key, commandId],
    );
  }

  /** The request did nothing: its key is free for another one. */
  async forget(sql: Sql, { merchantId, route, key }: KeyPlace, commandId: string): Promise<void> {
    await sql.query(`DELETE FROM idempotency_keys WHERE ${at} AND command_id = $4 AND sealed_answer IS NULL`, [
      merchantId,
      route,
      key,
      commandId,
    ]);
  }

  /** Deletes some rows at a time, of any merchant; gives their number. */
  async forgetOld(sql: Sql, { keepMs, limit }: { keepMs: number; limit: number }): Promise<number> {
    const gone = await sql.query(
      `DELETE FROM idempotency_keys WHERE (merchant_id, route, idempotency_key) IN (
         SELECT merchant_id, route, idempotency_key FROM idempotency_keys
         WHERE created_at < now() - make_interval(secs => $1::double precision / 1000) AND leased_until < now()
         ORDER BY created_at LIMIT $2)
       RETURNING route`,
      [keepMs, limit],
    );
    return gone.length;
  }
}

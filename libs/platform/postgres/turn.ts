import type { Sql } from './connection';

const attempt = `SELECT pg_try_advisory_xact_lock(hashtext(current_schema() || '.' || $1)) AS "isHeld"`;

/**
 * Whether this transaction has the turn of `name` in its schema, until it ends: of several instances one at a time has it. A
 * statement of its own: the next one sees what the instance before has committed.
 */
export async function takesTurn(sql: Sql, name: string): Promise<boolean> {
  const [turn] = await sql.query<{ readonly isHeld: boolean }>(attempt, [name]);
  return turn?.isHeld === true;
}

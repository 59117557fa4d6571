import { Injectable } from '@nestjs/common';
import type { Sql } from '@payorch/platform/postgres';
import { createHash } from 'node:crypto';
import type { GsmDetails, GsmKey, GsmRule } from '../domain/gsm-rule';

interface Stored extends GsmKey {
  readonly details: GsmDetails;
}

const columns = 'connector, flow, sub_flow, code, message, details';

const idOf = ({ connector, flow, sub_flow, code, message }: GsmKey): string =>
  createHash('sha256')
    .update(JSON.stringify([connector, flow, sub_flow, code, message]))
    .digest('hex');

const fromRow = ({ details, ...key }: Stored): GsmRule => ({ key, details });

/** Rules about processors' errors. Changes need the lock of `nextGlobalVersion`. */
@Injectable()
export class GsmRuleRepository {
  /** False where a rule with that key exists. */
  async insert(sql: Sql, { key, details }: GsmRule): Promise<boolean> {
    const rows = await sql.query(
      `INSERT INTO gsm_rules (rule_id, ${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (rule_id) DO NOTHING RETURNING rule_id`,
      [idOf(key), key.connector, key.flow, key.sub_flow, key.code, key.message, JSON.stringify(details)],
    );
    return rows.length > 0;
  }

  async find(sql: Sql, key: GsmKey): Promise<GsmRule | undefined> {
    const rows = await sql.query<Stored>(`SELECT ${columns} FROM gsm_rules WHERE rule_id = $1`, [idOf(key)]);
    return rows.map(fromRow)[0];
  }

  async update(sql: Sql, { key, details }: GsmRule): Promise<void> {
    await sql.query('UPDATE gsm_rules SET details = $2, modified_at = now() WHERE rule_id = $1', [
      idOf(key),
      JSON.stringify(details),
    ]);
  }

  async delete(sql: Sql, key: GsmKey): Promise<void> {
    await sql.query('DELETE FROM gsm_rules WHERE rule_id = $1', [idOf(key)]);
  }
}

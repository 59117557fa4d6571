import { Injectable } from '@nestjs/common';
import { insertIfAbsent, type Sql } from '@payorch/platform/postgres';
import { createHash } from 'node:crypto';
import { GsmRuleRow } from './gsm-rule.rows';
import type { GsmDetails, GsmKey, GsmRule } from '../domain/gsm-rule';

const idOf = ({ connector, flow, sub_flow, code, message }: GsmKey): string =>
  createHash('sha256')
    .update(JSON.stringify([connector, flow, sub_flow, code, message]))
    .digest('hex');

const fromRow = ({ connector, flow, sub_flow, code, message, details }: GsmRuleRow): GsmRule => ({
  key: { connector, flow, sub_flow, code, message },
  details: details as GsmDetails,
});

/** Rules about processors' errors. Changes need the lock of `nextGlobalVersion`. */
@Injectable()
export class GsmRuleRepository {
  /** False where a rule with that key exists. */
  insert(sql: Sql, { key, details }: GsmRule): Promise<boolean> {
    return insertIfAbsent(sql.repository(GsmRuleRow), { rule_id: idOf(key), ...key, details });
  }

  async find(sql: Sql, key: GsmKey): Promise<GsmRule | undefined> {
    const row = await sql.repository(GsmRuleRow).findOneBy({ rule_id: idOf(key) });
    return row ? fromRow(row) : undefined;
  }

  async update(sql: Sql, { key, details }: GsmRule): Promise<void> {
    await sql.repository(GsmRuleRow).update({ rule_id: idOf(key) }, { details, modified_at: () => 'now()' });
  }

  async delete(sql: Sql, key: GsmKey): Promise<void> {
    await sql.repository(GsmRuleRow).delete({ rule_id: idOf(key) });
  }
}

import { Injectable } from '@nestjs/common';
import { insertIfAbsent, type Sql } from '@payorch/platform/postgres';
import { ConfigRow } from './config.rows';
import type { ConfigEntry } from '../domain/config-entry';

/** Texts under a key. Changes need the lock of `nextGlobalVersion`. */
@Injectable()
export class ConfigRepository {
  /** False where the key exists. */
  insert(sql: Sql, { key, value }: ConfigEntry): Promise<boolean> {
    return insertIfAbsent(sql.repository(ConfigRow), { key, value });
  }

  async find(sql: Sql, key: string): Promise<ConfigEntry | undefined> {
    const row = await sql.repository(ConfigRow).findOneBy({ key });
    return row ? { key: row.key, value: row.value } : undefined;
  }

  async update(sql: Sql, { key, value }: ConfigEntry): Promise<void> {
    await sql.repository(ConfigRow).update({ key }, { value, modified_at: () => 'now()' });
  }

  async delete(sql: Sql, key: string): Promise<ConfigEntry | undefined> {
    const entry = await this.find(sql, key);
    if (entry) await sql.repository(ConfigRow).delete({ key });
    return entry;
  }
}

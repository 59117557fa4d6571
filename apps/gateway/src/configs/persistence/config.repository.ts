import { Injectable } from '@nestjs/common';
import type { Sql } from '@payorch/platform/postgres';
import type { ConfigEntry } from '../domain/config-entry';

/** Texts under a key. Changes need the lock of `nextGlobalVersion`. */
@Injectable()
export class ConfigRepository {
  /** False where the key exists. */
  async insert(sql: Sql, { key, value }: ConfigEntry): Promise<boolean> {
    const rows = await sql.query(
      'INSERT INTO configs (key, value) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING RETURNING key',
      [key, value],
    );
    return rows.length > 0;
  }

  async find(sql: Sql, key: string): Promise<ConfigEntry | undefined> {
    const [row] = await sql.query<ConfigEntry>('SELECT key, value FROM configs WHERE key = $1', [key]);
    return row;
  }

  /** False where the key does not exist. */
  async update(sql: Sql, { key, value }: ConfigEntry): Promise<boolean> {
    const rows = await sql.query('UPDATE configs SET value = $2, modified_at = now() WHERE key = $1 RETURNING key', [
      key,
      value,
    ]);
    return rows.length > 0;
  }

  async delete(sql: Sql, key: string): Promise<ConfigEntry | undefined> {
    const [row] = await sql.query<ConfigEntry>('DELETE FROM configs WHERE key = $1 RETURNING key, value', [key]);
    return row;
  }
}

import type { EncodedMessage } from '@payorch/platform/kafka';
import { inTransaction, reading } from '@payorch/platform/postgres';
import type { DataSource } from 'typeorm';

export interface StoredSetting {
  readonly merchantId: string;
  readonly accountVersion: number;
  readonly message: EncodedMessage;
}

interface Row {
  merchant_id: string;
  key: string;
  account_version: number;
  headers: Record<string, string>;
  body: string;
}

const upsertNewer = `
  INSERT INTO account_settings (merchant_id, key, account_version, headers, body)
  SELECT * FROM unnest($1::text[], $2::text[], $3::integer[], $4::jsonb[], $5::text[])
  ON CONFLICT (merchant_id, key) DO UPDATE
    SET account_version = excluded.account_version, headers = excluded.headers, body = excluded.body
    WHERE account_settings.account_version < excluded.account_version`;

/** The settings of all merchants. Routing reads them all at the start and never again. */
export class AccountSettingsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async all(topic: string): Promise<readonly EncodedMessage[]> {
    const rows = await reading(this.dataSource, 'every', (sql) =>
      sql.query<Row>('SELECT merchant_id, key, account_version, headers, body FROM account_settings', []),
    );
    return rows.map(({ key, headers, body }) => ({ topic, key, headers, value: Buffer.from(body) }));
  }

  /** Takes each setting at most once; a setting older than the stored one changes nothing. */
  async saveNewer(settings: readonly StoredSetting[]): Promise<void> {
    const merchants = [...new Set(settings.map(({ merchantId }) => merchantId))];
    await inTransaction(this.dataSource, { merchants }, (sql) =>
      sql.query(upsertNewer, [
        settings.map(({ merchantId }) => merchantId),
        settings.map(({ message }) => message.key),
        settings.map(({ accountVersion }) => accountVersion),
        settings.map(({ message }) => JSON.stringify(message.headers)),
        settings.map(({ message }) => message.value.toString()),
      ]),
    );
  }
}

import type { EncodedMessage } from '@payorch/platform/kafka';
import type { RowOf } from '@payorch/platform/postgres';
import { columnsOf, inTransaction, numbered, reading } from '@payorch/platform/postgres';
import type { DataSource } from 'typeorm';
import { AccountSettingRow } from './account-settings.rows';

export interface StoredSetting {
  readonly merchantId: string;
  readonly accountVersion: number;
  readonly message: EncodedMessage;
}

const columns = columnsOf(AccountSettingRow);

const upsertNewer = numbered(`
  INSERT INTO account_settings (${columns.list})
  SELECT * FROM unnest(${columns.arrays})
  ON CONFLICT (${columns.key}) DO UPDATE SET ${columns.setFrom('excluded')}
    WHERE account_settings.account_version < excluded.account_version`);

const toRow = ({ merchantId, accountVersion, message }: StoredSetting): RowOf<typeof columns> => ({
  merchant_id: merchantId,
  key: message.key!,
  account_version: accountVersion,
  headers: message.headers,
  body: message.value.toString(),
});

/** The settings of all merchants. Routing reads them all at the start and never again. */
export class AccountSettingsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async all(topic: string): Promise<readonly EncodedMessage[]> {
    const rows = await reading(this.dataSource, 'every', (sql) =>
      sql.query<AccountSettingRow>(`SELECT ${columns.list} FROM account_settings`, []),
    );
    return rows.map(({ key, headers, body }) => ({ topic, key, headers, value: Buffer.from(body) }));
  }

  /** Takes each setting at most once; a setting older than the stored one changes nothing. */
  async saveNewer(settings: readonly StoredSetting[]): Promise<void> {
    const merchants = [...new Set(settings.map(({ merchantId }) => merchantId))];
    await inTransaction(this.dataSource, { merchants }, (sql) =>
      sql.query(upsertNewer, columns.arraysOf(settings.map(toRow))),
    );
  }
}

import { Injectable } from '@nestjs/common';
import type { MerchantConnectorId, MerchantId, ProfileId } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import type {
  ConnectorAccount,
  ConnectorAccountDetails,
  SealedSecret,
  WebhookSecrets,
} from '../domain/connectors/connector-account';
import type { PublicWalletDetails } from '../domain/connectors/wallet-details';

interface Stored {
  merchant_id: MerchantId;
  merchant_connector_id: MerchantConnectorId;
  profile_id: ProfileId;
  connector_type: string;
  connector_name: string;
  connector_label: string;
  status: 'active' | 'inactive';
  disabled: boolean;
  details: ConnectorAccountDetails;
  masked_credentials: SealedSecret['masked'];
  sealed_credentials: string;
  masked_webhook_secrets: SealedSecret['masked'] | null;
  sealed_webhook_secrets: string | null;
  boxed_webhook_secrets: string | null;
  masked_merchant_data: SealedSecret['masked'] | null;
  sealed_merchant_data: string | null;
  masked_wallet_details: SealedSecret['masked'] | null;
  sealed_wallet_details: string | null;
  public_wallet_details: PublicWalletDetails | null;
  created_at: Date;
  modified_at: Date;
}

const columns = `merchant_id, merchant_connector_id, profile_id, connector_type, connector_name, connector_label, status,
  disabled, details, masked_credentials, sealed_credentials, masked_webhook_secrets, sealed_webhook_secrets, masked_merchant_data,
  sealed_merchant_data, masked_wallet_details, sealed_wallet_details, public_wallet_details, boxed_webhook_secrets, created_at,
  modified_at`;

const secretOf = (sealed: string | null, masked: SealedSecret['masked'] | null): SealedSecret | null =>
  sealed === null || masked === null ? null : { sealed, masked };

const webhookSecretsOf = (row: Stored): WebhookSecrets | null => {
  const secret = secretOf(row.sealed_webhook_secrets, row.masked_webhook_secrets);
  return secret && { ...secret, boxed: row.boxed_webhook_secrets };
};

const secretColumns = (secret: SealedSecret | null): unknown[] => [
  secret && JSON.stringify(secret.masked),
  secret?.sealed ?? null,
];

const fromRow = (row: Stored): ConnectorAccount => ({
  merchantId: row.merchant_id,
  merchantConnectorId: row.merchant_connector_id,
  profileId: row.profile_id,
  connectorType: row.connector_type,
  connectorName: row.connector_name,
  connectorLabel: row.connector_label,
  status: row.status,
  disabled: row.disabled,
  details: row.details,
  credentials: { sealed: row.sealed_credentials, masked: row.masked_credentials },
  webhookSecrets: webhookSecretsOf(row),
  merchantData: secretOf(row.sealed_merchant_data, row.masked_merchant_data),
  walletDetails: secretOf(row.sealed_wallet_details, row.masked_wallet_details),
  publicWalletDetails: row.public_wallet_details,
  createdAt: row.created_at,
  modifiedAt: row.modified_at,
});

const toRow = (account: ConnectorAccount): unknown[] => [
  account.merchantId,
  account.merchantConnectorId,
  account.profileId,
  account.connectorType,
  account.connectorName,
  account.connectorLabel,
  account.status,
  account.disabled,
  JSON.stringify(account.details),
  ...secretColumns(account.credentials),
  ...secretColumns(account.webhookSecrets),
  ...secretColumns(account.merchantData),
  ...secretColumns(account.walletDetails),
  account.publicWalletDetails && JSON.stringify(account.publicWalletDetails),
  account.webhookSecrets?.boxed ?? null,
  account.createdAt,
  account.modifiedAt,
];

const placeholders = Array.from({ length: 21 }, (_, index) => `$${index + 1}`).join(', ');

/** Merchant connector accounts: a label is unique in a profile. */
@Injectable()
export class ConnectorAccountRepository {
  /** False where the profile has an account with that label. */
  async insert(sql: Sql, account: ConnectorAccount): Promise<boolean> {
    const rows = await sql.query(
      `INSERT INTO merchant_connector_accounts (${columns}) VALUES (${placeholders})
       ON CONFLICT (merchant_id, profile_id, connector_label) DO NOTHING RETURNING merchant_connector_id`,
      toRow(account),
    );
    return rows.length > 0;
  }

  /**
   * False where another account of the profile has that label. The caller has locked the merchant's row, so the label
   * stays free.
   */
  async update(sql: Sql, account: ConnectorAccount): Promise<boolean> {
    const rows = await sql.query(
      `UPDATE merchant_connector_accounts SET connector_type = $4, connector_name = $5, connector_label = $6, status = $7,
         disabled = $8, details = $9, masked_credentials = $10, sealed_credentials = $11, masked_webhook_secrets = $12,
         sealed_webhook_secrets = $13, masked_merchant_data = $14, sealed_merchant_data = $15,
         masked_wallet_details = $16, sealed_wallet_details = $17, public_wallet_details = $18,
         boxed_webhook_secrets = $19, created_at = $20, modified_at = $21
       WHERE merchant_id = $1 AND merchant_connector_id = $2 AND NOT EXISTS (
         SELECT 1 FROM merchant_connector_accounts other WHERE other.merchant_id = $1 AND other.profile_id = $3
           AND other.connector_label = $6 AND other.merchant_connector_id <> $2)
       RETURNING merchant_connector_id`,
      toRow(account),
    );
    return rows.length > 0;
  }

  async delete(sql: Sql, merchantId: MerchantId, merchantConnectorId: string): Promise<void> {
    await sql.query('DELETE FROM merchant_connector_accounts WHERE merchant_id = $1 AND merchant_connector_id = $2', [
      merchantId,
      merchantConnectorId,
    ]);
  }

  async find(sql: Sql, merchantId: MerchantId, merchantConnectorId: string): Promise<ConnectorAccount | undefined> {
    const rows = await sql.query<Stored>(
      `SELECT ${columns} FROM merchant_connector_accounts WHERE merchant_id = $1 AND merchant_connector_id = $2`,
      [merchantId, merchantConnectorId],
    );
    return rows.map(fromRow)[0];
  }

  /** By the account's id or its connector's name: the two forms of a webhook address. */
  async findByIdOrName(sql: Sql, merchantId: MerchantId, idOrName: string, limit: number): Promise<ConnectorAccount[]> {
    const rows = await sql.query<Stored>(
      `SELECT ${columns} FROM merchant_connector_accounts
       WHERE merchant_id = $1 AND (merchant_connector_id = $2 OR connector_name = $2)
       ORDER BY created_at, merchant_connector_id LIMIT $3`,
      [merchantId, idOrName, limit],
    );
    return rows.map(fromRow);
  }

  async list(sql: Sql, merchantId: MerchantId): Promise<ConnectorAccount[]> {
    const rows = await sql.query<Stored>(
      `SELECT ${columns} FROM merchant_connector_accounts WHERE merchant_id = $1 ORDER BY created_at, merchant_connector_id`,
      [merchantId],
    );
    return rows.map(fromRow);
  }
}

import { Injectable } from '@nestjs/common';
import type { JsonObject } from '@payorch/contracts';
import { baseAccountOf } from '@payorch/contracts';
import type { MerchantConnectorId, MerchantId } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import type { StoredCredentials } from '../domain/connectors/inline-credentials';
import { InlineCredentialsRow } from './inline-credentials.rows';

const fromRow = (row: InlineCredentialsRow): StoredCredentials => ({
  merchantId: row.merchant_id,
  merchantConnectorId: row.merchant_connector_id,
  connectorName: row.connector_name,
  identifier: row.creds_identifier,
  hash: row.credentials_hash,
  sealed: row.sealed_credentials,
  metadata: row.metadata as JsonObject | null,
  accountVersion: row.account_version,
  sentAt: row.sent_at,
});

const toRow = (stored: StoredCredentials): Omit<InlineCredentialsRow, 'created_at'> => ({
  merchant_id: stored.merchantId,
  merchant_connector_id: stored.merchantConnectorId,
  base_account_id: baseAccountOf(stored.merchantConnectorId),
  connector_name: stored.connectorName,
  creds_identifier: stored.identifier,
  credentials_hash: stored.hash,
  sealed_credentials: stored.sealed,
  metadata: stored.metadata,
  account_version: stored.accountVersion,
  sent_at: stored.sentAt,
});

/** Credentials that payment requests sent. Changes need the merchant's lock. */
@Injectable()
export class InlineCredentialsRepository {
  async insert(sql: Sql, stored: StoredCredentials): Promise<void> {
    await sql.repository(InlineCredentialsRow).insert(toRow(stored));
  }

  async update(sql: Sql, stored: StoredCredentials): Promise<void> {
    const { merchant_id, merchant_connector_id, ...changed } = toRow(stored);
    await sql.repository(InlineCredentialsRow).update({ merchant_id, merchant_connector_id }, changed);
  }

  async find(sql: Sql, merchantId: MerchantId, id: string): Promise<StoredCredentials | undefined> {
    const place = { merchant_id: merchantId, merchant_connector_id: id as MerchantConnectorId };
    const row = await sql.repository(InlineCredentialsRow).findOneBy(place);
    return row ? fromRow(row) : undefined;
  }

  /** Newest first, of all accounts. */
  async named(sql: Sql, merchantId: MerchantId, identifier: string): Promise<StoredCredentials[]> {
    const rows = await sql.repository(InlineCredentialsRow).find({
      where: { merchant_id: merchantId, creds_identifier: identifier },
      order: { sent_at: 'DESC', merchant_connector_id: 'ASC' },
    });
    return rows.map(fromRow);
  }

  count(sql: Sql, merchantId: MerchantId, account: MerchantConnectorId): Promise<number> {
    return sql.repository(InlineCredentialsRow).countBy({ merchant_id: merchantId, base_account_id: account });
  }

  /** Deletes all of an account, and returns them. */
  async deleteOf(sql: Sql, merchantId: MerchantId, account: MerchantConnectorId): Promise<StoredCredentials[]> {
    const rows = sql.repository(InlineCredentialsRow);
    const place = { merchant_id: merchantId, base_account_id: account };
    const gone = await rows.findBy(place);
    if (gone.length > 0) await rows.delete(place);
    return gone.map(fromRow);
  }
}

import { Injectable } from '@nestjs/common';
import type { MerchantConnectorId, MerchantId } from '@payorch/kernel';
import { insertIfAbsent, type Sql } from '@payorch/platform/postgres';
import { Not } from 'typeorm';
import type {
  ConnectorAccount,
  ConnectorAccountDetails,
  SealedSecret,
  WebhookSecrets,
} from '../domain/connectors/connector-account';
import type { PublicWalletDetails } from '../domain/connectors/wallet-details';
import { ConnectorAccountRow } from './connector-account.rows';

const secretOf = (sealed: string | null, masked: object | null): SealedSecret | null =>
  sealed === null || masked === null ? null : { sealed, masked: masked as SealedSecret['masked'] };

const webhookSecretsOf = (row: ConnectorAccountRow): WebhookSecrets | null => {
  const secret = secretOf(row.sealed_webhook_secrets, row.masked_webhook_secrets);
  return secret && { ...secret, gatewaySeal: row.gateway_webhook_secrets };
};

const fromRow = (row: ConnectorAccountRow): ConnectorAccount => ({
  merchantId: row.merchant_id,
  merchantConnectorId: row.merchant_connector_id,
  profileId: row.profile_id,
  connectorType: row.connector_type,
  connectorName: row.connector_name,
  connectorLabel: row.connector_label,
  status: row.status as ConnectorAccount['status'],
  disabled: row.disabled,
  details: row.details as ConnectorAccountDetails,
  credentials: { sealed: row.sealed_credentials, masked: row.masked_credentials as SealedSecret['masked'] },
  webhookSecrets: webhookSecretsOf(row),
  merchantData: secretOf(row.sealed_merchant_data, row.masked_merchant_data),
  walletDetails: secretOf(row.sealed_wallet_details, row.masked_wallet_details),
  publicWalletDetails: row.public_wallet_details as PublicWalletDetails | null,
  verifiedDomains: row.verified_domains ?? [],
  webhookEndpointId: row.webhook_endpoint_id,
  createdAt: row.created_at,
  modifiedAt: row.modified_at,
});

const toRow = (account: ConnectorAccount): ConnectorAccountRow => ({
  merchant_id: account.merchantId,
  merchant_connector_id: account.merchantConnectorId,
  profile_id: account.profileId,
  connector_type: account.connectorType,
  connector_name: account.connectorName,
  connector_label: account.connectorLabel,
  status: account.status,
  disabled: account.disabled,
  details: account.details,
  masked_credentials: account.credentials.masked,
  sealed_credentials: account.credentials.sealed,
  masked_webhook_secrets: account.webhookSecrets?.masked ?? null,
  sealed_webhook_secrets: account.webhookSecrets?.sealed ?? null,
  masked_merchant_data: account.merchantData?.masked ?? null,
  sealed_merchant_data: account.merchantData?.sealed ?? null,
  masked_wallet_details: account.walletDetails?.masked ?? null,
  sealed_wallet_details: account.walletDetails?.sealed ?? null,
  public_wallet_details: account.publicWalletDetails,
  verified_domains: account.verifiedDomains,
  gateway_webhook_secrets: account.webhookSecrets?.gatewaySeal ?? null,
  webhook_endpoint_id: account.webhookEndpointId,
  created_at: account.createdAt,
  modified_at: account.modifiedAt,
});

const placeOf = (merchantId: MerchantId, merchantConnectorId: string) => ({
  merchant_id: merchantId,
  merchant_connector_id: merchantConnectorId as MerchantConnectorId,
});

const inOrderOfCreation = { created_at: 'ASC', merchant_connector_id: 'ASC' } as const;

/** Merchant connector accounts: a label is unique in a profile. */
@Injectable()
export class ConnectorAccountRepository {
  /** False where the profile has an account with that label. */
  insert(sql: Sql, account: ConnectorAccount): Promise<boolean> {
    return insertIfAbsent(sql.repository(ConnectorAccountRow), toRow(account));
  }

  /**
   * False where another account of the profile has that label. The caller has locked the merchant's row, so the label
   * stays free.
   */
  async update(sql: Sql, account: ConnectorAccount): Promise<boolean> {
    const accounts = sql.repository(ConnectorAccountRow);
    const { merchant_id, merchant_connector_id, profile_id, ...changed } = toRow(account);
    const { connector_label } = changed;
    const others = { merchant_id, profile_id, connector_label, merchant_connector_id: Not(merchant_connector_id) };
    if (await accounts.existsBy(others)) return false;
    const { affected } = await accounts.update({ merchant_id, merchant_connector_id }, changed);
    return affected === 1;
  }

  async delete(sql: Sql, merchantId: MerchantId, merchantConnectorId: string): Promise<void> {
    await sql.repository(ConnectorAccountRow).delete(placeOf(merchantId, merchantConnectorId));
  }

  async find(sql: Sql, merchantId: MerchantId, merchantConnectorId: string): Promise<ConnectorAccount | undefined> {
    const row = await sql.repository(ConnectorAccountRow).findOneBy(placeOf(merchantId, merchantConnectorId));
    return row ? fromRow(row) : undefined;
  }

  /** By the account's id or its connector's name: the two forms of a webhook address. */
  async findByIdOrName(sql: Sql, merchantId: MerchantId, idOrName: string, limit: number): Promise<ConnectorAccount[]> {
    const rows = await sql.repository(ConnectorAccountRow).find({
      where: [placeOf(merchantId, idOrName), { merchant_id: merchantId, connector_name: idOrName }],
      order: inOrderOfCreation,
      take: limit,
    });
    return rows.map(fromRow);
  }

  async list(sql: Sql, merchantId: MerchantId): Promise<ConnectorAccount[]> {
    const accounts = sql.repository(ConnectorAccountRow);
    const rows = await accounts.find({ where: { merchant_id: merchantId }, order: inOrderOfCreation });
    return rows.map(fromRow);
  }
}

import type { MerchantConnectorId, MerchantId } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import type { ProfileRow } from '../../accounts';
import type { IdempotencyKeyRow } from '../../idempotency';
import type { KeyPlace } from '../../request';

/** Columns of `profiles` with seals of the settings box: `v1.<key id>.<text>`. */
const profileColumns = [
  'sealed_response_hash_key',
  'sealed_webhook_headers',
  'sealed_webhook_password',
  'sealed_network_tokens',
  'sealed_webhook_secrets',
] as const satisfies readonly (keyof ProfileRow)[];

const isOlder = (column: string): string => `split_part(${column}, '.', 2) <> $1`;
/** Responses of merchants are sealed with data keys; those of the operator and older ones with the settings key. */
const isOlderResponse = `starts_with(sealed_response, 'v1.') AND ${isOlder('sealed_response')}`;
const olderProfile = profileColumns.map(isOlder).join(' OR ');
const merchantsWithOlder = `
  SELECT merchant_id FROM merchant_accounts WHERE deleted_at IS NULL AND ${isOlder('sealed_secrets')}
  UNION SELECT merchant_id FROM profiles WHERE ${olderProfile}
  UNION SELECT merchant_id FROM merchant_connector_accounts WHERE ${isOlder('gateway_webhook_secrets')}`;

/** The gateway's own copy of an account's webhook secrets. */
export interface WebhookSecretsSeal {
  readonly merchantId: MerchantId;
  readonly merchantConnectorId: MerchantConnectorId;
  readonly seal: string;
}

export interface StoredResponseSeal extends KeyPlace {
  readonly sealedResponse: string;
}

type ResponseRow = Pick<IdempotencyKeyRow, 'merchant_id' | 'route' | 'idempotency_key'> & {
  readonly sealed_response: string;
};

/** Finds values sealed under a settings key other than the current one. */
export class SettingsSealsRepository {
  async merchantsUnderOtherKeys(sql: Sql, kid: string, limit: number): Promise<MerchantId[]> {
    const rows = await sql.query<{ merchant_id: MerchantId }>(
      `SELECT merchant_id FROM (${merchantsWithOlder}) older ORDER BY merchant_id LIMIT $2`,
      [kid, limit],
    );
    return rows.map((row) => row.merchant_id);
  }

  async webhookSecretsOf(sql: Sql, merchantId: MerchantId): Promise<WebhookSecretsSeal[]> {
    const rows = await sql.query<{ merchant_connector_id: MerchantConnectorId; gateway_webhook_secrets: string }>(
      `SELECT merchant_connector_id, gateway_webhook_secrets FROM merchant_connector_accounts
       WHERE merchant_id = $1 AND gateway_webhook_secrets IS NOT NULL`,
      [merchantId],
    );
    return rows.map((row) => ({
      merchantId,
      merchantConnectorId: row.merchant_connector_id,
      seal: row.gateway_webhook_secrets,
    }));
  }

  async replaceWebhookSecrets(sql: Sql, { merchantId, merchantConnectorId, seal }: WebhookSecretsSeal): Promise<void> {
    await sql.query(
      `UPDATE merchant_connector_accounts SET gateway_webhook_secrets = $3
       WHERE merchant_id = $1 AND merchant_connector_id = $2`,
      [merchantId, merchantConnectorId, seal],
    );
  }

  /** Locks these rows until the transaction ends and skips rows that another gateway has locked. */
  async responsesUnderOtherKeys(sql: Sql, kid: string, limit: number): Promise<StoredResponseSeal[]> {
    const rows = await sql.query<ResponseRow>(
      `SELECT merchant_id, route, idempotency_key, sealed_response FROM idempotency_keys
       WHERE ${isOlderResponse} LIMIT $2 FOR UPDATE SKIP LOCKED`,
      [kid, limit],
    );
    return rows.map((row) => ({
      merchantId: row.merchant_id,
      route: row.route,
      key: row.idempotency_key,
      sealedResponse: row.sealed_response,
    }));
  }

  async replaceResponse(sql: Sql, { merchantId, route, key, sealedResponse }: StoredResponseSeal): Promise<void> {
    await sql.query(
      `UPDATE idempotency_keys SET sealed_response = $4
       WHERE merchant_id = $1 AND route = $2 AND idempotency_key = $3`,
      [merchantId, route, key, sealedResponse],
    );
  }

  /** The number of merchants and stored responses that lack the current key. */
  async countUnderOtherKeys(sql: Sql, kid: string): Promise<number> {
    const [row] = await sql.query<{ count: string }>(
      `SELECT (SELECT count(*) FROM (${merchantsWithOlder}) older)
            + (SELECT count(*) FROM idempotency_keys WHERE ${isOlderResponse}) AS count`,
      [kid],
    );
    return Number(row?.count ?? 0);
  }
}

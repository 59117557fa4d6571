import { Inject, Injectable } from '@nestjs/common';
import type { MerchantId, OrganizationId, ProfileId } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import { SettingsBox } from '@payorch/platform/sealing';
import type { MerchantAccount, MerchantAccountDetails, MerchantAccountSecrets } from '../domain/merchant-account';

interface Stored {
  merchant_id: MerchantId;
  organization_id: OrganizationId;
  merchant_name: string | null;
  publishable_key: string;
  default_profile_id: ProfileId | null;
  account_version: number;
  details: MerchantAccountDetails;
  sealed_secrets: string;
  modified_at: Date;
}

const columns = `merchant_id, organization_id, merchant_name, publishable_key, default_profile_id, account_version,
  details, sealed_secrets, modified_at`;

const placeOf = (merchantId: MerchantId) => ({
  merchantId,
  objectId: merchantId,
  column: 'merchant_accounts.sealed_secrets',
});

/** Merchant accounts. No query finds a deleted account, but its id stays taken. */
@Injectable()
export class MerchantAccountRepository {
  constructor(@Inject(SettingsBox) private readonly box: SettingsBox) {}

  /** False where the merchant id exists; of two concurrent inserts one returns false. */
  async insert(sql: Sql, account: MerchantAccount): Promise<boolean> {
    const rows = await sql.query(
      `INSERT INTO merchant_accounts (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT (merchant_id) DO NOTHING RETURNING merchant_id`,
      this.toRow(account),
    );
    return rows.length > 0;
  }

  async find(sql: Sql, merchantId: MerchantId): Promise<MerchantAccount | undefined> {
    return this.fromRows(
      await sql.query<Stored>(
        `SELECT ${columns} FROM merchant_accounts WHERE merchant_id = $1 AND deleted_at IS NULL`,
        [merchantId],
      ),
    )[0];
  }

  /**
   * Raises the account version and locks the row until the transaction ends: every change of a merchant's settings
   * begins here, so versions and outbox rows have the order of commits.
   */
  async lockForChange(sql: Sql, merchantId: MerchantId): Promise<MerchantAccount | undefined> {
    return this.fromRows(
      await sql.query<Stored>(
        `UPDATE merchant_accounts SET account_version = account_version + 1
         WHERE merchant_id = $1 AND deleted_at IS NULL RETURNING ${columns}`,
        [merchantId],
      ),
    )[0];
  }

  /** Needs the lock of `lockForChange`, which has set the version. */
  async update(sql: Sql, account: MerchantAccount): Promise<void> {
    await sql.query(
      `UPDATE merchant_accounts SET merchant_name = $2, default_profile_id = $3, details = $4, sealed_secrets = $5,
         modified_at = $6 WHERE merchant_id = $1`,
      [
        account.merchantId,
        account.merchantName,
        account.defaultProfileId,
        JSON.stringify(account.details),
        this.seal(account),
        account.modifiedAt,
      ],
    );
  }

  /** Needs the lock of `lockForChange`. Deletes the secrets too. */
  async delete(sql: Sql, account: MerchantAccount): Promise<void> {
    const forgotten = {
      payment_response_hash_key: null,
      webhook_password: null,
      network_tokenization_credentials: null,
    };
    await this.update(sql, { ...account, defaultProfileId: null, secrets: forgotten });
    await sql.query('UPDATE merchant_accounts SET deleted_at = now() WHERE merchant_id = $1', [account.merchantId]);
  }

  /** In order of creation, for the operator, over all merchants. */
  async listOfOrganization(sql: Sql, organizationId: string): Promise<MerchantAccount[]> {
    return this.fromRows(
      await sql.query<Stored>(
        `SELECT ${columns} FROM merchant_accounts WHERE organization_id = $1 AND deleted_at IS NULL
         ORDER BY created_at, merchant_id`,
        [organizationId],
      ),
    );
  }

  /** The operator's flag; undefined where the account does not exist. */
  async findKvEnabled(sql: Sql, merchantId: MerchantId): Promise<boolean | undefined> {
    const [row] = await sql.query<{ kv_enabled: boolean }>(
      'SELECT kv_enabled FROM merchant_accounts WHERE merchant_id = $1 AND deleted_at IS NULL',
      [merchantId],
    );
    return row?.kv_enabled;
  }

  /** Returns the number of accounts; `every` means all merchants. */
  async setKvEnabled(sql: Sql, kvEnabled: boolean, merchantId: MerchantId | 'every'): Promise<number> {
    const rows = await sql.query(
      `UPDATE merchant_accounts SET kv_enabled = $1
       WHERE deleted_at IS NULL AND ($2::text IS NULL OR merchant_id = $2) RETURNING merchant_id`,
      [kvEnabled, merchantId === 'every' ? null : merchantId],
    );
    return rows.length;
  }

  private seal({ merchantId, secrets }: MerchantAccount): string {
    return this.box.seal(JSON.stringify(secrets), placeOf(merchantId));
  }

  private toRow(account: MerchantAccount): unknown[] {
    return [
      account.merchantId,
      account.organizationId,
      account.merchantName,
      account.publishableKey,
      account.defaultProfileId,
      account.accountVersion,
      JSON.stringify(account.details),
      this.seal(account),
      account.modifiedAt,
    ];
  }

  private fromRows(rows: readonly Stored[]): MerchantAccount[] {
    return rows.map((row) => ({
      merchantId: row.merchant_id,
      organizationId: row.organization_id,
      merchantName: row.merchant_name,
      publishableKey: row.publishable_key,
      defaultProfileId: row.default_profile_id,
      accountVersion: row.account_version,
      details: row.details,
      secrets: JSON.parse(this.box.open(row.sealed_secrets, placeOf(row.merchant_id))) as MerchantAccountSecrets,
      modifiedAt: row.modified_at,
    }));
  }
}

import type { MerchantId, OrganizationId, ProfileId } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import type { SettingsBox } from '@payorch/platform/sealing';
import type { MerchantAccount, MerchantAccountDetails, MerchantAccountSecrets } from '../accounts/merchant-account';

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

/** Merchant accounts and the organizations that they belong to. */
export class MerchantAccountRepository {
  constructor(private readonly box: SettingsBox) {}

  async insertOrganization(sql: Sql, organizationId: OrganizationId): Promise<void> {
    await sql.query('INSERT INTO organizations (organization_id) VALUES ($1)', [organizationId]);
  }

  async organizationExists(sql: Sql, organizationId: OrganizationId): Promise<boolean> {
    const rows = await sql.query('SELECT 1 FROM organizations WHERE organization_id = $1', [organizationId]);
    return rows.length > 0;
  }

  /** False where the merchant id is taken: of two that come at once, one is told so. */
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
      await sql.query<Stored>(`SELECT ${columns} FROM merchant_accounts WHERE merchant_id = $1`, [merchantId]),
    );
  }

  /**
   * Raises the account version and holds the row until the transaction ends: every change of a merchant's settings begins
   * with it, so versions and outbox rows come in the order of the commits.
   */
  async lockForChange(sql: Sql, merchantId: MerchantId): Promise<MerchantAccount | undefined> {
    return this.fromRows(
      await sql.query<Stored>(
        `UPDATE merchant_accounts SET account_version = account_version + 1 WHERE merchant_id = $1 RETURNING ${columns}`,
        [merchantId],
      ),
    );
  }

  /** Under the lock of `lockForChange`, which has set the version already. */
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

  private fromRows([row]: readonly Stored[]): MerchantAccount | undefined {
    if (!row) return undefined;
    return {
      merchantId: row.merchant_id,
      organizationId: row.organization_id,
      merchantName: row.merchant_name,
      publishableKey: row.publishable_key,
      defaultProfileId: row.default_profile_id,
      accountVersion: row.account_version,
      details: row.details,
      secrets: JSON.parse(this.box.open(row.sealed_secrets, placeOf(row.merchant_id))) as MerchantAccountSecrets,
      modifiedAt: row.modified_at,
    };
  }
}

import { Inject, Injectable } from '@nestjs/common';
import type { MerchantId, OrganizationId } from '@payorch/kernel';
import { insertIfAbsent, type Sql } from '@payorch/platform/postgres';
import { SettingsBox } from '@payorch/platform/sealing';
import { IsNull } from 'typeorm';
import { MerchantAccountRow } from './merchant-account.rows';
import type { MerchantAccount, MerchantAccountDetails, MerchantAccountSecrets } from '../domain/merchant-account';

const placeOf = (merchantId: MerchantId) => ({
  merchantId,
  objectId: merchantId,
  column: 'merchant_accounts.sealed_secrets',
});

const present = { deleted_at: IsNull() };

/** Merchant accounts. No query finds a deleted account, but its id stays taken. */
@Injectable()
export class MerchantAccountRepository {
  constructor(@Inject(SettingsBox) private readonly box: SettingsBox) {}

  /** False where the merchant id exists; of two concurrent inserts one returns false. */
  insert(sql: Sql, account: MerchantAccount): Promise<boolean> {
    return insertIfAbsent(sql.repository(MerchantAccountRow), this.toRow(account));
  }

  async find(sql: Sql, merchantId: MerchantId): Promise<MerchantAccount | undefined> {
    const row = await sql.repository(MerchantAccountRow).findOneBy({ merchant_id: merchantId, ...present });
    return row ? this.fromRow(row) : undefined;
  }

  /**
   * Raises the account version and locks the row until the transaction ends: every change of a merchant's settings
   * begins here, so versions and outbox rows have the order of commits.
   */
  async lockForChange(sql: Sql, merchantId: MerchantId): Promise<MerchantAccount | undefined> {
    await sql.repository(MerchantAccountRow).increment({ merchant_id: merchantId, ...present }, 'account_version', 1);
    return this.find(sql, merchantId);
  }

  /** As `lockForChange`, also for a deleted account; returns the new version. */
  async raiseVersion(sql: Sql, merchantId: MerchantId): Promise<number | undefined> {
    await sql.repository(MerchantAccountRow).increment({ merchant_id: merchantId }, 'account_version', 1);
    return (await sql.repository(MerchantAccountRow).findOneBy({ merchant_id: merchantId }))?.account_version;
  }

  /** Needs the lock of `lockForChange`, which has set the version. */
  async update(sql: Sql, account: MerchantAccount): Promise<void> {
    const { merchant_id, merchant_name, default_profile_id, blocklist_guard, details, sealed_secrets, modified_at } =
      this.toRow(account);
    const changed = { merchant_name, default_profile_id, blocklist_guard, details, sealed_secrets, modified_at };
    await sql.repository(MerchantAccountRow).update({ merchant_id }, changed);
  }

  /** Needs the lock of `lockForChange`. Deletes the secrets too. */
  async delete(sql: Sql, account: MerchantAccount): Promise<void> {
    const forgotten = {
      payment_response_hash_key: null,
      webhook_password: null,
      network_tokenization_credentials: null,
    };
    await this.update(sql, { ...account, defaultProfileId: null, secrets: forgotten });
    const { merchantId } = account;
    await sql.repository(MerchantAccountRow).update({ merchant_id: merchantId }, { deleted_at: () => 'now()' });
  }

  /** In order of creation, for the operator, over all merchants. */
  async listOfOrganization(sql: Sql, organizationId: string): Promise<MerchantAccount[]> {
    const rows = await sql.repository(MerchantAccountRow).find({
      where: { organization_id: organizationId as OrganizationId, ...present },
      order: { created_at: 'ASC', merchant_id: 'ASC' },
    });
    return rows.map((row) => this.fromRow(row));
  }

  /** The operator's flag; undefined where the account does not exist. */
  async findKvEnabled(sql: Sql, merchantId: MerchantId): Promise<boolean | undefined> {
    const row = await sql.repository(MerchantAccountRow).findOneBy({ merchant_id: merchantId, ...present });
    return row?.kv_enabled;
  }

  /** Returns the number of accounts; `every` means all merchants. */
  async setKvEnabled(sql: Sql, kvEnabled: boolean, merchantId: MerchantId | 'every'): Promise<number> {
    const place = { ...(merchantId !== 'every' && { merchant_id: merchantId }), ...present };
    // In key order: two changes of every account would otherwise lock them in the order of their pages, which each change moves.
    if (merchantId === 'every')
      await sql.query(
        'SELECT merchant_id FROM merchant_accounts WHERE deleted_at IS NULL ORDER BY merchant_id FOR UPDATE',
      );
    const { affected } = await sql.repository(MerchantAccountRow).update(place, { kv_enabled: kvEnabled });
    return affected ?? 0;
  }

  /** The details of the merchant's people are sealed with the secrets. */
  private seal({ merchantId, secrets, details: { merchant_details } }: MerchantAccount): string {
    return this.box.seal(JSON.stringify({ ...secrets, merchant_details }), placeOf(merchantId));
  }

  private toRow(account: MerchantAccount): Omit<MerchantAccountRow, 'kv_enabled' | 'created_at' | 'deleted_at'> {
    return {
      merchant_id: account.merchantId,
      organization_id: account.organizationId,
      account_type: account.accountType,
      platform_merchant_id: account.platformMerchantId,
      merchant_name: account.merchantName,
      publishable_key: account.publishableKey,
      default_profile_id: account.defaultProfileId,
      account_version: account.accountVersion,
      blocklist_guard: account.blocklistGuard,
      details: { ...account.details, merchant_details: null },
      sealed_secrets: this.seal(account),
      modified_at: account.modifiedAt,
    };
  }

  private fromRow(row: MerchantAccountRow): MerchantAccount {
    const { merchant_details, ...secrets } = JSON.parse(
      this.box.open(row.sealed_secrets, placeOf(row.merchant_id)),
    ) as MerchantAccountSecrets & Partial<Pick<MerchantAccountDetails, 'merchant_details'>>;
    const details = row.details as MerchantAccountDetails;
    return {
      merchantId: row.merchant_id,
      organizationId: row.organization_id,
      accountType: row.account_type,
      platformMerchantId: row.platform_merchant_id,
      merchantName: row.merchant_name,
      publishableKey: row.publishable_key,
      defaultProfileId: row.default_profile_id,
      accountVersion: row.account_version,
      blocklistGuard: row.blocklist_guard,
      // Rows that are older than the seal have them in their column.
      details: { ...details, merchant_details: merchant_details ?? details.merchant_details },
      secrets,
      modifiedAt: row.modified_at,
    };
  }
}

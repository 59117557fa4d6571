import { Injectable } from '@nestjs/common';
import type { RoutingChoice } from '@payorch/contracts';
import type { MerchantId, ProfileId } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import type { RoutingState, StoredRouting } from '../domain/routing-state';
import { RoutingSettingsRow } from './routing-settings.rows';

const fromRow = (row: RoutingSettingsRow): StoredRouting => ({
  merchantId: row.merchant_id,
  profileId: row.profile_id,
  accountVersion: row.account_version,
  state: row.state as RoutingState,
  before: row.before as RoutingChoice | null,
  updatedAt: row.modified_at,
});

const toRow = (stored: StoredRouting): RoutingSettingsRow => ({
  merchant_id: stored.merchantId,
  profile_id: stored.profileId,
  account_version: stored.accountVersion,
  state: stored.state,
  before: stored.before,
  modified_at: stored.updatedAt,
});

/** How profiles route. Changes need the merchant's lock. */
@Injectable()
export class RoutingSettingsRepository {
  async find(sql: Sql, merchantId: MerchantId, profileId: ProfileId): Promise<StoredRouting | undefined> {
    const place = { merchant_id: merchantId, profile_id: profileId };
    const row = await sql.repository(RoutingSettingsRow).findOneBy(place);
    return row ? fromRow(row) : undefined;
  }

  async list(sql: Sql, merchantId: MerchantId): Promise<StoredRouting[]> {
    const rows = await sql.repository(RoutingSettingsRow).findBy({ merchant_id: merchantId });
    return rows.map(fromRow);
  }

  async put(sql: Sql, stored: StoredRouting): Promise<void> {
    await sql.repository(RoutingSettingsRow).upsert(toRow(stored), ['merchant_id', 'profile_id']);
  }

  /** The deleted settings; undefined where the profile had none. */
  async delete(sql: Sql, merchantId: MerchantId, profileId: ProfileId): Promise<StoredRouting | undefined> {
    const stored = await this.find(sql, merchantId, profileId);
    if (stored) await sql.repository(RoutingSettingsRow).delete({ merchant_id: merchantId, profile_id: profileId });
    return stored;
  }
}

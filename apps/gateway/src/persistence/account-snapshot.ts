import type { MerchantId, ProfileId } from '@payorch/kernel';
import { isGuarding, type CardTestingConfig } from '../limits/card-testing-rules';
import type { Sql } from '@payorch/platform/postgres';
import { IsNull } from 'typeorm';
import { MerchantAccountRow } from './merchant-account.rows';

/** The merchant settings that a payment request needs, in one read. */
export interface AccountSnapshot {
  readonly merchantId: MerchantId;
  readonly accountVersion: number;
  readonly defaultProfileId: ProfileId | null;
  readonly profiles: readonly ProfileSnapshot[];
}

export interface ProfileSnapshot {
  readonly profileId: ProfileId;
  readonly profileName: string;
  /** For profiles with an enabled card-testing rule. */
  readonly cardTesting?: CardTestingConfig;
}

interface Stored {
  merchant_id: MerchantId;
  account_version: number;
  default_profile_id: ProfileId | null;
  profiles: { profile_id: ProfileId; profile_name: string; card_testing: CardTestingConfig | null }[];
}

export async function findSnapshot(sql: Sql, merchantId: MerchantId): Promise<AccountSnapshot | undefined> {
  const [row] = await sql.query<Stored>(
    `SELECT merchant_id, account_version, default_profile_id,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('profile_id', profile_id, 'profile_name', profile_name,
          'card_testing', details -> 'card_testing_guard_config') ORDER BY created_at, profile_id), '[]') FROM profiles WHERE merchant_id = $1) AS profiles
     FROM merchant_accounts WHERE merchant_id = $1 AND deleted_at IS NULL`,
    [merchantId],
  );
  if (!row) return undefined;
  return {
    merchantId: row.merchant_id,
    accountVersion: row.account_version,
    defaultProfileId: row.default_profile_id,
    profiles: row.profiles.map(({ profile_id, profile_name, card_testing }) => ({
      profileId: profile_id,
      profileName: profile_name,
      ...(isGuarding(card_testing) && { cardTesting: card_testing }),
    })),
  };
}

/** The merchant of a publishable key: runs before any merchant is known. */
export async function findByPublishableKey(sql: Sql, key: string): Promise<MerchantId | undefined> {
  const place = { publishable_key: key, deleted_at: IsNull() };
  return (await sql.repository(MerchantAccountRow).findOneBy(place))?.merchant_id;
}

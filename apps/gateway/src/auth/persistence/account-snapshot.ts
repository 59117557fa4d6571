import type { MerchantId, OrganizationId, ProfileId } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import { type CardTestingConfig, isGuarding } from '../../limits';
import type { AccountType } from '../domain/acting';

/** The merchant settings that a payment request needs, in one read. */
export interface AccountSnapshot {
  readonly merchantId: MerchantId;
  readonly organizationId: OrganizationId;
  readonly accountType: AccountType;
  /** The account that has the merchant's customers: of a connected account its platform, else the account itself. */
  readonly customersOf: MerchantId;
  readonly accountVersion: number;
  readonly defaultProfileId: ProfileId | null;
  /** Of the first primary business; absent: the account names none. */
  readonly businessCountry?: string;
  /** The merchant's blocklist is judged: switched on by the merchant, or by the operator for the merchant. */
  readonly hasBlocklistGuard?: true;
  readonly profiles: readonly ProfileSnapshot[];
}

export interface ProfileSnapshot {
  readonly profileId: ProfileId;
  readonly profileName: string;
  /** Where a customer returns to; absent: the profile names no address. */
  readonly returnUrl?: string;
  /** For profiles with an enabled card-testing rule. */
  readonly cardTesting?: CardTestingConfig;
  /** For profiles that store the cards of payments for their merchant. */
  readonly extendedCardInfo?: ExtendedCardInfoSettings;
}

export interface ExtendedCardInfoSettings {
  /** The merchant's own, as PEM. */
  readonly publicKey: string;
  readonly ttlSeconds: number;
}

interface Stored {
  merchant_id: MerchantId;
  organization_id: OrganizationId;
  account_type: AccountType;
  customers_of: MerchantId;
  account_version: number;
  default_profile_id: ProfileId | null;
  business_country: string | null;
  has_blocklist_guard: boolean;
  profiles: StoredProfile[];
}

interface StoredProfile {
  profile_id: ProfileId;
  profile_name: string;
  return_url: string | null;
  card_testing: CardTestingConfig | null;
  /** null where the profile has not switched it on. */
  extended_card_info: { readonly public_key: string; readonly ttl_in_secs?: number } | null;
}

const defaultTtlSeconds = 900;

const extendedCardInfoOf = ({ extended_card_info: config }: StoredProfile): Partial<ProfileSnapshot> =>
  config
    ? { extendedCardInfo: { publicKey: config.public_key, ttlSeconds: config.ttl_in_secs ?? defaultTtlSeconds } }
    : {};

export async function findSnapshot(sql: Sql, merchantId: MerchantId): Promise<AccountSnapshot | undefined> {
  const [row] = await sql.query<Stored>(
    `SELECT merchant_id, organization_id, account_type, coalesce(platform_merchant_id, merchant_id) AS customers_of, account_version, default_profile_id, details #>> '{primary_business_details,0,country}' AS business_country,
       blocklist_guard OR EXISTS (SELECT 1 FROM configs WHERE key = 'guard_blocklist_for_' || $1 AND btrim(value) = 'true') AS has_blocklist_guard,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('profile_id', profile_id, 'profile_name', profile_name, 'return_url', details ->> 'return_url',
          'card_testing', details -> 'card_testing_guard_config', 'extended_card_info', CASE WHEN details ->>
          'is_extended_card_info_enabled' = 'true' THEN details -> 'extended_card_info_config' END) ORDER BY created_at, profile_id), '[]') FROM profiles WHERE merchant_id = $1) AS profiles
     FROM merchant_accounts WHERE merchant_id = $1 AND deleted_at IS NULL`,
    [merchantId],
  );
  if (!row) return undefined;
  return {
    merchantId: row.merchant_id,
    organizationId: row.organization_id,
    accountType: row.account_type,
    customersOf: row.customers_of,
    accountVersion: row.account_version,
    defaultProfileId: row.default_profile_id,
    ...(row.business_country !== null && { businessCountry: row.business_country }),
    ...(row.has_blocklist_guard && { hasBlocklistGuard: true }),
    profiles: row.profiles.map((profile) => ({
      profileId: profile.profile_id,
      profileName: profile.profile_name,
      ...(profile.return_url !== null && { returnUrl: profile.return_url }),
      ...(isGuarding(profile.card_testing) && { cardTesting: profile.card_testing }),
      ...extendedCardInfoOf(profile),
    })),
  };
}

/** The accounts that share the customers of a platform, also the deleted ones: the gateway may still store data for them. */
export async function findAccountsSharing(sql: Sql, platformId: MerchantId): Promise<readonly MerchantId[]> {
  const rows = await sql.query<{ merchant_id: MerchantId }>(
    'SELECT merchant_id FROM merchant_accounts WHERE platform_merchant_id = $1 ORDER BY merchant_id',
    [platformId],
  );
  return rows.map(({ merchant_id: merchantId }) => merchantId);
}

/** The merchant of a publishable key: runs before any merchant is known. */
export async function findByPublishableKey(sql: Sql, key: string): Promise<MerchantId | undefined> {
  const [row] = await sql.query<{ merchant_id: MerchantId }>(
    'SELECT merchant_id FROM merchant_accounts WHERE publishable_key = $1 AND deleted_at IS NULL',
    [key],
  );
  return row?.merchant_id;
}

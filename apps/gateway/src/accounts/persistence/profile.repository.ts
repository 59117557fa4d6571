import { Inject, Injectable } from '@nestjs/common';
import type { MerchantId, ProfileId } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import { SettingsBox } from '@payorch/platform/sealing';
import type { Profile, ProfileDetails } from '../domain/profile';
import { noAcquirers, type Acquirers } from '../domain/profile-acquirer';
import { openProfileSecrets, type SealedProfileSecrets } from './profile-secrets';

interface Stored {
  merchant_id: MerchantId;
  profile_id: ProfileId;
  profile_name: string;
  details: ProfileDetails;
  sealed_response_hash_key: string | null;
  sealed_webhook_headers: string | null;
  sealed_webhook_password: string | null;
  sealed_network_tokens: string | null;
  acquirers: Acquirers | null;
  modified_at: Date;
}

const columns = `merchant_id, profile_id, profile_name, details, sealed_response_hash_key, sealed_webhook_headers,
  sealed_webhook_password, sealed_network_tokens, acquirers, modified_at`;

const toRow = (profile: Profile, sealed: SealedProfileSecrets): unknown[] => [
  profile.merchantId,
  profile.profileId,
  profile.profileName,
  JSON.stringify(profile.details),
  sealed.responseHashKey,
  sealed.webhookHeaders,
  sealed.webhookPassword,
  sealed.networkTokens,
  profile.acquirers.buckets.length > 0 ? JSON.stringify(profile.acquirers) : null,
  profile.modifiedAt,
];

/** Business profiles: a name is unique in a merchant account. */
@Injectable()
export class ProfileRepository {
  constructor(@Inject(SettingsBox) private readonly box: SettingsBox) {}

  /** False where the merchant has a profile with that name. */
  async insert(sql: Sql, profile: Profile, sealed: SealedProfileSecrets): Promise<boolean> {
    const rows = await sql.query(
      `INSERT INTO profiles (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       ON CONFLICT (merchant_id, profile_name) DO NOTHING RETURNING profile_id`,
      toRow(profile, sealed),
    );
    return rows.length > 0;
  }

  /**
   * False where another profile of the merchant has that name. The caller has locked the merchant's row, so the name
   * stays free.
   */
  async update(sql: Sql, profile: Profile, sealed: SealedProfileSecrets): Promise<boolean> {
    const rows = await sql.query(
      `UPDATE profiles SET profile_name = $3, details = $4, sealed_response_hash_key = $5, sealed_webhook_headers = $6,
         sealed_webhook_password = $7, sealed_network_tokens = $8, acquirers = $9, modified_at = $10
       WHERE merchant_id = $1 AND profile_id = $2 AND NOT EXISTS (
         SELECT 1 FROM profiles other WHERE other.merchant_id = $1 AND other.profile_id <> $2 AND other.profile_name = $3)
       RETURNING profile_id`,
      toRow(profile, sealed),
    );
    return rows.length > 0;
  }

  /** False where the profile does not exist. */
  async delete(sql: Sql, merchantId: MerchantId, profileId: string): Promise<boolean> {
    const rows = await sql.query(
      'DELETE FROM profiles WHERE merchant_id = $1 AND profile_id = $2 RETURNING profile_id',
      [merchantId, profileId],
    );
    return rows.length > 0;
  }

  async find(sql: Sql, merchantId: MerchantId, profileId: string): Promise<Profile | undefined> {
    const rows = await sql.query<Stored>(`SELECT ${columns} FROM profiles WHERE merchant_id = $1 AND profile_id = $2`, [
      merchantId,
      profileId,
    ]);
    return rows.map((row) => this.fromRow(row))[0];
  }

  async findByName(sql: Sql, merchantId: MerchantId, profileName: string): Promise<Profile | undefined> {
    const rows = await sql.query<Stored>(
      `SELECT ${columns} FROM profiles WHERE merchant_id = $1 AND profile_name = $2`,
      [merchantId, profileName],
    );
    return rows.map((row) => this.fromRow(row))[0];
  }

  async list(sql: Sql, merchantId: MerchantId): Promise<Profile[]> {
    const rows = await sql.query<Stored>(
      `SELECT ${columns} FROM profiles WHERE merchant_id = $1 ORDER BY created_at, profile_id`,
      [merchantId],
    );
    return rows.map((row) => this.fromRow(row));
  }

  private fromRow(row: Stored): Profile {
    const sealed = {
      responseHashKey: row.sealed_response_hash_key,
      webhookHeaders: row.sealed_webhook_headers,
      webhookPassword: row.sealed_webhook_password,
      networkTokens: row.sealed_network_tokens,
    };
    const ids = { merchantId: row.merchant_id, profileId: row.profile_id };
    return {
      ...ids,
      profileName: row.profile_name,
      details: row.details,
      secrets: openProfileSecrets(ids, sealed, this.box),
      acquirers: row.acquirers ?? noAcquirers,
      modifiedAt: row.modified_at,
    };
  }
}

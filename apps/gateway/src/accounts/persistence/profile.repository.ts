import { Inject, Injectable } from '@nestjs/common';
import type { MerchantId, ProfileId } from '@payorch/kernel';
import { insertIfAbsent, type Sql } from '@payorch/platform/postgres';
import { SettingsBox } from '@payorch/platform/sealing';
import { Not } from 'typeorm';
import { ProfileRow } from './profile.rows';
import type { Profile, ProfileDetails } from '../domain/profile';
import { noAcquirers, type Acquirers } from '../domain/profile-acquirer';
import type { WebhookEndpoint } from '../domain/webhook-endpoint';
import { openProfileSecrets, type SealedProfileSecrets } from './profile-secrets';

const toRow = (profile: Profile, sealed: SealedProfileSecrets): Omit<ProfileRow, 'created_at'> => ({
  merchant_id: profile.merchantId,
  profile_id: profile.profileId,
  profile_name: profile.profileName,
  details: profile.details,
  sealed_response_hash_key: sealed.responseHashKey,
  sealed_webhook_headers: sealed.webhookHeaders,
  sealed_webhook_password: sealed.webhookPassword,
  sealed_network_tokens: sealed.networkTokens,
  sealed_webhook_secrets: sealed.webhookSecrets,
  webhook_endpoints: profile.webhookEndpoints.length > 0 ? profile.webhookEndpoints : null,
  acquirers: profile.acquirers.buckets.length > 0 ? profile.acquirers : null,
  modified_at: profile.modifiedAt,
});

const placeOf = (merchantId: MerchantId, profileId: string) => ({
  merchant_id: merchantId,
  profile_id: profileId as ProfileId,
});

/** Business profiles: a name is unique in a merchant account. */
@Injectable()
export class ProfileRepository {
  constructor(@Inject(SettingsBox) private readonly box: SettingsBox) {}

  /** False where the merchant has a profile with that name. */
  insert(sql: Sql, profile: Profile, sealed: SealedProfileSecrets): Promise<boolean> {
    return insertIfAbsent(sql.repository(ProfileRow), toRow(profile, sealed));
  }

  /**
   * False where another profile of the merchant has that name. The caller has locked the merchant's row, so the name
   * stays free.
   */
  async update(sql: Sql, profile: Profile, sealed: SealedProfileSecrets): Promise<boolean> {
    const profiles = sql.repository(ProfileRow);
    const { merchant_id, profile_id, profile_name, ...changed } = toRow(profile, sealed);
    if (await profiles.existsBy({ merchant_id, profile_name, profile_id: Not(profile_id) })) return false;
    const { affected } = await profiles.update({ merchant_id, profile_id }, { profile_name, ...changed });
    return affected === 1;
  }

  /** False where the profile does not exist. */
  async delete(sql: Sql, merchantId: MerchantId, profileId: string): Promise<boolean> {
    const { affected } = await sql.repository(ProfileRow).delete(placeOf(merchantId, profileId));
    return affected === 1;
  }

  async find(sql: Sql, merchantId: MerchantId, profileId: string): Promise<Profile | undefined> {
    const row = await sql.repository(ProfileRow).findOneBy(placeOf(merchantId, profileId));
    return row ? this.fromRow(row) : undefined;
  }

  async findByName(sql: Sql, merchantId: MerchantId, profileName: string): Promise<Profile | undefined> {
    const place = { merchant_id: merchantId, profile_name: profileName };
    const row = await sql.repository(ProfileRow).findOneBy(place);
    return row ? this.fromRow(row) : undefined;
  }

  async list(sql: Sql, merchantId: MerchantId): Promise<Profile[]> {
    const rows = await sql.repository(ProfileRow).find({
      where: { merchant_id: merchantId },
      order: { created_at: 'ASC', profile_id: 'ASC' },
    });
    return rows.map((row) => this.fromRow(row));
  }

  private fromRow(row: ProfileRow): Profile {
    const sealed = {
      responseHashKey: row.sealed_response_hash_key,
      webhookHeaders: row.sealed_webhook_headers,
      webhookPassword: row.sealed_webhook_password,
      networkTokens: row.sealed_network_tokens,
      webhookSecrets: row.sealed_webhook_secrets,
    };
    const ids = { merchantId: row.merchant_id, profileId: row.profile_id };
    return {
      ...ids,
      profileName: row.profile_name,
      details: row.details as ProfileDetails,
      secrets: openProfileSecrets(ids, sealed, this.box),
      acquirers: (row.acquirers as Acquirers | null) ?? noAcquirers,
      webhookEndpoints: (row.webhook_endpoints as readonly WebhookEndpoint[] | null) ?? [],
      modifiedAt: row.modified_at,
    };
  }
}

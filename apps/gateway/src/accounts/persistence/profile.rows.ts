import type { MerchantId, ProfileId } from '@payorch/kernel';
import { StoredForEver } from '@payorch/platform/retention';
import { Column, Entity, Index } from 'typeorm';

@StoredForEver('Configuration, until the merchant deletes the profile.')
@Entity({ name: 'profiles' })
@Index('profiles_name', ['merchant_id', 'profile_name'], { unique: true })
export class ProfileRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'profiles_pkey' })
  merchant_id!: MerchantId;

  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'profiles_pkey' })
  profile_id!: ProfileId;

  @Column({ type: 'text' })
  profile_name!: string;

  @Column({ type: 'json' })
  details!: object;

  @Column({ type: 'text', nullable: true })
  sealed_response_hash_key!: string | null;

  @Column({ type: 'text', nullable: true })
  sealed_webhook_headers!: string | null;

  @Column({ type: 'text', nullable: true })
  sealed_webhook_password!: string | null;

  @Column({ type: 'text', nullable: true })
  sealed_network_tokens!: string | null;

  @Column({ type: 'text', nullable: true })
  sealed_webhook_secrets!: string | null;

  @Column({ type: 'json', nullable: true })
  webhook_endpoints!: object | null;

  @Column({ type: 'json', nullable: true })
  acquirers!: object | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created_at!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  modified_at!: Date;
}

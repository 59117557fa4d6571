import type { MerchantId, OrganizationId, ProfileId } from '@payorch/kernel';
import { StoredForEver } from '@payorch/platform/retention';
import type { AccountType } from '../../auth';
import { Column, Entity, Index } from 'typeorm';

/** The publishable key alone names its merchant, so it is unique in the table. */
@StoredForEver('Configuration, until an operator deletes the account.')
@Entity({ name: 'merchant_accounts' })
@Index('merchant_accounts_publishable_key', ['publishable_key'], { unique: true })
@Index('merchant_accounts_organization', ['organization_id'])
@Index('merchant_accounts_platform', ['platform_merchant_id'], { where: 'platform_merchant_id IS NOT NULL' })
export class MerchantAccountRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'merchant_accounts_pkey' })
  merchant_id!: MerchantId;

  @Column({ type: 'text' })
  organization_id!: OrganizationId;

  @Column({ type: 'text', default: 'standard' })
  account_type!: AccountType;

  /** Of a connected account: it shares the customers of this account. */
  @Column({ type: 'text', nullable: true })
  platform_merchant_id!: MerchantId | null;

  @Column({ type: 'text', nullable: true })
  merchant_name!: string | null;

  @Column({ type: 'text' })
  publishable_key!: string;

  @Column({ type: 'text', nullable: true })
  default_profile_id!: ProfileId | null;

  /** Every change of a merchant's settings raises it, under the lock of this row. */
  @Column({ type: 'int', default: 1 })
  account_version!: number;

  @Column({ type: 'json' })
  details!: object;

  /** Hash key and webhook password as JSON, sealed with the settings key. */
  @Column({ type: 'text' })
  sealed_secrets!: string;

  @Column({ type: 'boolean', default: false })
  kv_enabled!: boolean;

  /** Whether the merchant's blocklist applies. */
  @Column({ type: 'boolean', default: false })
  blocklist_guard!: boolean;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created_at!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  modified_at!: Date;

  /** A deleted account keeps its row, so that a new merchant cannot take the id and the payments under it. */
  @Column({ type: 'timestamptz', nullable: true })
  deleted_at!: Date | null;
}

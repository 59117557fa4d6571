import { Column, Entity, Index } from 'typeorm';

@Entity({ name: 'organizations' })
export class OrganizationRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'organizations_pkey' })
  organization_id!: string;

  @Column({ type: 'text', nullable: true })
  organization_name!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created_at!: Date;
}

/** The publishable key alone names its merchant, so it is unique among all. */
@Entity({ name: 'merchant_accounts' })
@Index('merchant_accounts_publishable_key', ['publishable_key'], { unique: true })
export class MerchantAccountRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'merchant_accounts_pkey' })
  merchant_id!: string;

  @Column({ type: 'text' })
  organization_id!: string;

  @Column({ type: 'text', nullable: true })
  merchant_name!: string | null;

  @Column({ type: 'text' })
  publishable_key!: string;

  @Column({ type: 'text', nullable: true })
  default_profile_id!: string | null;

  /** Raised by every change of any setting of the merchant, under the lock of this row. */
  @Column({ type: 'int', default: 1 })
  account_version!: number;

  @Column({ type: 'json' })
  details!: object;

  /** Hash key and webhook password as JSON, sealed with the settings key. */
  @Column({ type: 'text' })
  sealed_secrets!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created_at!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  modified_at!: Date;
}

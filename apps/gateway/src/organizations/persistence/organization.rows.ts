import type { MerchantId, OrganizationId } from '@payorch/kernel';
import { StoredForEver } from '@payorch/platform/retention';
import { Column, Entity, Index } from 'typeorm';

@StoredForEver('Configuration.')
@Entity({ name: 'organizations' })
@Index('organizations_name', ['organization_name'], { unique: true })
export class OrganizationRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'organizations_pkey' })
  organization_id!: OrganizationId;

  @Column({ type: 'text', nullable: true })
  organization_name!: string | null;

  @Column({ type: 'text', default: 'standard' })
  organization_type!: 'standard' | 'platform';

  /** The account of the platform, also after its deletion: the customers stay under its id. */
  @Column({ type: 'text', nullable: true })
  platform_merchant_id!: MerchantId | null;

  @Column({ type: 'json', nullable: true })
  organization_details!: object | null;

  @Column({ type: 'json', nullable: true })
  metadata!: object | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created_at!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  modified_at!: Date;
}

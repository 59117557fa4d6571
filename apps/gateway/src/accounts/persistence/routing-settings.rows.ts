import type { MerchantId, ProfileId } from '@payorch/kernel';
import { StoredForEver } from '@payorch/platform/retention';
import { Column, Entity } from 'typeorm';

const pkey = { primary: true, primaryKeyConstraintName: 'routing_settings_pkey' };

/** How a profile routes. No row: nothing is set. */
@StoredForEver('Configuration, until its profile is deleted.')
@Entity({ name: 'routing_settings' })
export class RoutingSettingsRow {
  @Column({ type: 'text', ...pkey })
  merchant_id!: MerchantId;

  @Column({ type: 'text', ...pkey })
  profile_id!: ProfileId;

  /** The merchant's account version from which the state holds. */
  @Column({ type: 'int' })
  account_version!: number;

  /** Active algorithms, default orders and scores. */
  @Column({ type: 'json' })
  state!: object;

  /** The state that this one replaced, as messages carry it. */
  @Column({ type: 'json', nullable: true })
  before!: object | null;

  @Column({ type: 'timestamptz' })
  modified_at!: Date;
}

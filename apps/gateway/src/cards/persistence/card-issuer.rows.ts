import { StoredForEver } from '@payorch/platform/retention';
import { Column, Entity, Index } from 'typeorm';

/** Banks that issue cards. The table belongs to no merchant. */
@StoredForEver('Reference data.')
@Entity({ name: 'card_issuers' })
@Index('card_issuers_name', ['normal_name'], { unique: true })
export class CardIssuerRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'card_issuers_pkey' })
  issuer_id!: string;

  @Column({ type: 'text' })
  issuer_name!: string;

  /** The name as it is compared. */
  @Column({ type: 'text' })
  normal_name!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created_at!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  modified_at!: Date;
}

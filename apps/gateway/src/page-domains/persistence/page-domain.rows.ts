import type { MerchantId, ProfileId } from '@payorch/kernel';
import { StoredForEver } from '@payorch/platform/retention';
import { Check, Column, Entity, Index } from 'typeorm';
import type { PageDomainState } from '../domain/page-domain';

const pkey = { primary: true, primaryKeyConstraintName: 'page_domains_pkey' };

/** A domain of a merchant's payment pages. Several merchants may want one; one of them has it verified. */
@StoredForEver('Configuration, until the merchant deletes the domain.')
@Entity({ name: 'page_domains' })
@Index('page_domains_verified', ['domain'], { unique: true, where: `state = 'verified'` })
@Index('page_domains_due', ['next_check_at'], { where: `state = 'verified'` })
@Check('page_domains_state', `state IN ('pending', 'verified', 'lapsed')`)
export class PageDomainRow {
  @Column({ type: 'text', ...pkey })
  merchant_id!: MerchantId;

  @Column({ type: 'text', ...pkey })
  domain!: string;

  /** Null: every profile. */
  @Column({ type: 'text', nullable: true })
  profile_id!: ProfileId | null;

  @Column({ type: 'text' })
  challenge!: string;

  @Column({ type: 'text' })
  state!: PageDomainState;

  @Column({ type: 'timestamptz', nullable: true })
  verified_at!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  next_check_at!: Date | null;

  @Column({ type: 'integer', default: 0 })
  failed_checks!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created_at!: Date;
}

import { StoredForEver } from '@payorch/platform/retention';
import { Column, Entity } from 'typeorm';

/** Card facts by the first six or eight digits of card numbers. The table belongs to no merchant. */
@StoredForEver('Reference data.')
@Entity({ name: 'cards_info' })
export class CardInfoRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'cards_info_pkey' })
  card_iin!: string;

  @Column({ type: 'text', nullable: true })
  card_issuer!: string | null;

  @Column({ type: 'text', nullable: true })
  card_network!: string | null;

  @Column({ type: 'text', nullable: true })
  card_type!: string | null;

  @Column({ type: 'text', nullable: true })
  card_subtype!: string | null;

  @Column({ type: 'text', nullable: true })
  card_issuing_country!: string | null;

  @Column({ type: 'text', nullable: true })
  bank_code_id!: string | null;

  @Column({ type: 'text', nullable: true })
  bank_code!: string | null;

  @Column({ type: 'text', nullable: true })
  country_code!: string | null;

  @Column({ type: 'text', nullable: true })
  last_updated_provider!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  date_created!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  last_updated!: Date;
}

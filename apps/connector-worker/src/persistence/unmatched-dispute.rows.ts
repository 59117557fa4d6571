import { StoredBySetting } from '@payorch/platform/retention';
import { Column, Entity, Index } from 'typeorm';

/** What a processor said of a dispute whose charge is not known yet: it waits for the charge, or it is of another system. */
@StoredBySetting(
  'UNMATCHED_DISPUTES_RETENTION',
  'It waits for its charge for longer than any processor repeats a notice.',
)
@Entity({ name: 'unmatched_disputes' })
@Index('unmatched_disputes_charge', ['merchant_id', 'merchant_connector_id', 'charge_reference'])
@Index('unmatched_disputes_due', ['next_match_at'])
@Index('unmatched_disputes_received', ['received_at'])
export class UnmatchedDisputeRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'unmatched_disputes_pkey' })
  merchant_id!: string;

  /** That of the report to publish: a notice that comes again is the same row. */
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'unmatched_disputes_pkey' })
  message_id!: string;

  @Column({ type: 'text' })
  connector!: string;

  @Column({ type: 'text' })
  merchant_connector_id!: string;

  /** The processor's id of the disputed payment. */
  @Column({ type: 'text' })
  charge_reference!: string;

  /** Our ids of the operation that charged, where the notice names them. */
  @Column({ type: 'jsonb' })
  operation_ids!: readonly string[];

  @Column({ type: 'text' })
  source!: 'webhook' | 'list';

  @Column({ type: 'jsonb' })
  dispute!: object;

  /** The order in which the notices came. */
  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' })
  received_at!: Date;

  /** When the charge is searched again: the longer it is unknown, the less often. */
  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' })
  next_match_at!: Date;
}

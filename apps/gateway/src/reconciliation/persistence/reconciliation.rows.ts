import type { RecordKind } from '@payorch/contracts';
import { StoredBySetting, StoredForEver } from '@payorch/platform/retention';
import type { ReconciliationCounts, ReconciliationSource } from '@payorch/rest';
import { Column, Entity, Index } from 'typeorm';

const pkey = { primary: true, primaryKeyConstraintName: 'reconciliations_pkey' };
const isOpen = 'resolved_at IS NULL';

/** One connector account in one run of a reconciliation. */
@StoredBySetting('RECONCILIATION_RETENTION', 'The list of runs; incidents stay.')
@Entity({ name: 'reconciliations' })
@Index('reconciliations_by_start', ['started_at'])
@Index('reconciliations_completed', ['connector', 'completed_at'], { where: 'completed_at IS NOT NULL' })
export class ReconciliationRow {
  @Column({ type: 'text', ...pkey })
  merchant_id!: string;
  @Column({ type: 'text', ...pkey })
  merchant_connector_id!: string;
  @Column({ type: 'text', ...pkey })
  run_id!: string;
  @Column({ type: 'text' })
  connector!: string;
  @Column({ type: 'text' })
  source!: ReconciliationSource;
  /** What was compared. */
  @Column({ type: 'text', array: true })
  kinds!: RecordKind[];
  @Column({ type: 'timestamptz' })
  period_from!: Date;
  @Column({ type: 'timestamptz' })
  period_till!: Date;
  /** Who ran it, as the request says. */
  @Column({ type: 'text' })
  run_by!: string;
  @Column({ type: 'jsonb' })
  counts!: ReconciliationCounts;
  @Column({ type: 'int', default: 0 })
  incidents_opened!: number;
  @Column({ type: 'int', default: 0 })
  incidents_resolved!: number;
  @Column({ type: 'timestamptz', default: () => 'now()' })
  started_at!: Date;
  /** Null until its last report. */
  @Column({ type: 'timestamptz', nullable: true })
  completed_at!: Date | null;
}

/** What a reconciliation found: a person decides, or a later run finds it matched. */
@StoredForEver('The audit: what needed a person.')
@Entity({ name: 'incidents' })
@Index('incidents_open', ['opened_at'], { where: isOpen })
@Index('incidents_of_object', ['merchant_id', 'merchant_connector_id', 'object', 'subject', 'kind'], {
  unique: true,
  where: isOpen,
})
export class ReconciliationIncidentRow {
  @Column({
    type: 'uuid',
    primary: true,
    primaryKeyConstraintName: 'incidents_pkey',
    default: () => 'gen_random_uuid()',
  })
  incident_id!: string;
  @Column({ type: 'text' })
  merchant_id!: string;
  @Column({ type: 'text' })
  merchant_connector_id!: string;
  @Column({ type: 'text' })
  connector!: string;
  @Column({ type: 'text' })
  object!: RecordKind;
  @Column({ type: 'text' })
  kind!: string;
  /** Names the object in every run: our id, or the processor's of what is missing here. */
  @Column({ type: 'text' })
  subject!: string;
  /** The id in the interface, or the processor's where we do not know the object. */
  @Column({ type: 'text' })
  object_id!: string;
  @Column({ type: 'text', nullable: true })
  payment_id!: string | null;
  /** The internal state when it was last found. */
  @Column({ type: 'text', nullable: true })
  state!: string | null;
  /** Both sides as they were last found. */
  @Column({ type: 'jsonb' })
  details!: object;
  @Column({ type: 'text' })
  source!: ReconciliationSource;
  /** When the object was created: the earlier and the later of the two sides. */
  @Column({ type: 'timestamptz' })
  created_first!: Date;
  @Column({ type: 'timestamptz' })
  created_last!: Date;
  /** When a run last reported the object. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  seen_at!: Date;
  @Column({ type: 'timestamptz', default: () => 'now()' })
  opened_at!: Date;
  @Column({ type: 'timestamptz', nullable: true })
  resolved_at!: Date | null;
}

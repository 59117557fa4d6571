import { StoredForEver } from '@payorch/platform/retention';
import { Column, Entity } from 'typeorm';

/** Who resolved an incident, and why: written once, never changed or deleted; a trigger refuses both. */
@StoredForEver('The audit: who resolved an incident, and why; a trigger refuses every deletion.')
@Entity({ name: 'incident_resolutions' })
export class IncidentResolutionRow {
  @Column({ type: 'uuid', primary: true, primaryKeyConstraintName: 'incident_resolutions_pkey' })
  incident_id!: string;

  @Column({ type: 'text' })
  merchant_id!: string;

  /** The person, as the request names it. */
  @Column({ type: 'text' })
  resolved_by!: string;

  @Column({ type: 'text' })
  reason!: string;

  /** The operator's request, as in the log lines. */
  @Column({ type: 'text' })
  request_id!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  resolved_at!: Date;
}

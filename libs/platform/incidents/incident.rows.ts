import { Column } from 'typeorm';

/** The columns of every table of incidents beside its key: merchant, object, kind. An incident needs a person; time never closes it. */
export abstract class IncidentColumnsRow {
  @Column({ type: 'timestamptz', default: () => 'now()' })
  opened_at!: Date;
  @Column({ type: 'timestamptz', nullable: true })
  resolved_at!: Date | null;
  /** Names the incident to an operator. */
  @Column({ type: 'uuid', default: () => 'gen_random_uuid()' })
  incident_id!: string;
}

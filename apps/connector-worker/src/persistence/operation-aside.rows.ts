import { Column, Entity, Index } from 'typeorm';

/** A follow-up whose connector account took nothing for long. Its command is here, and no longer with the broker. */
@Entity({ name: 'operations_aside' })
@Index('operations_aside_account', ['connector', 'merchant_connector_id', 'set_aside_at'])
export class OperationAsideRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'operations_aside_pkey' })
  operation_id!: string;

  @Column({ type: 'text' })
  merchant_id!: string;

  @Column({ type: 'text' })
  connector!: string;

  @Column({ type: 'text' })
  merchant_connector_id!: string;

  /** Topic, key, headers and body as they came. */
  @Column({ type: 'jsonb' })
  message!: unknown;

  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' })
  set_aside_at!: Date;

  /** A worker has taken it up until then. */
  @Column({ type: 'timestamptz', default: () => "'-infinity'" })
  leased_until!: Date;
}

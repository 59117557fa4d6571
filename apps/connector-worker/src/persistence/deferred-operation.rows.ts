import { Column, Entity, Index } from 'typeorm';

/** A follow-up whose connector account had no room. Its command is stored here, and no longer with the broker. */
@Entity({ name: 'deferred_operations' })
@Index('deferred_operations_account', ['connector', 'merchant_connector_id', 'deferred_at'])
export class DeferredOperationRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'deferred_operations_pkey' })
  operation_id!: string;

  @Column({ type: 'text' })
  merchant_id!: string;

  @Column({ type: 'text' })
  connector!: string;

  @Column({ type: 'text' })
  merchant_connector_id!: string;

  /** Topic, key, headers and body of the message. */
  @Column({ type: 'jsonb' })
  message!: unknown;

  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' })
  deferred_at!: Date;

  /** The end of a worker's lease. */
  @Column({ type: 'timestamptz', default: () => "'-infinity'" })
  leased_until!: Date;
}

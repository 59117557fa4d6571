import type { MerchantId, OperationId } from '@payorch/kernel';
import { Column, Entity, Index } from 'typeorm';

/** An encoded message, decoded later like a message from its topic. */
export interface StoredMessage {
  readonly topic: string;
  readonly key: string | null;
  readonly value: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A follow-up whose connector account had no room. Its command is stored here, and no longer with the broker. */
@Entity({ name: 'deferred_operations' })
@Index('deferred_operations_account', ['connector', 'merchant_connector_id', 'deferred_at'])
export class DeferredOperationRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'deferred_operations_pkey' })
  operation_id!: OperationId;

  @Column({ type: 'text' })
  merchant_id!: MerchantId;

  @Column({ type: 'text' })
  connector!: string;

  @Column({ type: 'text' })
  merchant_connector_id!: string;

  @Column({ type: 'jsonb' })
  message!: StoredMessage;

  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' })
  deferred_at!: Date;

  /** The end of a worker's lease. */
  @Column({ type: 'timestamptz', default: () => "'-infinity'" })
  leased_until!: Date;
}

import type { MerchantId, OperationId } from '@payorch/kernel';
import type { Share } from '@payorch/platform/http';
import { StoredUntil } from '@payorch/platform/retention';
import { Column, Entity, Index } from 'typeorm';

/** An encoded message, decoded later like a message from its topic. */
export interface StoredMessage {
  readonly topic: string;
  readonly key: string | null;
  readonly value: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** An operation whose connector account had no room. Its command is stored here, and no longer with the broker. */
@StoredUntil('the operation begins or may no longer begin')
@Entity({ name: 'deferred_operations' })
@Index('deferred_operations_account', ['connector', 'merchant_connector_id', 'share', 'deferred_at'])
@Index('deferred_operations_expiry', ['expires_at'], { where: 'expires_at IS NOT NULL' })
export class DeferredOperationRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'deferred_operations_pkey' })
  operation_id!: OperationId;

  @Column({ type: 'text' })
  merchant_id!: MerchantId;

  @Column({ type: 'text' })
  connector!: string;

  @Column({ type: 'text' })
  merchant_connector_id!: string;

  /** Which of the account's places it needs. */
  @Column({ type: 'text', default: 'follow_up' })
  share!: Share;

  @Column({ type: 'jsonb' })
  message!: StoredMessage;

  /** The deadline to begin of a charge. */
  @Column({ type: 'timestamptz', nullable: true })
  expires_at!: Date | null;

  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' })
  deferred_at!: Date;

  /** The end of a worker's lease. */
  @Column({ type: 'timestamptz', default: () => "'-infinity'" })
  leased_until!: Date;
}

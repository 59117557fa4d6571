import { StoredBySetting } from '@payorch/platform/retention';
import { Column, Entity, Index } from 'typeorm';

/** A request under an idempotency key: its digest, and its first response once there is one. */
@StoredBySetting(
  'IDEMPOTENCY_RETENTION',
  'A repeated request is answered like the first; one that is still under way stays.',
)
@Entity({ name: 'idempotency_keys' })
@Index('idempotency_keys_created', ['created_at'])
@Index('idempotency_keys_by_customer', ['merchant_id', 'customer_id'], { where: '"customer_id" IS NOT NULL' })
export class IdempotencyKeyRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'idempotency_keys_pkey' })
  merchant_id!: string;

  /** Method and route template; before them the key space of a caller without a secret key. */
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'idempotency_keys_pkey' })
  route!: string;

  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'idempotency_keys_pkey' })
  idempotency_key!: string;

  /** HMAC of path, query and body: a body may contain a card number. */
  @Column({ type: 'bytea' })
  request_digest!: Buffer;

  @Column({ type: 'text' })
  command_id!: string;

  @Column({ type: 'timestamptz' })
  leased_until!: Date;

  @Column({ type: 'text', nullable: true })
  sealed_response!: string | null;

  /** The customer whom the response shows. */
  @Column({ type: 'text', nullable: true })
  customer_id!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created_at!: Date;
}

import type { MerchantId } from '@payorch/kernel';
import { StoredForEver } from '@payorch/platform/retention';
import { Column, Entity, Index } from 'typeorm';

/**
 * The plain key appears in one response and is never stored: its keyed hash finds it, and that hash alone names its
 * merchant.
 */
@StoredForEver('The audit needs revoked and expired keys too.')
@Entity({ name: 'api_keys' })
@Index('api_keys_hash', ['hash'], { unique: true })
export class ApiKeyRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'api_keys_pkey' })
  merchant_id!: MerchantId;

  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'api_keys_pkey' })
  key_id!: string;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text', nullable: true })
  description!: string | null;

  @Column({ type: 'text' })
  prefix!: string;

  @Column({ type: 'text' })
  hash!: string;

  /** The secret that made the hash; null for keys last used before this column existed. */
  @Column({ type: 'text', nullable: true })
  hash_kid!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created_at!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  expires_at!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  revoked_at!: Date | null;

  /** Accurate to about a minute: a timer writes it, never a request. */
  @Column({ type: 'timestamptz', nullable: true })
  last_used_at!: Date | null;
}

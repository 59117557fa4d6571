import type { CustomerId, MerchantId } from '@payorch/kernel';
import { StoredUntil } from '@payorch/platform/retention';
import { Column, Entity, Index } from 'typeorm';

/** The plain key appears in one response and is never stored: its keyed hash finds it. */
@StoredUntil('the key expires')
@Entity({ name: 'ephemeral_keys' })
@Index('ephemeral_keys_hash', ['hash'], { unique: true })
@Index('ephemeral_keys_by_customer', ['merchant_id', 'customer_id'])
@Index('ephemeral_keys_expiry', ['expires_at'])
export class EphemeralKeyRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'ephemeral_keys_pkey' })
  merchant_id!: MerchantId;

  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'ephemeral_keys_pkey' })
  key_id!: string;

  @Column({ type: 'text' })
  customer_id!: CustomerId;

  @Column({ type: 'text' })
  hash!: string;

  @Column({ type: 'timestamptz' })
  created_at!: Date;

  @Column({ type: 'timestamptz' })
  expires_at!: Date;
}

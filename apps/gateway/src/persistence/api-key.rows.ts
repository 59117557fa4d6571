import { Column, Entity, Index } from 'typeorm';

/** The plain key is told once and kept nowhere: it is found again by its keyed hash, which alone names its merchant. */
@Entity({ name: 'api_keys' })
@Index('api_keys_hash', ['hash'], { unique: true })
export class ApiKeyRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'api_keys_pkey' })
  merchant_id!: string;

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

  /** Which of the hash secrets made the hash; null where the key was not used since this is noted. */
  @Column({ type: 'text', nullable: true })
  hash_kid!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created_at!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  expires_at!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  revoked_at!: Date | null;

  /** To the minute or so: written in sweeps, never on the path of a request. */
  @Column({ type: 'timestamptz', nullable: true })
  last_used_at!: Date | null;
}

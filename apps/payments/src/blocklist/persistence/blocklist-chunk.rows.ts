import { StoredUntil } from '@payorch/platform/retention';
import { Column, Entity, Index } from 'typeorm';

const pkey = { primary: true, primaryKeyConstraintName: 'blocklist_chunks_pkey' };

/** A chunk of an upload that was added, until no gateway can send it again. */
@StoredUntil('no gateway can send the chunk again (`BLOCKLIST_JOB_RETENTION`)')
@Entity({ name: 'blocklist_chunks' })
@Index('blocklist_chunks_expiry', ['merchant_id', 'expires_at'])
export class BlocklistChunkRow {
  @Column({ type: 'text', ...pkey })
  merchant_id!: string;
  @Column({ type: 'text', ...pkey })
  job_id!: string;
  @Column({ type: 'integer', ...pkey })
  chunk!: number;
  @Column({ type: 'timestamptz' })
  expires_at!: Date;
}

import type { BlocklistItem } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import type { BatchBlocklistJobStatus } from '../domain/blocklist-job';
import { StoredBySetting, StoredUntil } from '@payorch/platform/retention';
import { Check, Column, Entity, Index } from 'typeorm';

const ofJobs = { primary: true, primaryKeyConstraintName: 'blocklist_jobs_pkey' };
const ofChunks = { primary: true, primaryKeyConstraintName: 'blocklist_job_chunks_pkey' };

/** An upload of blocklist entries, and what became of its rows. */
@StoredBySetting('BLOCKLIST_JOB_RETENTION', 'The upload is listed; the entries that it added stay.')
@Entity({ name: 'blocklist_jobs' })
@Index('blocklist_jobs_by_creation', ['merchant_id', 'created_at', 'job_id'])
@Index('blocklist_jobs_created', ['created_at'])
@Index('blocklist_jobs_open', ['leased_until'], { where: `"status" IN ('initiated', 'processing')` })
@Check('blocklist_jobs_status', `"status" IN ('initiated', 'processing', 'completed', 'failed')`)
export class BlocklistJobRow {
  @Column({ type: 'text', ...ofJobs })
  merchant_id!: MerchantId;

  @Column({ type: 'text', ...ofJobs })
  job_id!: string;

  @Column({ type: 'text' })
  status!: BatchBlocklistJobStatus;

  @Column({ type: 'integer' })
  total_rows!: number;

  @Column({ type: 'integer', default: 0 })
  succeeded_rows!: number;

  @Column({ type: 'integer' })
  failed_rows!: number;

  /** Until then one gateway processes the job. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  leased_until!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created_at!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  updated_at!: Date;
}

/** Entries of an upload that payments has not confirmed yet. */
@StoredUntil('payments has added the chunk, or its upload is deleted')
@Entity({ name: 'blocklist_job_chunks' })
export class BlocklistJobChunkRow {
  @Column({ type: 'text', ...ofChunks })
  merchant_id!: MerchantId;

  @Column({ type: 'text', ...ofChunks })
  job_id!: string;

  @Column({ type: 'integer', ...ofChunks })
  chunk!: number;

  @Column({ type: 'jsonb' })
  entries!: BlocklistItem[];
}

import type { BlocklistItem } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';

export type BatchBlocklistJobStatus = 'initiated' | 'processing' | 'completed' | 'failed';

/** An upload of blocklist entries, and what became of its rows. */
export interface BlocklistJob {
  readonly merchantId: MerchantId;
  readonly jobId: string;
  readonly status: BatchBlocklistJobStatus;
  readonly totalRows: number;
  readonly succeededRows: number;
  readonly failedRows: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Entries that one command adds: one for each valid row, so they may repeat. */
export interface BlocklistChunk {
  readonly chunk: number;
  readonly entries: readonly BlocklistItem[];
}

export const jobView = (job: BlocklistJob): object => ({
  job_id: job.jobId,
  merchant_id: job.merchantId,
  status: job.status,
  total_rows: job.totalRows,
  succeeded_rows: job.succeededRows,
  failed_rows: job.failedRows,
  created_at: job.createdAt.toISOString(),
  updated_at: job.updatedAt.toISOString(),
});

/** The response to an upload. */
export const uploadView = ({ jobId, totalRows, status }: BlocklistJob): object => ({
  job_id: jobId,
  total_rows: totalRows,
  status,
});

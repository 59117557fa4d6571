import type { Example } from './example';

const entry = { type: 'card_bin', data: '909090' };

/** The blocklist of the demo merchant. */
export const blocklistExamples: readonly Example[] = [
  { operation: 'Block a Fingerprint', body: entry },
  {
    operation: 'List Blocked fingerprints of a particular kind',
    query: { data_kind: 'card_bin', limit: '1' },
  },
  { operation: 'Unblock a Fingerprint', body: entry },
  { operation: 'Toggle blocklist guard for a particular merchant', query: { status: 'true' } },
  { operation: 'Upload a batch blocklist CSV', file: 'type,data\ncard_bin,919191\n' },
  { operation: 'List batch blocklist jobs', query: { limit: '1' } },
  { operation: 'Get batch blocklist job status', path: { job_id: '{{Upload a batch blocklist CSV.job_id}}' } },
];

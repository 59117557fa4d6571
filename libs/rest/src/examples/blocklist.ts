import type { Example } from './example';

const entry = { type: 'card_bin', data: '909090' };

/** The blocklist of the demo merchant, and the deletions at the end. */
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

const account = { account_id: 'merchant_demo' };

export const deletionExamples: readonly Example[] = [
  {
    operation: 'Delete a Merchant Connector',
    path: { ...account, merchant_connector_id: '{{Create a Merchant Connector.merchant_connector_id}}' },
  },
  {
    operation: 'Delete the Profile',
    path: { ...account, profile_id: '{{Create A Profile.profile_id}}' },
  },
  { operation: 'Delete a Merchant Account', path: { account_id: 'merchant_example' } },
];

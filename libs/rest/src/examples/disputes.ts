import type { Example } from './example';

const path = { dispute_id: 'dp_example' };
const dispute = { dispute_id: 'dp_example' };
const since = { start_time: '2026-01-01T00:00:00Z' };
const variant = 'of an unknown dispute';
const status = 404;

/** Disputes of the demo merchant: no customer of it has disputed a charge, so what names a dispute is refused. */
export const disputeExamples: readonly Example[] = [
  { operation: 'List Disputes', query: { dispute_status: 'dispute_opened' } },
  { operation: 'List Disputes for The given Profiles', query: { dispute_status: 'dispute_opened' } },
  { operation: 'List all filters for disputes' },
  { operation: 'List all filters for disputes for the given Profiles' },
  { operation: 'Get Disputes Aggregate', query: since },
  { operation: 'Get Disputes Aggregate for Profiles', query: since },
  { operation: 'Retrieve a Dispute', variant, path, status },
  { operation: 'Accept a Dispute', variant, path, status },
  {
    operation: 'Submit Dispute Evidence',
    variant,
    body: { ...dispute, customer_name: 'Ada Lovelace', product_description: 'A calculating engine' },
    status,
  },
  {
    operation: 'Attach Evidence to Dispute',
    variant,
    fields: { ...dispute, evidence_type: 'receipt' },
    file: '%PDF-1.4\nstartxref\n0\n%%EOF\n',
    fileType: 'application/pdf',
    status,
  },
  {
    operation: 'Delete Evidence attached to a Dispute',
    variant,
    body: { ...dispute, evidence_type: 'receipt' },
    status,
  },
  { operation: 'Retrieve a Dispute Evidence', variant, path, status },
  {
    operation: 'Fetch Disputes from a connector',
    variant: 'of too long a period',
    path: { connector_id: 'mca_example' },
    query: { fetch_from: '2026-01-01T00:00:00', fetch_till: '2026-12-31T00:00:00' },
    status: 422,
  },
];

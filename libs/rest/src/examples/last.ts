import type { Example } from './example';

const account = { account_id: 'merchant_demo' };

/** A second profile, after which payments must name their profile, and the deletions. */
export const lastExamples: readonly Example[] = [
  { operation: 'List what waits for an outcome', query: { min_age_seconds: '3600' } },
  { operation: 'List incidents', query: { limit: '10' } },
  {
    operation: 'Resolve an incident',
    path: { incident_id: '0198f1a2-3b4c-7d5e-8f60-123456789abc' },
    body: { resolved_by: 'ada', reason: 'The processor has refunded the second charge.' },
    status: 404,
  },
  { operation: 'Trace a payment', path: { payment_id: 'pay_unknown' }, status: 404 },
  {
    operation: 'Create A Profile',
    path: account,
    body: { profile_name: 'Example profile', return_url: 'https://shop.example/return' },
  },
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

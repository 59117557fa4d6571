import type { Example } from './example';

const account = { account_id: 'merchant_demo' };
const accountOfRun = { merchant_id: 'merchant_demo', merchant_connector_id: 'mca_unknown' };
const reconciled = { ...accountOfRun, kind: 'payment' };
const day = { from: '2026-01-01T00:00:00Z', till: '2026-01-02T00:00:00Z' };

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
  { operation: 'List the connector accounts to reconcile', query: { connector: 'stripe_test', limit: '1' } },
  { operation: 'List what a processor has of a connector account', body: { ...reconciled, ...day }, status: 404 },
  { operation: 'List what the service has of a connector account', body: { ...reconciled, ...day }, status: 404 },
  {
    operation: 'Sync an object with its processor',
    body: { merchant_id: 'merchant_demo', kind: 'payment', id: 'pay_unknown' },
    status: 404,
  },
  {
    operation: 'Report a reconciliation',
    body: {
      ...accountOfRun,
      ...day,
      run_id: 'run_example',
      connector: 'stripe_test',
      source: 'list',
      kinds: ['payment'],
      by: 'ada',
      counts: {
        matched: 12,
        double: 0,
        missing_here: 0,
        missing_there: 0,
        different_sums: 0,
        different_states: 0,
        waiting: 0,
      },
      findings: [],
      is_last: true,
    },
    status: 404,
  },
  { operation: 'List reconciliations', query: { limit: '10' } },
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

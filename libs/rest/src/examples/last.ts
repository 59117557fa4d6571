import type { Example } from './example';

const account = { account_id: 'merchant_demo' };

/** A second profile, after which payments must name their profile, and the deletions. */
export const lastExamples: readonly Example[] = [
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

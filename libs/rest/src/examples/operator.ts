import type { Example } from './example';

const organization = { id: '{{Create an Organization.organization_id}}' };
const account = { account_id: 'merchant_example' };
const owner = { merchant_id: 'merchant_example' };
const apiKey = { ...owner, key_id: '{{Create an API Key.key_id}}' };
const rule = {
  connector: 'stripe_test',
  flow: 'Payment',
  sub_flow: 'Authorize',
  code: 'example_code',
  message: 'The example was declined.',
};
const config = { key: 'max_auto_retries_enabled_example' };
const cardIin = '90909090';

/** What the operator sends with the admin key, except deletions of accounts. */
export const operatorExamples: readonly Example[] = [
  { operation: 'Health' },
  { operation: 'Retrieve the Feature Matrix', query: { connectors: 'stripe_test' } },
  {
    operation: 'Create an Organization',
    body: { organization_name: 'Example group', metadata: { region: 'europe' } },
  },
  { operation: 'Retrieve an Organization', path: organization },
  {
    operation: 'Update an Organization',
    path: organization,
    body: { organization_name: 'Example group Europe', platform_merchant_id: 'merchant_example' },
  },
  {
    operation: 'Create a Merchant Account',
    body: {
      merchant_id: 'merchant_example',
      merchant_name: 'Example shop',
      organization_id: organization.id,
      return_url: 'https://shop.example/return',
      webhook_details: { webhook_url: 'https://shop.example/webhooks' },
    },
  },
  { operation: 'Retrieve a Merchant Account', path: account },
  {
    operation: 'Update a Merchant Account',
    path: account,
    body: { merchant_id: 'merchant_example', merchant_name: 'Example shop Europe' },
  },
  { operation: 'List Merchant Accounts', query: { organization_id: organization.id } },
  { operation: 'Enable/Disable KV for a Merchant Account', path: account, body: { kv_enabled: false } },
  { operation: 'Retrieve the KV state of a Merchant Account', path: account },
  { operation: 'Enable/Disable KV for all Merchant Accounts', body: { kv_enabled: false } },
  { operation: 'Make a Data Key of a Merchant Account', path: owner },
  {
    operation: 'Delete an older Data Key of a Merchant Account',
    needs: ['Make a Data Key of a Merchant Account'],
    path: { ...owner, version: '1' },
  },
  { operation: 'Create an API Key', path: owner, body: { name: 'Web server', expiration: 'never' } },
  { operation: 'Retrieve an API Key', path: apiKey },
  { operation: 'Update an API Key', path: apiKey, body: { description: 'The key of the web server' } },
  { operation: 'List all API Keys associated with a merchant account', path: owner, query: { limit: '1' } },
  { operation: 'Revoke an API Key', needs: ['Create an API Key'], path: apiKey },
  {
    operation: 'Create Gsm Rule',
    body: { ...rule, status: 'Failure', decision: 'retry', step_up_possible: false, clear_pan_possible: false },
  },
  { operation: 'Retrieve Gsm Rule', body: rule },
  { operation: 'Update Gsm Rule', body: { ...rule, decision: 'do_default', error_category: 'soft_decline' } },
  { operation: 'Delete Gsm Rule', body: rule },
  { operation: 'Create a Config', body: { ...config, value: '1' } },
  { operation: 'Retrieve a Config', path: config },
  { operation: 'Update a Config', path: config, body: { value: '2' } },
  { operation: 'Delete a Config', path: config },
  {
    operation: 'Upload Card Information',
    file: 'card_iin,card_issuer,card_network,card_type\n909090,Example bank,Visa,CREDIT\n',
  },
  {
    operation: 'Create Card Information',
    body: { card_iin: cardIin, card_issuer: 'Example bank', card_network: 'Visa', card_type: 'CREDIT' },
  },
  { operation: 'Update Card Information', body: { card_iin: cardIin, card_type: 'DEBIT' } },
  { operation: 'Retrieve Card Information', path: { bin: cardIin } },
  { operation: 'Create Card Issuer', body: { issuer_name: 'Example bank' } },
  { operation: 'List Card Issuers', query: { query: 'Example', limit: '1' } },
  {
    operation: 'Update Card Issuer',
    path: { id: '{{Create Card Issuer.id}}' },
    body: { issuer_name: 'Example bank Europe' },
  },
  { operation: 'Delete Card Issuer', path: { id: '{{Create Card Issuer.id}}' } },
  { operation: 'Invalidate a Cache Entry', path: { key: 'merchant_example' } },
];

// Imported by its own path, so that production bundles do not contain the test suite.
import { conformance } from '@payorch/connector-kit/conformance';
import payoutFulfill from './fixtures/payout-fulfill.json';
import payoutSync from './fixtures/payout-sync.json';
import webhooks from './fixtures/webhooks.json';
import { connectors } from './index';

conformance(connectors.adyenplatform, {
  folder: __dirname,
  details: { auth_type: 'HeaderKey', api_key: 'key_recorded' },
  metadata: { source_balance_account: 'BA_recorded' },
  baseUrl: 'https://balance.example/',
  recordings: [payoutFulfill, payoutSync],
  webhooks,
});

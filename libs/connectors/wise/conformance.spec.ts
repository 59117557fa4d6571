// Imported by its own path, so that production bundles do not contain the test suite.
import { conformance } from '@payorch/connector-kit/conformance';
import payoutCancel from './fixtures/payout-cancel.json';
import payoutCreate from './fixtures/payout-create.json';
import payoutFulfill from './fixtures/payout-fulfill.json';
import payoutRecipient from './fixtures/payout-recipient.json';
import payoutSync from './fixtures/payout-sync.json';
import webhooks from './fixtures/webhooks.json';
import { connectors } from './index';

conformance(connectors.wise, {
  folder: __dirname,
  details: { auth_type: 'BodyKey', api_key: 'Bearer recorded', key1: '12345' },
  openDetails: ['key1'],
  // The answer to a funding names no amount.
  answersWithoutAmount: ['payoutFulfill'],
  baseUrl: 'https://wise.example',
  recordings: [payoutRecipient, payoutCreate, payoutFulfill, payoutCancel, payoutSync],
  webhooks,
});

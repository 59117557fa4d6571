// Imported by its own path, so that production bundles do not contain the test suite.
import { conformance } from '@payorch/connector-kit/conformance';
import acceptDispute from './fixtures/accept-dispute.json';
import authorize from './fixtures/authorize.json';
import capture from './fixtures/capture.json';
import disputeList from './fixtures/dispute-list.json';
import disputeSync from './fixtures/dispute-sync.json';
import increment from './fixtures/increment.json';
import payoutCancel from './fixtures/payout-cancel.json';
import payoutCreate from './fixtures/payout-create.json';
import payoutFulfill from './fixtures/payout-fulfill.json';
import payoutRecipientAccount from './fixtures/payout-recipient-account.json';
import payoutRecipient from './fixtures/payout-recipient.json';
import payoutSync from './fixtures/payout-sync.json';
import recordList from './fixtures/record-list.json';
import refundSync from './fixtures/refund-sync.json';
import refund from './fixtures/refund.json';
import revokeMandate from './fixtures/revoke-mandate.json';
import setup from './fixtures/setup.json';
import submitEvidence from './fixtures/submit-evidence.json';
import sync from './fixtures/sync.json';
import voids from './fixtures/void.json';
import webhooks from './fixtures/webhooks.json';
import { connectors } from './index';

conformance(connectors.stripe, {
  folder: __dirname,
  details: { auth_type: 'HeaderKey', api_key: 'sk_test_recorded' },
  baseUrl: 'https://processor.example/',
  recordings: [
    authorize,
    setup,
    increment,
    capture,
    voids,
    revokeMandate,
    sync,
    refund,
    refundSync,
    payoutRecipient,
    payoutRecipientAccount,
    payoutCreate,
    payoutFulfill,
    payoutCancel,
    payoutSync,
    acceptDispute,
    submitEvidence,
    disputeSync,
  ],
  webhooks,
  disputeList,
  recordList,
});

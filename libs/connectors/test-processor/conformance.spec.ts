import { flowOf } from '@payorch/connector-kit';
// Imported by its own path, so that production bundles do not contain the test suite.
import { conformance } from '@payorch/connector-kit/conformance';
import acceptDispute from './fixtures/accept-dispute.json';
import authorize from './fixtures/authorize.json';
import createOrder from './fixtures/create-order.json';
import capture from './fixtures/capture.json';
import disputeSync from './fixtures/dispute-sync.json';
import extend from './fixtures/extend.json';
import payoutCancel from './fixtures/payouts/cancel.json';
import payoutCreate from './fixtures/payouts/create.json';
import payoutEligibility from './fixtures/payouts/eligibility.json';
import payoutFulfill from './fixtures/payouts/fulfill.json';
import payoutRecipientAccount from './fixtures/payouts/recipient-account.json';
import payoutRecipient from './fixtures/payouts/recipient.json';
import payoutSync from './fixtures/payouts/sync.json';
import postCaptureVoid from './fixtures/post-capture-void.json';
import recordList from './fixtures/record-list.json';
import refund from './fixtures/refund.json';
import refundSync from './fixtures/refund-sync.json';
import submitEvidence from './fixtures/submit-evidence.json';
import sync from './fixtures/sync.json';
import unreferencedRefund from './fixtures/unreferenced-refund.json';
import unreferencedRefundSync from './fixtures/unreferenced-refund-sync.json';
import voids from './fixtures/void.json';
import webhooks from './fixtures/webhooks.json';
import { connectors } from './index';

conformance(connectors.stripe_test, {
  folder: __dirname,
  details: { auth_type: 'HeaderKey', api_key: 'sk_recorded' },
  baseUrl: 'https://processor.example/dummy-connector',
  recordings: [
    ...[createOrder, authorize, extend, capture, voids, postCaptureVoid, sync, refund, refundSync],
    ...[unreferencedRefund, unreferencedRefundSync],
    ...[acceptDispute, submitEvidence, disputeSync],
    ...[
      payoutEligibility,
      payoutRecipient,
      payoutRecipientAccount,
      payoutCreate,
      payoutFulfill,
      payoutCancel,
      payoutSync,
    ],
  ],
  webhooks,
  recordList,
});

describe.each(Object.values(connectors).map((connector) => [connector.name, connector] as const))(
  'what %s pays out',
  (_, { payouts = [], flows }) => {
    it('has the flow of every step, the fulfilment last', () => {
      expect(payouts.map(({ steps }) => steps.at(-1))).toEqual(payouts.map(() => 'payout_fulfill'));
      for (const { steps } of payouts) expect(flows).toEqual(expect.arrayContaining(steps.map(flowOf)));
    });
  },
);

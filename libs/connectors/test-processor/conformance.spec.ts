// Imported by its own path, so that production bundles do not contain the test suite.
import { conformance } from '@payorch/connector-kit/conformance';
import authorize from './fixtures/authorize.json';
import createOrder from './fixtures/create-order.json';
import capture from './fixtures/capture.json';
import extend from './fixtures/extend.json';
import postCaptureVoid from './fixtures/post-capture-void.json';
import refund from './fixtures/refund.json';
import refundSync from './fixtures/refund-sync.json';
import sync from './fixtures/sync.json';
import unreferencedRefund from './fixtures/unreferenced-refund.json';
import unreferencedRefundSync from './fixtures/unreferenced-refund-sync.json';
import voids from './fixtures/void.json';
import webhooks from './fixtures/webhooks.json';
import { connectors } from './index';

conformance(connectors.stripe_test, {
  details: { auth_type: 'HeaderKey', api_key: 'sk_recorded' },
  baseUrl: 'https://processor.example/dummy-connector',
  recordings: [
    ...[createOrder, authorize, extend, capture, voids, postCaptureVoid, sync, refund, refundSync],
    ...[unreferencedRefund, unreferencedRefundSync],
  ],
  webhooks,
});

// Generated from the folders of the connectors by `npm run docs`; do not edit.
import type { WebhookReader } from '@payorch/connector-kit';
import type { ConnectorName } from '../catalogue';
import { webhooks as adyenplatform } from '../../adyenplatform/webhooks';
import { webhooks as stripe } from '../../stripe/webhooks';
import { webhooks as testProcessor } from '../../test-processor/webhooks';
import { webhooks as wise } from '../../wise/webhooks';

/**
 * The webhook reader of each connector; null if the processor cannot sign. The gateway may load this file: it contains no
 * flow and no credentials, so it cannot move money.
 */
export const webhookReaders: Readonly<Record<ConnectorName, WebhookReader | null>> = {
  phonypay: testProcessor,
  fauxpay: testProcessor,
  pretendpay: testProcessor,
  stripe_test: testProcessor,
  adyen_test: testProcessor,
  checkout_test: testProcessor,
  paypal_test: testProcessor,
  adyenplatform,
  stripe,
  threedsecureio: null,
  wise,
};

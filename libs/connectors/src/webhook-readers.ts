import type { WebhookReader } from '@payorch/connector-kit';
import type { ConnectorName } from './catalogue';
import { webhooks as stripe } from './stripe/webhook';
import { webhooks as testProcessor } from './test-processor/webhook';

/**
 * How each connector's webhooks are verified and read; null where the processor cannot sign. The gateway may load this
 * file: it holds no flow and no credentials, so nothing in it can move money.
 */
export const webhookReaders: Readonly<Record<ConnectorName, WebhookReader | null>> = {
  phonypay: testProcessor,
  fauxpay: testProcessor,
  pretendpay: testProcessor,
  stripe_test: testProcessor,
  adyen_test: testProcessor,
  checkout_test: testProcessor,
  paypal_test: testProcessor,
  stripe,
};

import type { ConnectorDefinition, ConnectorDefinitions } from '@payorch/connector-kit';
import { capabilities, withOrders, withSeveralCaptures } from './capabilities';
import { credentials } from './credentials';
import { afterEligibility, payouts, toRecipients } from './payouts';
import { requiredFields } from './required-fields';

const testProcessor = (displayName: string) =>
  ({
    displayName,
    connectorTypes: ['payment_processor', 'payout_processor'],
    test: true,
    baseUrl: 'http://127.0.0.1:8090/dummy-connector',
    credentials,
    capabilities,
    payouts,
    requiredFields,
    guarantees: { lookupIsAuthoritative: true, webhookVerification: 'mandatory' },
  }) satisfies ConnectorDefinition;

/** The built-in processor of tests and demonstrations, by any of its names. The accepted cards differ by name. */
export const definitions = {
  phonypay: testProcessor('Phony Pay'),
  fauxpay: testProcessor('Faux Pay'),
  pretendpay: testProcessor('Pretend Pay'),
  // Like its namesake: money goes to accounts that recipients have at the processor.
  stripe_test: { ...testProcessor('Stripe Test'), payouts: toRecipients },
  // Like its namesake, and alone among the test processors: the interface documents the refusal of several captures for them.
  // It also refunds without a charge.
  adyen_test: {
    ...testProcessor('Adyen Test'),
    capabilities: withSeveralCaptures,
    payouts: afterEligibility,
    unreferencedRefunds: true,
  },
  checkout_test: testProcessor('Checkout Test'),
  // Its namesake's customers approve an order.
  paypal_test: { ...testProcessor('PayPal Test'), capabilities: withOrders },
} satisfies ConnectorDefinitions;

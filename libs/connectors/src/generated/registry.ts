// Generated from the folders of the connectors by `npm run docs`; do not edit.
import type { Connector } from '@payorch/connector-kit';
import type { ConnectorName } from '../catalogue';
import { connectors as stripe } from '../../stripe';
import { connectors as testProcessor } from '../../test-processor';
import { connectors as threedsecureio } from '../../threedsecureio';

/** The connector of each catalogue entry. */
export const registry: Readonly<Record<ConnectorName, Connector>> = {
  phonypay: testProcessor.phonypay,
  fauxpay: testProcessor.fauxpay,
  pretendpay: testProcessor.pretendpay,
  stripe_test: testProcessor.stripe_test,
  adyen_test: testProcessor.adyen_test,
  checkout_test: testProcessor.checkout_test,
  paypal_test: testProcessor.paypal_test,
  stripe: stripe.stripe,
  threedsecureio: threedsecureio.threedsecureio,
};

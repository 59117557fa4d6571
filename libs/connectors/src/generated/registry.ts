// Generated from the folders of the connectors by `npm run docs`; do not edit.
import type { Connector } from '@payorch/connector-kit';
import type { ConnectorName } from '../catalogue';
import { connectors as adyenplatform } from '../../adyenplatform';
import { connectors as stripe } from '../../stripe';
import { connectors as testProcessor } from '../../test-processor';
import { connectors as threedsecureio } from '../../threedsecureio';
import { connectors as wise } from '../../wise';

/** The connector of each catalogue entry. */
export const registry: Readonly<Record<ConnectorName, Connector>> = {
  phonypay: testProcessor.phonypay,
  fauxpay: testProcessor.fauxpay,
  pretendpay: testProcessor.pretendpay,
  stripe_test: testProcessor.stripe_test,
  adyen_test: testProcessor.adyen_test,
  checkout_test: testProcessor.checkout_test,
  paypal_test: testProcessor.paypal_test,
  adyenplatform: adyenplatform.adyenplatform,
  stripe: stripe.stripe,
  threedsecureio: threedsecureio.threedsecureio,
  wise: wise.wise,
};

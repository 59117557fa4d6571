// Generated from the folders of the connectors by `npm run docs`; do not edit.
import type { ConnectorDefinitions } from '@payorch/connector-kit';
import { definitions as adyenplatform } from '../../adyenplatform/definition';
import { definitions as stripe } from '../../stripe/definition';
import { definitions as testProcessor } from '../../test-processor/definition';
import { definitions as threedsecureio } from '../../threedsecureio/definition';
import { definitions as wise } from '../../wise/definition';

/** Every connector by its name in the interface. Data only: importing it loads no connector code. */
export const catalogue = {
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
} satisfies ConnectorDefinitions;

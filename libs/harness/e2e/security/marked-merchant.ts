import { catalogue } from '@payorch/connectors/catalogue';
import { aMerchant, connectorBody, ok, type Receiver, type TestMerchant } from '@payorch/harness';
import { addressOf, mark } from './marked-person';
import { system } from './marker-system';

export const webhookSecret = 'whsec_of_this_spec';

const everyMethodOf = (name: 'stripe_test') =>
  catalogue[name].capabilities.map(({ paymentMethod, paymentMethodTypes }) => ({
    payment_method: paymentMethod,
    payment_method_types: paymentMethodTypes.map((payment_method_type) => ({ payment_method_type })),
  }));

/** A merchant with contacts and an address of marked values, which all of its webhooks reach. */
export async function aMarkedMerchant(receiver: Receiver): Promise<TestMerchant> {
  const { connector_account_details } = connectorBody('stripe_test');
  const { api_key } = connector_account_details;
  ok(await system.sandbox.post('/control/webhooks', { api_key, secret: webhookSecret }));
  const merchant_details = {
    primary_contact_person: mark.text('primary'),
    primary_phone: mark.digits(),
    primary_email: mark.email('primary'),
    secondary_contact_person: mark.text('secondary'),
    secondary_phone: mark.digits(),
    secondary_email: mark.email('secondary'),
    address: addressOf('merchant').address,
  };
  const webhook_details = { webhook_url: receiver.url };
  return aMerchant(system, {
    account: { return_url: 'https://shop.example/done', webhook_details, merchant_details },
    connector: {
      connector_account_details,
      payment_methods_enabled: everyMethodOf('stripe_test'),
      connector_webhook_details: { merchant_secret: webhookSecret },
    },
  });
}

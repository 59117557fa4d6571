import { catalogue, supportedMethods } from '@payorch/connectors/catalogue';
import { cardFields, ok, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { atStripe, effectLabelsAtStripe, intentOf, pay, payWith, untilIs } from './at-stripe';
import { begin } from './payment-methods/journey';
import { journeys } from './payment-methods/journeys';

const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await atStripe(system);
});

const acceptance = {
  acceptance_type: 'online',
  accepted_at: '2026-01-05T10:00:00.000Z',
  online: { ip_address: '10.0.0.1', user_agent: 'x' },
};
const storing = { customer_id: 'cus_ada', setup_future_usage: 'off_session', customer_acceptance: acceptance };
const charging = (payment_method_id: string) => ({
  amount: 1500,
  currency: 'USD',
  customer_id: 'cus_ada',
  confirm: true,
  off_session: true,
  recurring_details: { type: 'payment_method_id', data: payment_method_id },
});

describe('a saved card', () => {
  const offSession = async (stored: Json): Promise<void> => {
    const charged = ok(await merchant.api.post('/payments', charging(stored.payment_method_id)));
    expect(charged).toMatchObject({ status: 'succeeded', amount_received: 1500 });
    expect(await intentOf(system, charged)).toMatchObject({ customer: expect.stringMatching(/^cus_/) as string });
  };

  it('is charged again without the customer', async () => {
    const stored = await pay(merchant, storing);
    expect(stored).toMatchObject({ status: 'succeeded', payment_method_status: 'active' });
    await offSession(stored);
  });

  it('can be set up without a charge', async () => {
    const stored = await pay(merchant, { ...storing, amount: 0, ...cardFields() });
    expect(stored).toMatchObject({ status: 'succeeded', amount: 0 });
    await offSession(stored);
  });

  it('is not saved after a decline by the issuer', async () => {
    const refused = await payWith(merchant, '4000000000000002', { ...storing, amount: 0 });
    expect(refused).toMatchObject({
      status: 'failed',
      error_code: 'card_declined',
      payment_method_id: null,
      payment_method_status: null,
    });
  });
});

const storable = supportedMethods(catalogue.stripe)
  .filter(({ mandates }) => mandates)
  .map(({ paymentMethod, paymentMethodType }) => `${paymentMethod} ${paymentMethodType}`);

describe.each(storable)('%s', (name) => {
  const journey = journeys[name]!;

  it('is saved by a payment, and charged again without the customer', async () => {
    const payment = await begin(merchant, name, journey, 'paid', storing);
    await journey.paid.action?.({ system, merchant }, payment);
    const stored = await untilIs(merchant, payment, 'succeeded');
    expect(stored.payment_method_id).toEqual(expect.any(String));
    const again = ok(
      await merchant.api.post('/payments', { ...charging(stored.payment_method_id), currency: journey.currency }),
    );
    expect(await untilIs(merchant, again, 'succeeded')).toMatchObject({ amount_received: 1500, next_action: null });
    expect(effectLabelsAtStripe(system, again)).toEqual(['charge 1500']);
  });
});

import { catalogue, supportedMethods } from '@payorch/connectors/catalogue';
import { sharedSystem, type TestMerchant } from '@payorch/harness';
import { atStripe, effectLabelsAtStripe, intentOf, untilIs } from './at-stripe';
import { redirected } from './payment-methods/customer';
import { begin, onPage } from './payment-methods/journey';
import { journeys } from './payment-methods/journeys';

const names = supportedMethods(catalogue.stripe).map((method) => `${method.paymentMethod} ${method.paymentMethodType}`);

const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await atStripe(system);
});

it('every payment method of the connector’s capabilities has a journey, and no other', () => {
  expect(Object.keys(journeys).sort()).toEqual(names.sort());
});

describe.each(Object.entries(journeys))('%s', (name, journey) => {
  it('is charged once and in full', async () => {
    const { answer, action } = journey.paid;
    const payment = await begin(merchant, name, journey, 'paid');
    expect(payment).toMatchObject({ ...answer, connector: 'stripe' });
    await action?.({ system, merchant }, payment);
    const settled = await untilIs(merchant, payment, 'succeeded');
    expect(settled).toMatchObject({ amount_received: 6540, attempt_count: 1, error_code: null });
    expect(await intentOf(system, settled)).toMatchObject({
      status: 'succeeded',
      amount_received: 6540,
      currency: journey.currency.toLowerCase(),
    });
    expect(effectLabelsAtStripe(system, payment)).toEqual(['charge 6540']);
  });

  it('is refused without a charge', async () => {
    const { answer, action, ends } = journey.refused;
    const payment = await begin(merchant, name, journey, 'refused');
    expect(payment).toMatchObject(answer);
    await action?.({ system, merchant }, payment);
    const { status } = ends as { status: string };
    expect(await untilIs(merchant, payment, status)).toMatchObject({ ...ends, amount_received: null });
    expect(effectLabelsAtStripe(system, payment)).toEqual([]);
  });
});

it.each(['EUR', 'PLN'])('przelewy24 in %s asks for the customer, who pays at the bank', async (currency) => {
  const journey = onPage(currency, { przelewy24: { bank_name: 'citi' } });
  const payment = await begin(merchant, 'bank_redirect przelewy24', journey, 'paid');
  expect(payment).toMatchObject({
    status: 'requires_customer_action',
    currency,
    connector: 'stripe',
    next_action: { type: 'redirect_to_url' },
  });
  await redirected('authorize')({ system, merchant }, payment);
  const settled = await untilIs(merchant, payment, 'succeeded');
  expect(await intentOf(system, settled)).toMatchObject({ currency: currency.toLowerCase(), amount_received: 6540 });
});

import { catalogue } from '@payorch/connectors/catalogue';
import { sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { atStripe, deedsAtStripe, intentOf, pay, untilIs } from './at-stripe';
import type { Course, Journey } from './offered/journey';
import { journeys } from './offered/journeys';

jest.setTimeout(180_000);

const offered = catalogue.stripe.offers.flatMap(({ paymentMethod, paymentMethodTypes }) =>
  paymentMethodTypes.map((type) => `${paymentMethod} ${type}`),
);

const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await atStripe(system);
});

const billing = {
  address: {
    ...{ first_name: 'Ada', last_name: 'Lovelace', line1: '1 Main St', city: 'Berlin', zip: '10115', country: 'DE' },
  },
  email: 'ada@shop.example',
};
const begin = (name: string, { currency }: Journey, { data, metadata }: Course): Promise<Json> => {
  const [payment_method = '', payment_method_type] = name.split(' ');
  return pay(merchant, {
    ...{ payment_method, payment_method_type, currency, billing, metadata, authentication_type: undefined },
    ...{ payment_method_data: { [payment_method]: data }, return_url: 'https://shop.example/done' },
  });
};

it('has a journey for every method that is offered, and for no other', () => {
  expect(Object.keys(journeys).sort()).toEqual(offered.sort());
});

describe.each(Object.entries(journeys))('%s', (name, journey) => {
  it('is paid, once and in full', async () => {
    const { answer, deed } = journey.paid;
    const payment = await begin(name, journey, journey.paid);
    expect(payment).toMatchObject({ ...answer, connector: 'stripe' });
    await deed?.({ system, merchant }, payment);
    const settled = await untilIs(merchant, payment, 'succeeded');
    expect(settled).toMatchObject({ amount_received: 6540, attempt_count: 1, error_code: null });
    expect(await intentOf(system, settled)).toMatchObject({
      ...{ status: 'succeeded', amount_received: 6540, currency: journey.currency.toLowerCase() },
    });
    expect(deedsAtStripe(system, payment)).toEqual(['charge 6540']);
  });

  it('is refused, and nothing is charged', async () => {
    const { answer, deed, ends } = journey.refused;
    const payment = await begin(name, journey, journey.refused);
    expect(payment).toMatchObject(answer);
    await deed?.({ system, merchant }, payment);
    const { status } = ends as { status: string };
    expect(await untilIs(merchant, payment, status)).toMatchObject({ ...ends, amount_received: null });
    expect(deedsAtStripe(system, payment)).toEqual([]);
  });
});

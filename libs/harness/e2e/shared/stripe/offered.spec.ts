import { catalogue } from '@payorch/connectors/catalogue';
import { sharedSystem, type TestMerchant } from '@payorch/harness';
import { atStripe, deedsAtStripe, intentOf, untilIs } from './at-stripe';
import { begin } from './offered/journey';
import { journeys } from './offered/journeys';

jest.setTimeout(180_000);

const offered = catalogue.stripe.capabilities.flatMap(({ paymentMethod, paymentMethodTypes }) =>
  paymentMethodTypes.map((type) => `${paymentMethod} ${type}`),
);

const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await atStripe(system);
});

it('has a journey for every method that is offered, and for no other', () => {
  expect(Object.keys(journeys).sort()).toEqual(offered.sort());
});

describe.each(Object.entries(journeys))('%s', (name, journey) => {
  it('is paid, once and in full', async () => {
    const { answer, deed } = journey.paid;
    const payment = await begin(merchant, name, journey, 'paid');
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
    const payment = await begin(merchant, name, journey, 'refused');
    expect(payment).toMatchObject(answer);
    await deed?.({ system, merchant }, payment);
    const { status } = ends as { status: string };
    expect(await untilIs(merchant, payment, status)).toMatchObject({ ...ends, amount_received: null });
    expect(deedsAtStripe(system, payment)).toEqual([]);
  });
});

import { postForm } from '@payorch/connector-kit';
import { builtRequests, unpublished } from './built-requests';
import { objectionsTo } from './published-interface';

const isPublished = (name: string): boolean => !unpublished.some((one) => one.name.test(name));
/** Not in the reduced file; stripe-mock checks it against the whole interface. */
const isSearch = (url: string): boolean => url.includes('/v1/payment_intents/search?');

const requests = builtRequests();
const published = requests.filter(({ name, request }) => isPublished(name) && !isSearch(request.url));

describe("Stripe's published interface", () => {
  it.each(published)('the published interface accepts: $name', ({ request }) => {
    expect(objectionsTo(request)).toEqual([]);
  });

  it.each(unpublished)('the published interface lacks $name: $why', ({ name }) => {
    const those = requests.filter((one) => name.test(one.name));
    expect(those.length).toBeGreaterThan(0);
    for (const { request } of those) expect(objectionsTo(request)).not.toEqual([]);
  });

  it.each([
    ['an unknown field', 'payment_intents', { amount: 1, currency: 'usd', colour: 'red' }],
    [
      'an unknown field below',
      'payment_intents',
      { amount: 1, currency: 'usd', shipping: { name: 'A', address: { planet: 'B' } } },
    ],
    ['a missing field', 'payment_intents', { amount: 1 }],
    ['an amount in decimals', 'payment_intents', { amount: '65.40', currency: 'usd' }],
    [
      'a raw card within a payment',
      'payment_intents',
      { amount: 1, currency: 'usd', payment_method_data: { type: 'card' } },
    ],
    ['another address', 'payments', { amount: 1, currency: 'usd' }],
  ])('the check objects to %s', (_, path, fields) => {
    expect(objectionsTo(postForm(`https://processor.example/v1/${path}`, fields, {}))).not.toEqual([]);
  });
});

import { maskedRequestHeaders, maskedResponseHeaders, storedResponseBody } from './stored-exchange';

it('the headers of a request are shown as this service sets them, and a merchant’s own are masked', () =>
  expect(
    maskedRequestHeaders({
      'content-type': 'application/json',
      'webhook-id': 'evt_1',
      'webhook-signature': 'v1,abc',
      authorization: 'Bearer secret',
      'x-tenant': 'acme',
    }),
  ).toEqual([
    ['content-type', 'application/json'],
    ['webhook-id', 'evt_1'],
    ['webhook-signature', 'v1,abc'],
    ['authorization', '*****'],
    ['x-tenant', '*****'],
  ]));

it.each(['set-cookie', 'Authorization', 'x-api-key', 'x-csrf-token', 'www-authenticate', 'x-session-id'])(
  'the value of %s of an answer is masked',
  (name) => expect(maskedResponseHeaders({ [name]: 'a' })).toEqual([[name.toLowerCase(), '*****']]),
);

it('the headers of an answer are bounded', () => {
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`h${n}`, 'x'.repeat(1_000)]));
  const headers = maskedResponseHeaders({ several: ['a', 'b'], absent: undefined, ...many });
  expect(headers.slice(0, 2)).toEqual([
    ['several', 'a'],
    ['several', 'b'],
  ]);
  expect(headers).toHaveLength(40);
  expect(headers.every(([, value]) => value.length <= 256)).toBe(true);
});

it('a card number in an answer is masked', () =>
  expect(storedResponseBody(Buffer.from('card 4242424242424242'))).not.toContain('4242424242424242'));

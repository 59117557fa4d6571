import { domainOf, paymentSession } from './payment-session';

const moment = { nowMs: 1_000, nonce: 'ab12' };
const request = {
  merchantIdentifier: 'merchant.example.acme',
  displayName: 'Acme',
  initiative: 'web',
  initiativeContext: 'shop.example',
};

it('a session names the domain and the shop, is new each time, and ends after five minutes', () => {
  const answer = paymentSession('merchant.example.acme', request, moment);
  expect(answer).toMatchObject({
    status: 200,
    body: { domainName: 'shop.example', displayName: 'Acme', nonce: 'ab12', epochTimestamp: 1_000, expiresAt: 301_000 },
  });
  expect(paymentSession('merchant.example.acme', request, { ...moment, nonce: 'cd34' })).not.toEqual(answer);
});

it.each<[string, string | null, object, number]>([
  ['without a certificate', null, {}, 400],
  ['with the certificate of another merchant', 'merchant.example.other', {}, 417],
  ['of an app', 'merchant.example.acme', { initiative: 'messaging' }, 400],
  ['without a domain', 'merchant.example.acme', { initiativeContext: undefined }, 400],
  ['with an address in place of the domain', 'merchant.example.acme', { initiativeContext: 'https://a.example/' }, 400],
  ['with a name that is too long', 'merchant.example.acme', { displayName: 'A'.repeat(65) }, 400],
])('a request %s is refused', (_, certified, change, status) => {
  const answer = paymentSession(certified, { ...request, ...change }, moment);
  expect(answer).toMatchObject({ status, body: { statusCode: String(status) } });
});

it.each([
  [request, 'shop.example'],
  [{}, null],
  [undefined, null],
])('the domain of %j is %j', (body, domain) => expect(domainOf(body)).toBe(domain));

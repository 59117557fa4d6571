import { firstDomainOf, merchantRegistration } from './merchant-registration';

const merchant = 'merchant.example.acme';
const request = {
  domainNames: ['shop.example', 'pay.shop.example'],
  encryptTo: merchant,
  partnerInternalMerchantIdentifier: merchant,
  partnerMerchantName: 'Acme',
};

it('domains of the merchant of the certificate are registered', () =>
  expect(merchantRegistration(merchant, request)).toEqual({ status: 200, body: {} }));

it.each<[string, string | null, object, number]>([
  ['without a certificate', null, {}, 400],
  ['with the certificate of another merchant', 'merchant.example.other', {}, 417],
  ['without domains', merchant, { domainNames: [] }, 400],
  ['of an address', merchant, { domainNames: ['https://shop.example/'] }, 400],
  ['of too many domains', merchant, { domainNames: Array(100).fill('shop.example') }, 400],
  ['with a domain that serves no file', merchant, { domainNames: ['shop.example', 'without-file.example'] }, 400],
])('a registration %s is refused', (_, certified, change, status) =>
  expect(merchantRegistration(certified, { ...request, ...change })).toMatchObject({
    status,
    body: { statusCode: String(status) },
  }),
);

it.each([
  [request, 'shop.example'],
  [{ domainNames: [] }, null],
  [undefined, null],
])('the first domain of %j is %j', (body, domain) => expect(firstDomainOf(body)).toBe(domain));

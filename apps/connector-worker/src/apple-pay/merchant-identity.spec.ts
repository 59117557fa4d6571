import type { JsonObject } from '@payorch/contracts';
import { applePayOnTheWeb, testMerchantIdentity } from '@payorch/harness';
import { merchantIdentityOf } from './merchant-identity';

const pem = (text: string): string => Buffer.from(text, 'base64').toString();
const { certificate, certificate_keys: key, merchant_identifier: merchantIdentifier } = testMerchantIdentity;
const combined = (change: object = {}): JsonObject => applePayOnTheWeb('shop.example', change) as JsonObject;
const identity = {
  certificate: pem(certificate),
  privateKey: pem(key),
  request: { merchantIdentifier, displayName: 'Acme', initiative: 'web', initiativeContext: 'shop.example' },
};

it.each<[string, JsonObject]>([
  ['the newer place', combined()],
  ['the older place', { apple_pay: (combined()['apple_pay_combined'] as JsonObject)['manual']! }],
  ['PEM', combined({ certificate: pem(certificate), certificate_keys: pem(key) })],
])('the identity of a merchant is read from %s', (_, details) => expect(merchantIdentityOf(details)).toEqual(identity));

it.each<[string, JsonObject]>([
  ['no settings', {}],
  ['an iOS app', combined({ initiative: 'ios' })],
  ['no domain', combined({ initiative_context: null })],
  ['no name', combined({ display_name: '' })],
  ['no certificate', combined({ certificate: null })],
  ['a certificate of the operator', { apple_pay_combined: { simplified: {} }, apple_pay: combined() }],
])('a merchant with %s has no identity on the web', (_, details) =>
  expect(merchantIdentityOf(details)).toBeUndefined(),
);

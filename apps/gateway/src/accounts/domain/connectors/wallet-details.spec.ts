import { type JsonObject, refuse } from '@payorch/contracts';
import { certificate, privateKey } from '../../../../test/certificate-pair';
import { testMerchantIdentity } from '@payorch/harness';
import { googlePay, walletsDetails } from '../../../../test/wallets';
import { checkWalletDetails, googlePayOfMetadata, publicWalletDetails } from './wallet-details';

describe('of the wallet details', () => {
  it('the public details contain every public field and no secret', () => {
    const { merchant_info, allowed_payment_methods } = googlePay;
    const found = publicWalletDetails(walletsDetails);
    expect(found).toEqual({
      google_pay: {
        merchant_info,
        allowed_payment_methods: [
          {
            ...allowed_payment_methods[0],
            tokenization_specification: { type: 'DIRECT', parameters: { public_key: 'BOd' } },
          },
        ],
      },
      samsung_pay: walletsDetails.samsung_pay.merchant_credentials,
      paze: { client_id: 'P1', client_name: 'Acme', client_profile_id: 'acme-1' },
      apple_pay: {
        label: 'Acme',
        supported_networks: ['visa'],
        merchant_capabilities: ['supports3DS'],
        merchant_identifier: 'merchant.acme',
        initiative: 'ios',
        merchant_business_country: 'FR',
      },
    });
    expect(JSON.stringify(found)).not.toContain('secret');
  });

  it.each<[string, JsonObject, object]>([
    ['an unknown wallet', { klarna: {} }, {}],
    ['Apple Pay without settings', { apple_pay: {} }, { apple_pay: null }],
    [
      'Apple Pay with a certificate of the operator',
      { apple_pay_combined: { simplified: walletsDetails.apple_pay_combined.manual } },
      { apple_pay: null },
    ],
    [
      'Apple Pay in its older place, without a country',
      {
        apple_pay: {
          payment_request_data: { label: 'Acme', supported_networks: [], merchant_capabilities: [] },
          session_token_data: { merchant_identifier: 'merchant.acme', initiative: 'web' },
        },
      },
      {
        apple_pay: {
          label: 'Acme',
          supported_networks: [],
          merchant_capabilities: [],
          merchant_identifier: 'merchant.acme',
          initiative: 'web',
          merchant_business_country: null,
        },
      },
    ],
    ['a wallet that is null', { paze: null }, {}],
    ['Google Pay in its older form', { google_pay: googlePay }, { google_pay: null }],
    [
      'Samsung Pay by the credentials of an application',
      { samsung_pay: { application_credentials: { merchant_display_name: 'Acme' } } },
      { samsung_pay: null },
    ],
    [
      'a country that is none',
      {
        samsung_pay: {
          merchant_credentials: {
            ...walletsDetails.samsung_pay.merchant_credentials,
            merchant_business_country: 'Germany',
          },
        },
      },
      { samsung_pay: null },
    ],
    ['half of Paze', { paze: { client_id: 'P1' } }, { paze: null }],
    ['a text', { paze: 'yes' }, { paze: null }],
  ])('%s', (_, sent, expected) => expect(publicWalletDetails(sent)).toEqual(expected));
});

describe('Google Pay in metadata', () => {
  it('Google Pay metadata is read unchanged', () =>
    expect(googlePayOfMetadata({ city: 'NY', google_pay: googlePay })).toEqual(googlePay));

  it.each([[undefined], [null], [{ city: 'NY' }], [{ google_pay: null }]])('%j has no Google Pay details', (metadata) =>
    expect(googlePayOfMetadata(metadata)).toBeUndefined(),
  );

  it.each<[JsonObject]>([
    [{ google_pay: true }],
    [{ google_pay: { ...googlePay, merchant_info: {} } }],
    [{ google_pay: { ...googlePay, allowed_payment_methods: [] } }],
    [{ google_pay: { ...googlePay, allowed_payment_methods: [{ type: 'CARD' }] } }],
  ])('Google Pay metadata %j is unusable', (metadata) => expect(googlePayOfMetadata(metadata)).toBeNull());
});

describe('the certificate of Apple Pay', () => {
  const pem = (text: string) => Buffer.from(text, 'base64').toString();
  const web = (change: object): JsonObject => ({
    session_token_data: { initiative: 'web', certificate, certificate_keys: privateKey, ...change },
  });
  const refused = refuse('invalid_value', {
    field: 'certificate/certificate key',
    path: 'connector_wallets_details',
  });
  const other = testMerchantIdentity.certificate_keys;

  it.each<[string, JsonObject | null]>([
    ['absent details', null],
    ['another wallet', { paze: {} }],
    ['an iOS app', { apple_pay: web({ initiative: 'ios', certificate: 'x' }) }],
    ['base64 of PEM', { apple_pay_combined: { manual: web({}) } }],
    ['PEM', { apple_pay: web({ certificate: pem(certificate), certificate_keys: pem(privateKey) }) }],
    ['a certificate of the operator', { apple_pay_combined: { simplified: web({ certificate: 'x' }) } }],
  ])('%s is accepted', (_, details) => expect(checkWalletDetails(details)).toBeUndefined());

  it.each<[string, object]>([
    ['no certificate', { certificate: undefined }],
    ['a number', { certificate: 7 }],
    ['another text', { certificate: 'a-certificate' }],
    ['a key in its place', { certificate: privateKey }],
    ['no key', { certificate_keys: null }],
    ['a certificate as the key', { certificate_keys: certificate }],
    ['the key of another certificate', { certificate_keys: other }],
  ])('%s is refused in both places', (_, change) => {
    expect(checkWalletDetails({ apple_pay: web(change) })).toEqual(refused);
    expect(checkWalletDetails({ apple_pay_combined: { manual: web(change) } })).toEqual(refused);
  });
});

import { certificate, privateKey } from '../../../../test/certificate-pair';
import { wireErrorOf } from '../../../../test/wire-error';
import { maskSecret } from '../mask-secret';
import { refuseCertificates, withSealedCertificates } from './metadata-certificates';

const session = {
  certificate,
  certificate_keys: privateKey,
  merchant_identifier: 'merchant.example',
  display_name: 'Acme',
  initiative: 'web',
};
const maskedSession = {
  ...session,
  certificate: maskSecret(certificate),
  certificate_keys: maskSecret(privateKey),
};
const request = { label: 'Acme' };
const applePay = { session_token_data: session, payment_request_data: request };
const maskedApplePay = { session_token_data: maskedSession, payment_request_data: request };

const account = (metadata: object | null, masked: object | null) =>
  ({ details: { metadata }, walletDetails: masked && { sealed: 'seal', masked } }) as Parameters<
    typeof withSealedCertificates
  >[1];
const moved = {
  metadata: { city: 'NY', apple_pay: maskedApplePay },
  connector_wallets_details: { apple_pay: applePay },
};
const sent = { metadata: { city: 'NY', apple_pay: applePay } };

it('a certificate moves to the wallet details, which are sealed, and metadata retains it masked', () =>
  expect(withSealedCertificates(sent)).toEqual(moved));

it('a certificate of the newer form moves too', () => {
  const metadata = (manual: object) => ({ apple_pay_combined: { manual } });
  expect(withSealedCertificates({ metadata: metadata(applePay) })).toEqual({
    metadata: metadata(maskedApplePay),
    connector_wallets_details: metadata(applePay),
  });
});

it('other wallet details of the request stay', () => {
  const details = { paze: { client_id: 'p' } };
  expect(withSealedCertificates({ ...sent, connector_wallets_details: details })).toMatchObject({
    connector_wallets_details: { ...details, apple_pay: applePay },
  });
});

it('wallet details of the request with Apple Pay take precedence', () => {
  const details = { apple_pay: { session_token_data: { merchant_identifier: 'other' } } };
  expect(withSealedCertificates({ ...sent, connector_wallets_details: details })).toEqual({
    ...moved,
    connector_wallets_details: details,
  });
});

it.each([[undefined], [null], [{ city: 'NY' }], [{ apple_pay: null }], [{ google_pay: {} }]])(
  'a request with the metadata %j is unchanged',
  (metadata) => {
    const plain = { metadata, connector_wallets_details: { paze: {} } };
    expect(withSealedCertificates(plain)).toBe(plain);
  },
);

describe('an update', () => {
  it('that sends the masked copy back changes nothing', () => {
    const repeated = { metadata: { city: 'LA', apple_pay: maskedApplePay } };
    expect(withSealedCertificates(repeated, account(moved.metadata, { apple_pay: {} }))).toBe(repeated);
  });

  it('with a masked copy that differs from the stored one is refused', () => {
    const changed = { metadata: { apple_pay: { ...maskedApplePay, payment_request_data: { label: 'Other' } } } };
    expect(wireErrorOf(withSealedCertificates(changed, account(moved.metadata, { apple_pay: {} })))).toEqual([
      400,
      'IR_07',
      'Invalid value provided: certificate/certificate key',
    ]);
  });

  it('replaces a certificate that came from metadata', () =>
    expect(withSealedCertificates(sent, account({}, { apple_pay: {} }))).toEqual(moved));

  it('never replaces wallet details that it does not name', () =>
    expect(wireErrorOf(withSealedCertificates(sent, account(null, { paze: {} })))).toEqual([
      400,
      'IR_16',
      'metadata.apple_pay becomes a part of connector_wallets_details: send both, since they are replaced as a whole',
    ]));
});

it('unusable metadata is refused', () =>
  expect(wireErrorOf(withSealedCertificates({ metadata: { apple_pay: 'yes' } }))).toEqual([
    422,
    'IR_05',
    'metadata contains invalid data. Expected format is connector metadata',
  ]));

it.each<[object | undefined, unknown]>([
  [undefined, undefined],
  [{ apple_pay: { payment_request_data: request } }, undefined],
  [{ apple_pay: applePay }, [501, 'IR_00', 'data.apple_pay is not implemented']],
])('metadata %j outside of an account', (metadata, expected) => {
  const refused = refuseCertificates(metadata, 'data');
  expect(refused && wireErrorOf(refused)).toEqual(expected);
});

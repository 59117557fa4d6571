import type { PaymentRequest } from './payment-request';
import { checkOutsideAuthentication, outsideAuthenticationOf } from './outside-authentication';

const cryptogram = 'AAIBBYNoEwAAAAAAg4dRdQAAAAA=';
const data = {
  authentication_cryptogram: { cavv: { authentication_cryptogram: cryptogram } },
  transaction_status: 'Y' as const,
};
const card = { card_number: '4242424242424242', card_exp_month: '10', card_exp_year: '35', card_cvc: '123' };
const request = (changes: object = {}, others: object = {}): PaymentRequest => ({
  payment_method_data: { card },
  three_ds_data: { ...data, ...changes },
  ...others,
});
const withCryptogram = (value: unknown) =>
  request({ authentication_cryptogram: { cavv: { authentication_cryptogram: value } } });

describe('three_ds_data', () => {
  it.each([
    ['absent', {} as PaymentRequest],
    ['null', { three_ds_data: null } as PaymentRequest],
    ['a success', request()],
    [
      'an attempt with everything',
      request({ transaction_status: 'A', eci: '06', version: '2.1.0', ds_trans_id: 'ds' }),
    ],
    ['nulls', request({ eci: null, version: null, ds_trans_id: null })],
  ])('%s is accepted', (_name, sent) => expect(checkOutsideAuthentication(sent)).toBeUndefined());

  it.each<[string, PaymentRequest, string, object]>([
    ...['N', 'U', 'R', 'C', 'D', 'I'].map(
      (transaction_status) =>
        [
          `the result ${transaction_status}`,
          request({ transaction_status }),
          'value_not_allowed',
          { field: 'three_ds_data.transaction_status' },
        ] as [string, PaymentRequest, string, object],
    ),
    ['no cryptogram', withCryptogram(null), 'missing_param', { field: 'authentication_cryptogram' }],
    ['a number', withCryptogram(7), 'missing_param', { field: 'authentication_cryptogram' }],
    ['a short one', withCryptogram('AAAA'), 'value_not_allowed', { field: 'three_ds_data.authentication_cryptogram' }],
    ['another indicator', request({ eci: '005' }), 'value_not_allowed', { field: 'three_ds_data.eci' }],
    ['an old version', request({ version: '1.0.2' }), 'value_not_allowed', { field: 'three_ds_data.version' }],
    [
      'a long id',
      request({ ds_trans_id: 'x'.repeat(65) }),
      'value_not_allowed',
      { field: 'three_ds_data.ds_trans_id' },
    ],
    ['no card', request({}, { payment_method_data: { wallet: {} } }), 'invalid_request', {}],
  ])('%s is refused', (_name, sent, code, details) =>
    expect(checkOutsideAuthentication(sent)).toMatchObject({ kind: 'refused', code, details }),
  );

  it('is accepted beside a request for an authentication of ours, which it replaces', () =>
    expect(
      checkOutsideAuthentication(request({}, { request_external_three_ds_authentication: true })),
    ).toBeUndefined());

  it('becomes the proof of its card', () => {
    expect(outsideAuthenticationOf(request({ eci: '05' }))).toEqual({
      transactionStatus: 'Y',
      cryptogram,
      eci: '05',
      dsTransactionId: null,
      version: null,
    });
    expect(outsideAuthenticationOf({} as PaymentRequest)).toBeUndefined();
  });
});

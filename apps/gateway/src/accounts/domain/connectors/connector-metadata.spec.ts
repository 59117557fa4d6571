import { certificate, privateKey } from '../../../../test/certificate-pair';
import { wireErrorOf } from '../../../../test/wire-error';
import { checkConnectorMetadata } from './connector-metadata';

describe('metadata', () => {
  const badShape = [422, 'IR_05', 'metadata contains invalid data. Expected format is connector metadata'];
  const session = {
    certificate,
    certificate_keys: privateKey,
    merchant_identifier: 'merchant.example',
    display_name: 'Acme',
    initiative: 'web',
  };
  const applePay = (change: object) => ({ apple_pay: { session_token_data: { ...session, ...change } } });

  it.each([
    [{ apple_pay: 'yes' }, badShape],
    [{ apple_pay: { session_token_data: { certificate } } }, badShape],
    [{ noon: { order_category: 7 } }, badShape],
    [{ braintree: ['a'] }, badShape],
    [applePay({ certificate: 'x' }), [400, 'IR_07', 'Invalid value provided: certificate/certificate key']],
  ])('metadata %j is refused', (metadata, expected) =>
    expect(wireErrorOf(checkConnectorMetadata(metadata))).toEqual(expected),
  );

  it.each([[undefined], [{ city: 'NY' }], [applePay({})], [{ noon: null, braintree: { merchant_account_id: 'a' } }]])(
    'metadata %j is accepted',
    (metadata) => expect(checkConnectorMetadata(metadata)).toBeUndefined(),
  );
});

import { certificate, privateKey } from '../../../../test/certificate-pair';
import { wireErrorOf } from '../../../../test/wire-error';
import { maskCredentials, readCredentials } from './connector-credentials';

describe('credentials', () => {
  it('credentials have only the fields of their type', () =>
    expect(readCredentials({ auth_type: 'HeaderKey', api_key: 'k', other: 'x' }, ['HeaderKey'])).toEqual({
      auth_type: 'HeaderKey',
      api_key: 'k',
    }));

  it.each([
    [
      undefined,
      422,
      'IR_05',
      'connector_account_details contains invalid data. Expected format is auth_type and api_key',
    ],
    [
      { auth_type: 'Nope' },
      422,
      'IR_05',
      'connector_account_details contains invalid data. Expected format is auth_type and api_key',
    ],
    [
      { auth_type: 'BodyKey', api_key: 'k' },
      422,
      'IR_05',
      'connector_account_details contains invalid data. Expected format is auth_type and api_key',
    ],
    [{ auth_type: 'BodyKey', api_key: 'k', key1: 'l' }, 422, 'IR_06', 'The auth type is invalid for the connector'],
    [
      { auth_type: 'HeaderKey', api_key: '  ' },
      422,
      'IR_05',
      'connector_account_details.api_key contains invalid data. Expected format is a non empty String',
    ],
    [
      { auth_type: 'CurrencyAuthKey', auth_key_map: {} },
      422,
      'IR_05',
      'connector_account_details.auth_key_map contains invalid data. Expected format is a non empty map',
    ],
    [
      { auth_type: 'CurrencyAuthKey', auth_key_map: { EUR: { api_key: 'k' } } },
      422,
      'IR_06',
      'The auth type is invalid for the connector',
    ],
    [
      { auth_type: 'CertificateAuth', certificate: 'x', private_key: privateKey },
      422,
      'IR_05',
      'connector_account_details.certificate or connector_account_details.private_key contains invalid data. Expected format is a valid base64 encoded string of PEM encoded Certificate and Private Key',
    ],
    [
      { auth_type: 'CertificateAuth', certificate, private_key: privateKey },
      422,
      'IR_06',
      'The auth type is invalid for the connector',
    ],
    [
      { auth_type: 'BodyKey', api_key: 'k', key1: '' },
      422,
      'IR_05',
      'connector_account_details.key1 contains invalid data. Expected format is a non empty String',
    ],
  ])('%j are refused: %i %s %s', (details, ...expected) =>
    expect(wireErrorOf(readCredentials(details, ['HeaderKey']))).toEqual(expected),
  );

  it('the credentials are masked', () =>
    expect(maskCredentials({ auth_type: 'BodyKey', api_key: 'sk_acme_12345', key1: 'abc' })).toEqual({
      auth_type: 'BodyKey',
      api_key: 'sk*********45',
      key1: '***',
    }));
});

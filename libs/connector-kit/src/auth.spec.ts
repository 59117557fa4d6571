import { acceptedCredentials } from './auth';

describe('acceptedCredentials', () => {
  const bodyKey = acceptedCredentials(['BodyKey']);

  it('a shape retains its own fields and drops others', () => {
    const details = { auth_type: 'BodyKey', api_key: 'a', key1: 'b', other: 'c' };
    expect(bodyKey.parse(details)).toEqual({ auth_type: 'BodyKey', api_key: 'a', key1: 'b' });
  });

  it.each([
    ['another type', { auth_type: 'HeaderKey', api_key: 'a', key1: 'b' }],
    ['a missing field', { auth_type: 'BodyKey', api_key: 'a' }],
    ['an empty field', { auth_type: 'BodyKey', api_key: 'a', key1: ' ' }],
    ['a number', { auth_type: 'BodyKey', api_key: 'a', key1: 7 }],
  ])('a shape refuses %s', (_, details) => {
    expect(bodyKey.safeParse(details).success).toBe(false);
  });

  const accepted = acceptedCredentials(['HeaderKey', 'BodyKey']);

  it('a connector with several shapes takes each of them with its own fields', () => {
    const details = { api_key: 'a', key1: 'b' };
    expect(accepted.parse({ auth_type: 'HeaderKey', ...details })).toEqual({ auth_type: 'HeaderKey', api_key: 'a' });
    expect(accepted.parse({ auth_type: 'BodyKey', ...details })).toEqual({ auth_type: 'BodyKey', ...details });
  });

  it.each([{ auth_type: 'BodyKey', api_key: 'a' }, { auth_type: 'SignatureKey', api_key: 'a' }, null])(
    'the connector refuses %j',
    (details) => expect(accepted.safeParse(details).success).toBe(false),
  );
});

import { ApiKeyListQuery, PaymentsRetrieveQuery } from '@payorch/rest';
import { QueryError } from './errors';
import { validQuery } from './query';

describe('validQuery', () => {
  it('reads flags and integers out of text, and text as it is', () => {
    const query = { force_sync: 'true', expand_attempts: 'false', client_secret: 'true', merchant_id: '5', other: 'x' };
    expect(validQuery(query, PaymentsRetrieveQuery)).toEqual(
      Object.assign(new PaymentsRetrieveQuery(), {
        force_sync: true,
        expand_attempts: false,
        client_secret: 'true',
        merchant_id: '5',
      }),
    );
    expect(validQuery({ limit: '20', skip: '0' }, ApiKeyListQuery)).toMatchObject({ limit: 20, skip: 0 });
    expect(validQuery(undefined, ApiKeyListQuery)).toEqual(new ApiKeyListQuery());
  });

  it.each([
    [{ force_sync: 'yes' }, PaymentsRetrieveQuery, 'provided string was not `true` or `false`'],
    [{ force_sync: '' }, PaymentsRetrieveQuery, 'provided string was not `true` or `false`'],
    [{ force_sync: ['true', 'true'] }, PaymentsRetrieveQuery, 'duplicate field `force_sync`'],
    [{ client_secret: 'a\0b' }, PaymentsRetrieveQuery, 'NUL character in a value'],
    [{ limit: '1.0' }, ApiKeyListQuery, 'invalid digit found in string'],
    [{ limit: '' }, ApiKeyListQuery, 'invalid digit found in string'],
    [
      { limit: '99999999999999999999' },
      ApiKeyListQuery,
      'invalid value: integer `100000000000000000000`, expected i64',
    ],
  ])('%j', (query, dto, detail) => {
    expect(() => validQuery<object>(query, dto)).toThrow(new QueryError(detail));
    expect(new QueryError(detail).message).toBe(`Query deserialize error: ${detail}`);
  });
});

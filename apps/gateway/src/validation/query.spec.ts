import { ApiKeyListQuery, FeatureMatrixQuery, PaymentListQuery, PaymentsRetrieveQuery } from '@payorch/rest';
import { QueryError } from '../errors/errors';
import { validQuery } from './query';

describe('validQuery', () => {
  it('booleans and integers are converted, text is not', () => {
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

  it("both spellings of a list's times are read", () => {
    const query = { created_gte: '2026-01-05T10:00:00Z', 'created.lt': '2026-02-05T10:00:00Z' };
    expect(validQuery(query, PaymentListQuery)).toEqual(Object.assign(new PaymentListQuery(), query));
  });

  it('a repeated parameter becomes a list', () => {
    const listOf = (connectors: unknown) => validQuery({ connectors }, FeatureMatrixQuery).connectors;
    expect([listOf('stripe'), listOf(['stripe', 'adyen'])]).toEqual([['stripe'], ['stripe', 'adyen']]);
    expect(() => listOf('unlisted')).toThrow(/^Query deserialize error: unknown variant `unlisted`/);
  });

  it.each([
    [{ force_sync: 'yes' }, PaymentsRetrieveQuery, 'provided string was not `true` or `false`'],
    [{ force_sync: '' }, PaymentsRetrieveQuery, 'provided string was not `true` or `false`'],
    [{ force_sync: ['true', 'true'] }, PaymentsRetrieveQuery, 'duplicate field `force_sync`'],
    [{ client_secret: 'a\0b' }, PaymentsRetrieveQuery, 'NUL character in a value'],
    [
      { 'created.before': '2026-01-05T10:00:00Z' },
      PaymentListQuery,
      'unknown field `created.before`, expected one of `customer_id`, `starting_after`, `ending_before`, `limit`, `created`, `created_lt`, `created_gt`, `created_lte`, `created_gte`, `created.lt`, `created.gt`, `created.lte`, `created.gte`',
    ],
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

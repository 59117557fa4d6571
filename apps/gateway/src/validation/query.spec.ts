import {
  ApiKeyListQuery,
  FeatureMatrixQuery,
  MerchantAccountListQuery,
  PaymentListQuery,
  PaymentsRetrieveQuery,
  ToggleBlocklistQuery,
} from '@payorch/rest';
import { QueryError } from '../errors';
import { validQuery } from './query';

const errorOf = (query: unknown, dto: new () => object): QueryError => {
  try {
    validQuery(query, dto);
  } catch (error) {
    if (error instanceof QueryError) return error;
  }
  throw new Error('was accepted');
};
const listFields =
  '`customer_id`, `starting_after`, `ending_before`, `limit`, `created`, `created_lt`, `created_gt`, `created_lte`, `created_gte`, `created.lt`, `created.gt`, `created.lte`, `created.gte`';

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

  it("both spellings of a list's times are read, in UTC", () => {
    const query = { created_gte: '2026-01-05T10:00:00Z', 'created.lt': '2026-02-05T10:00:00+18:07' };
    const utc = { created_gte: '2026-01-05T10:00:00.000Z', 'created.lt': '2026-02-04T15:53:00.000Z' };
    expect(validQuery(query, PaymentListQuery)).toEqual(Object.assign(new PaymentListQuery(), utc));
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
      `unknown field \`created.before\`, expected one of ${listFields}`,
    ],
    [{ limit: '1.0' }, ApiKeyListQuery, 'invalid digit found in string'],
    [{ limit: '' }, ApiKeyListQuery, 'invalid digit found in string'],
    [
      { limit: '99999999999999999999' },
      ApiKeyListQuery,
      'invalid value: integer `100000000000000000000`, expected i64',
    ],
    [{}, MerchantAccountListQuery, 'missing field `organization_id`'],
  ])('%j: the message is that of the interface, and the list has one problem', (query, dto, detail) => {
    const { message, fields } = errorOf(query, dto);
    expect(message).toBe(`Query deserialize error: ${detail}`);
    const [field] = Object.keys(query);
    expect(fields).toEqual([
      { field: field ?? 'organization_id', message: expect.any(String) as string, code: 'IR_06' },
    ]);
  });

  it('every problem is listed, the one of the message first, with the nearest names and without values', () => {
    const query = {
      limit: 'secret',
      created: 'secret',
      limt: 'secret',
      'created.bfore': 'secret',
      customer_id: ['secret', 'secret'],
    };
    const { message, fields } = errorOf(query, PaymentListQuery);
    expect(message).toBe(`Query deserialize error: unknown field \`limt\`, expected one of ${listFields}`);
    const unknown = { message: 'unknown field, expected one of 13 names', code: 'IR_06' };
    expect(fields).toEqual([
      { field: 'limt', ...unknown, nearest: 'limit' },
      { field: 'created.bfore', ...unknown },
      { field: 'customer_id', message: 'duplicate field `customer_id`', code: 'IR_06' },
      { field: 'limit', message: 'invalid digit found in string', code: 'IR_06' },
      { field: 'created', message: 'invalid value: string, expected an ISO 8601 date-time', code: 'IR_06' },
    ]);
  });

  it('a wrong value of a repeated parameter is named by its position, a required one is not also missing', () => {
    expect(errorOf({ connectors: ['stripe', 'stripo'] }, FeatureMatrixQuery).fields).toEqual([
      { field: 'connectors[1]', message: expect.any(String) as string, code: 'IR_06', nearest: 'stripe' },
    ]);
    expect(errorOf({ status: 'yes' }, ToggleBlocklistQuery).fields).toEqual([
      { field: 'status', message: 'provided string was not `true` or `false`', code: 'IR_06' },
    ]);
  });
});

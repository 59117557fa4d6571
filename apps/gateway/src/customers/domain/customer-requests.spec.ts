import { refuse } from '@payorch/contracts';
import { QueryError } from '../../errors';
import { checkCountedList, checkCustomerRequest, checkCustomerUpdate } from './check-customer-request';
import { toCustomerFields } from './to-customer-fields';

it.each(['list', 'LIST', 'list_with_count', 'payment_methods'])('the id %s is refused: it is a word of a path', (id) =>
  expect(checkCustomerRequest({ customer_id: id })).toEqual(refuse('customer_value_invalid', { field: 'customer_id' })),
);

it.each([
  [Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, 1])), 'at most 50 keys'],
  [{ ['k'.repeat(41)]: 1 }, 'keys of at most 40 characters'],
  [{ a: 'x'.repeat(501) }, 'values of at most 500 characters'],
])('metadata beyond its limits is refused', (metadata, expected) => {
  const refused = refuse('invalid_format', { field: 'metadata', expected });
  expect(checkCustomerRequest({ metadata })).toEqual(refused);
  expect(checkCustomerUpdate({ metadata })).toEqual(refused);
});

it('an id and metadata that are both wrong are listed', () => {
  const metadata = refuse('invalid_format', { field: 'metadata', expected: 'keys of at most 40 characters' });
  expect(checkCustomerRequest({ customer_id: 'list', metadata: { ['k'.repeat(41)]: 1 } })).toEqual({
    ...refuse('customer_value_invalid', { field: 'customer_id' }),
    others: [metadata],
  });
});

it.each([[0], [101]])('a counted page of %d is refused in plain text', (limit) => {
  const message = 'limit should be in between 1 and 100';
  const refused = new QueryError(message, [{ field: 'limit', message, code: 'IR_06' }]);
  expect(() => checkCountedList({ limit })).toThrow(expect.objectContaining({ ...refused, message: refused.message }));
});

it.each([[undefined], [null], [1], [100]])('a counted page of %j passes', (limit) =>
  expect(() => checkCountedList(limit === undefined ? {} : { limit })).not.toThrow(),
);

it('only fields of the interface pass, and only sent ones', () =>
  expect(
    toCustomerFields({ name: 'Jo', phone: null, redacted_at: 'x', version: 9, merchant_id: 'evil' } as never),
  ).toEqual({ name: 'Jo', phone: null }));

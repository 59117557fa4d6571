import { readJson } from '../../validation/json';
import { differingFields, fieldDigests } from './field-digests';

const body = { amount: 1, currency: 'USD', customer: { name: 'Jo' }, description: undefined };
const first = fieldDigests({ body }, 'secret');
const compare = (sent: unknown, kind = 'merchant', secrets = ['newer', 'secret']) =>
  differingFields(first, { body: sent, caller: [kind, null] }, secrets);

describe('the fields in which two requests under one key differ', () => {
  it.each<[string, unknown, readonly string[]]>([
    ['the same body', { ...body }, []],
    ['another order of fields', { currency: 'USD', customer: { name: 'Jo' }, amount: 1 }, []],
    ['another value', { ...body, amount: 2 }, ['amount']],
    ['another nested value', { ...body, customer: { name: 'Jo', email: 'x' } }, ['customer']],
    ['a field less', { amount: 1, currency: 'USD' }, ['customer']],
    ['a field more', { ...body, description: 'tea' }, ['description']],
    ['values of one another', { ...body, amount: 'USD', currency: 1 }, ['amount', 'currency']],
    ['no body', undefined, ['amount', 'currency', 'customer']],
    ['a list', [1], ['amount', 'currency', 'customer']],
    [
      'a body without a class',
      readJson(Buffer.from('{"amount":1,"currency":"EUR","customer":{"name":"Jo"}}')),
      ['currency'],
    ],
  ])('%s', (_, sent, fields) => expect(compare(sent)).toEqual(fields));

  it.each(['client', 'ephemeral'])('a caller of the kind %s does not learn them', (kind) =>
    expect(compare({ amount: 2 }, kind)).toEqual([]),
  );

  it('the operator learns them', () => expect(compare({ ...body, amount: 2 }, 'admin')).toEqual(['amount']));

  it('a digest needs the secret and has no value in it', () => {
    expect(fieldDigests({ body }, 'other')).not.toEqual(first);
    expect(compare({ ...body }, 'merchant', ['other'])).toEqual(['amount', 'currency', 'customer']);
    for (const digest of Object.values(first)) expect(digest).toMatch(/^[A-Za-z0-9_-]{11}$/);
  });

  it('a body that is no object has no digests', () => expect(fieldDigests({ body: 'x' }, 'secret')).toEqual({}));
});

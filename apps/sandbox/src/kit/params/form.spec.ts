import { treeOf } from './form';

it.each([
  ['a plain value', { amount: '100' }, { amount: '100' }],
  [
    'nested values',
    { 'card[number]': '4', 'card[networks][preferred]': 'visa' },
    { card: { number: '4', networks: { preferred: 'visa' } } },
  ],
  ['a list by number', { 'expand[0]': 'a', 'expand[1]': 'b' }, { expand: ['a', 'b'] }],
  ['a list by empty brackets', { 'expand[]': ['a', 'b'] }, { expand: ['a', 'b'] }],
  ['the last of two values', { amount: ['1', '2'] }, { amount: '2' }],
  ['a list with gaps as an object', { 'a[1]': 'x' }, { a: { 1: 'x' } }],
  ['misplaced brackets', { 'a]b': 'x', '[c]': 'y' }, { 'a]b': 'x', '[c]': 'y' }],
  ['a hash after a value', { a: '1', 'a[b]': '2' }, { a: { b: '2' } }],
])('the form is parsed: %s', (_, pairs, tree) => {
  expect(treeOf(pairs)).toEqual(tree);
});

it('an empty form is parsed as an empty tree', () => {
  for (const nothing of [undefined, null, '']) expect(treeOf(nothing)).toEqual({});
});

it('a form cannot pollute the object prototype', () => {
  const tree = treeOf(
    JSON.parse('{"__proto__[polluted]": "yes", "a[__proto__][polluted]": "yes", "constructor[x]": "1"}'),
  );
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect(tree).toHaveProperty('constructor');
});

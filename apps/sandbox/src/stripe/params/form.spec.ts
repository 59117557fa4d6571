import { treeOf } from './form';

it.each([
  ['plain', { amount: '100' }, { amount: '100' }],
  [
    'nested',
    { 'card[number]': '4', 'card[networks][preferred]': 'visa' },
    { card: { number: '4', networks: { preferred: 'visa' } } },
  ],
  ['a list by number', { 'expand[0]': 'a', 'expand[1]': 'b' }, { expand: ['a', 'b'] }],
  ['a list by empty brackets', { 'expand[]': ['a', 'b'] }, { expand: ['a', 'b'] }],
  ['said twice: the last', { amount: ['1', '2'] }, { amount: '2' }],
  ['a list with gaps is none', { 'a[1]': 'x' }, { a: { 1: 'x' } }],
  ['no brackets at all', { 'a]b': 'x', '[c]': 'y' }, { 'a]b': 'x', '[c]': 'y' }],
  ['a value, then a hash', { a: '1', 'a[b]': '2' }, { a: { b: '2' } }],
])('%s', (_, pairs, tree) => {
  expect(treeOf(pairs)).toEqual(tree);
});

it('reads nothing where there is nothing', () => {
  for (const nothing of [undefined, null, '']) expect(treeOf(nothing)).toEqual({});
});

it('cannot be led to what every object has', () => {
  const tree = treeOf(
    JSON.parse('{"__proto__[polluted]": "yes", "a[__proto__][polluted]": "yes", "constructor[x]": "1"}'),
  );
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect(tree).toHaveProperty('constructor');
});

import { isSameValue } from './same-value';

it.each<[unknown, unknown, boolean]>([
  [1, 1, true],
  [1n, 1n, true],
  [1, '1', false],
  [null, undefined, true],
  [null, 0, false],
  [{ a: 1, b: null }, { a: 1 }, true],
  [{ a: { b: [1, 2] } }, { a: { b: [1, 2] } }, true],
  [{ a: { b: [1, 2] } }, { a: { b: [2, 1] } }, false],
  [[1], [1, 2], false],
  [[], {}, false],
  [{ a: 1 }, { b: 1 }, false],
])('%p and %p are the same: %p', (one, other, same) => {
  expect(isSameValue(one, other)).toBe(same);
  expect(isSameValue(other, one)).toBe(same);
});

import { readNumber, shownNumber } from './migrated-number';

it.each([
  ['4242424242424242', { kind: 'whole', number: '4242424242424242' }, '424242******4242'],
  ['4242 4242 4242 4242', { kind: 'whole', number: '4242424242424242' }, '424242******4242'],
  ['424242XXXXXX4242', { kind: 'masked', bin: '424242', extendedBin: null, last4: '4242' }, '424242******4242'],
  ['42424242****4242', { kind: 'masked', bin: '424242', extendedBin: '42424242', last4: '4242' }, '424242******4242'],
  ['424242••••••4242', { kind: 'masked', bin: '424242', extendedBin: null, last4: '4242' }, '424242******4242'],
])('%s is read as %j and shown as %s', (text, expected, shown) => {
  const number = readNumber(text);
  expect(number).toEqual(expected);
  expect(number && shownNumber(number)).toBe(shown);
});

it.each(['4242424242424241', '************4242', '4242', '424242XXXXXX42', '', '424242x42424242x4242'])(
  '%j is no card number, neither whole nor masked',
  (text) => expect(readNumber(text)).toBeUndefined(),
);

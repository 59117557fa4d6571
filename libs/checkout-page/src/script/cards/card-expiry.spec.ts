import { checkExpiry, expiryOf, formatExpiry } from './card-expiry';

it.each([
  ['1', '1'],
  ['5', '05'],
  ['12', '12'],
  ['122', '12/2'],
  ['1229', '12/29'],
  ['529', '05/29'],
  ['12/29', '12/29'],
  ['12 / 29', '12/29'],
  ['1/29', '01/29'],
  ['12/2029', '12/2029'],
  ['12/', '12'],
  ['12/29999', '12/29'],
  ['ab', ''],
])('%j is shown as %j', (typed, shown) => expect(formatExpiry(typed)).toBe(shown));

it.each([
  ['12/29', { month: 12, year: 2029 }],
  [' 1 / 2030 ', { month: 1, year: 2030 }],
  ['13/29', { month: 13, year: 2029 }],
  ['12', undefined],
  ['12/2', undefined],
  ['12/1999', undefined],
])('%j is %j', (typed, expected) => expect(expiryOf(typed)).toEqual(expected));

it.each([
  ['', 'required'],
  ['12', 'expiryIncomplete'],
  ['00/29', 'expiryMonth'],
  ['13/29', 'expiryMonth'],
  ['10/26', 'expiryPast'],
  ['11/26', undefined],
  ['12/26', undefined],
  ['11/56', undefined],
  ['12/56', 'expiryWrong'],
])('in November 2026 the date %j: %s', (typed, expected) =>
  expect(checkExpiry(typed, { year: 2026, month: 11 })?.key).toBe(expected),
);

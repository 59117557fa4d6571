import fc from 'fast-check';
import { networkOf } from './card-networks';
import { checkCardNumber, checkCvc, digitsOf, formatCardNumber, passesLuhn } from './card-number';

it.each([
  ['4', 'Visa'],
  ['4242424242424242', 'Visa'],
  ['5555555555554444', 'Mastercard'],
  ['2221000000000009', 'Mastercard'],
  ['2720', 'Mastercard'],
  ['2721', undefined],
  ['378282246310005', 'AmericanExpress'],
  ['38000000000006', 'DinersClub'],
  ['3056930902', 'DinersClub'],
  ['6011111111111117', 'Discover'],
  ['6510', 'Discover'],
  ['6221260000000000', 'Discover'],
  ['6200000000000005', 'UnionPay'],
  ['3530111333300000', 'JCB'],
  ['6521', 'RuPay'],
  ['6304', 'Maestro'],
  ['', undefined],
  ['9', undefined],
])('the network of %j is %s', (digits, name) => expect(networkOf(digits)?.name).toBe(name));

it.each([
  ['42424242', '4242 4242'],
  ['4242 42424242x4242', '4242 4242 4242 4242'],
  ['378282246310005', '3782 822463 10005'],
  ['3782822463100059', '3782 822463 10005'],
  ['38000000000006', '3800 000000 0006'],
  ['55555555555544445', '5555 5555 5555 4444'],
  ['', ''],
])('%j is shown as %j', (typed, shown) => expect(formatCardNumber(typed)).toBe(shown));

it('formatting changes no digit and is the same the second time', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9 ]{0,16}$/), (typed) => {
      const shown = formatCardNumber(typed);
      expect(digitsOf(typed).startsWith(digitsOf(shown))).toBe(true);
      expect(formatCardNumber(shown)).toBe(shown);
    }),
  );
});

it('one changed digit does not pass the check digit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 15 }), fc.integer({ min: 1, max: 9 }), (place, shift) => {
      const digits = [...'4242424242424242'];
      digits[place] = String((Number(digits[place]) + shift) % 10);
      expect(passesLuhn(digits.join(''))).toBe(false);
    }),
  );
});

describe('checkCardNumber', () => {
  it.each([
    ['', [], 'required'],
    ['4242 4242 4242 4242', [], undefined],
    ['4242 4242 4242 4242', ['Visa'], undefined],
    ['4242 4242 4242 4242', ['Mastercard'], 'networkRefused'],
    ['4242 4242 4242 4242', ['CartesBancaires'], undefined],
    ['4242 4242 4242', ['Visa'], 'numberIncomplete'],
    ['4242 4242 4242 4241', ['Visa'], 'numberWrong'],
    ['4222222222222', ['Visa'], undefined],
    ['3782 822463 10005', ['AmericanExpress'], undefined],
    ['3782 822463 1000', ['AmericanExpress'], 'numberIncomplete'],
    ['9999 9999', ['Visa'], 'numberIncomplete'],
    ['9999 9999 9999 9995', ['Visa'], undefined],
  ])('%j with the networks %j: %s', (number, networks, expected) =>
    expect(checkCardNumber(number, networks)?.key).toBe(expected),
  );

  it('a refusal names the network as customers know it', () =>
    expect(checkCardNumber('378282246310005', ['Visa'])?.values).toEqual({ network: 'American Express' }));
});

it.each([
  ['123', '4242', undefined],
  ['1234', '4242', 'cvcLength'],
  ['1234', '3782', undefined],
  ['123', '3782', 'cvcLength'],
  ['123', '', undefined],
  ['1234', '', undefined],
  ['12', '', 'cvcLength'],
  ['', '4242', 'required'],
])('the security code %j of %j: %s', (cvc, number, expected) => expect(checkCvc(cvc, number)?.key).toBe(expected));

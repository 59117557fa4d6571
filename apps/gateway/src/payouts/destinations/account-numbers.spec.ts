import { compact, isBic, isIban, isRoutingNumber } from './account-numbers';

describe('account numbers', () => {
  it('blanks and dashes are removed', () => expect(compact('20-41 53')).toBe('204153'));

  it.each(['021000021', '011401533', '091000019'])('%s is a routing number', (digits) =>
    expect(isRoutingNumber(digits)).toBe(true),
  );

  it.each(['021000022', '02100002', '0210000210', '000000000', '02100002a'])('%s is no routing number', (digits) =>
    expect(isRoutingNumber(digits)).toBe(false),
  );

  it.each([
    'NL46TEST0136169112',
    'DE89370400440532013000',
    'GB82WEST12345698765432',
    'MT84MALT011000012345MTLCAST001S',
  ])('%s is an IBAN', (text) => expect(isIban(text)).toBe(true));

  it.each([
    'NL46TEST0136169113',
    'DE98370400440532013000',
    'de89370400440532013000',
    'NL46',
    '4689370400440532013000',
    '',
  ])('%j is no IBAN', (text) => expect(isIban(text)).toBe(false));

  it.each([
    ['ABNANL2A', true],
    ['DEUTDEFF500', true],
    ['ABNANL2', false],
    ['ABNANL2AXX', false],
    ['ABNA1L2A', false],
  ])('%s as a BIC is %s', (text, valid) => expect(isBic(text)).toBe(valid));
});

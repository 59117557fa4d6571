import { maskDeep, maskSecret, maskValues } from './mask-secret';

describe('maskSecret', () => {
  it.each([
    ['sk_acme_12345', 'sk*********45'],
    ['12345', '12*45'],
    ['1234', '****'],
    ['a', '*'],
    ['', ''],
  ])('%j is masked as %j', (secret, shown) => expect(maskSecret(secret)).toBe(shown));

  it('the values of a map are masked, its keys are not', () =>
    expect(maskValues({ authorization: 'token-1' })).toEqual({ authorization: 'to***-1' }));
});

it('every text of JSON is masked, nothing else', () =>
  expect(maskDeep({ a: 'secret', b: [1, true, null, { c: 'abcdef' }] })).toEqual({
    a: 'se**et',
    b: [1, true, null, { c: 'ab**ef' }],
  }));

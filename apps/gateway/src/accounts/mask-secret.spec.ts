import { maskDeep, maskSecret, maskValues } from './mask-secret';

describe('maskSecret', () => {
  it.each([
    ['sk_acme_12345', 'sk*********45'],
    ['12345', '12*45'],
    ['1234', '****'],
    ['a', '*'],
    ['', ''],
  ])('shows %j as %j', (secret, shown) => expect(maskSecret(secret)).toBe(shown));

  it('masks the values of a map and leaves its names', () =>
    expect(maskValues({ authorization: 'token-1' })).toEqual({ authorization: 'to***-1' }));
});

it('masks every text of JSON and nothing else', () =>
  expect(maskDeep({ a: 'secret', b: [1, true, null, { c: 'abcdef' }] })).toEqual({
    a: 'se**et',
    b: [1, true, null, { c: 'ab**ef' }],
  }));

import { isClientReturnUrl, returnParameters, signedPart, withReturnParameters } from './return-parameters';

describe('a return URL of a client', () => {
  it.each([
    'https://acme.example/done',
    'https://acme.example/done?basket=7&a=%C3%BC+b',
    'https://acme.example/done?filter[a]=b&basket.id=1',
    'https://acme.example/done?=x&empty=',
    'https://acme.example/status?q=payment_id#amount=1&status=succeeded',
  ])('%s is accepted', (url) => expect(isClientReturnUrl(url)).toBe(true));

  it.each([
    ...returnParameters.map((name) => `${name}=x`),
    'q=1%26status%3Dsucceeded%26t%3D2',
    ...['q=a%3Db', 'q=50%25', 'q=%zz', 'a%26b=1', 'a%3Db=1', 'q=a=b'],
    ...['Status=succeeded', 'payment.id=x', 'payment%20id=x', 'payment[id=x', 'payment_id[]=x', '+amount=1'],
    ...['amount%00x=1', 'basket=7&AMOUNT=1', '%73tatus=succeeded'],
  ])('the query %s is refused', (query) => expect(isClientReturnUrl(`https://acme.example/done?${query}`)).toBe(false));

  it('a text that is no URL is refused', () => expect(isClientReturnUrl('done')).toBe(false));
});

it('a text enters the signed text as it is, and encoded where it could be several parameters', () => {
  expect(['a b', 'ü', 'a+b', '', 'x;y'].map(signedPart)).toEqual(['a b', 'ü', 'a+b', '', 'x;y']);
  expect(['1&s=2', 'a=b', '50%', '%26'].map(signedPart)).toEqual(['1%26s%3D2', 'a%3Db', '50%25', '%2526']);
});

it('the service’s parameters replace those of the same name, and come last', () =>
  expect(
    withReturnParameters('https://acme.example/?status=open&a=1&status=x#top', [
      ['status', 'failed'],
      ['payment_id', 'pay_1'],
    ]).href,
  ).toBe('https://acme.example/?a=1&status=failed&payment_id=pay_1#top'));

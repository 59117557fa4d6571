import { checkMerchantUrls, isMerchantUrl } from './merchant-url';

describe('isMerchantUrl', () => {
  it.each([
    'https://acme.example/done',
    'http://127.0.0.1:9000/hook?x=1',
    'https://bücher.example/',
    'HTTPS://ACME.EXAMPLE',
  ])('%s is a valid URL', (url) => expect(isMerchantUrl(url)).toBe(true));

  it.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'ftp://acme.example',
    'https://user@acme.example',
    'https://user:word@acme.example',
    'https://acme.example/\r\nSet-Cookie: x',
    'java\tscript:alert(1)',
    'https://acme.example/a b',
    'https://',
    '/done',
    'acme.example',
    '',
  ])('%j is not a valid URL', (url) => expect(isMerchantUrl(url)).toBe(false));
});

describe('checkMerchantUrls', () => {
  it('absent fields pass', () =>
    expect(checkMerchantUrls({ return_url: undefined, webhook_url: null })).toBeUndefined());

  it('the refusal names the field', () =>
    expect(checkMerchantUrls({ return_url: 'https://acme.example', webhook_url: 'file:///etc' })).toMatchObject({
      code: 'invalid_format',
      details: { field: 'webhook_url' },
    }));
});

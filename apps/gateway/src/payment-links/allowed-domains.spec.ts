import { frameSourceOf, isAllowedDomain, isAllowedFrame } from './allowed-domains';

describe('a domain that may frame a link', () => {
  it.each([
    ['acme.example', 'acme.example'],
    ['*.Acme.Example', '*.acme.example'],
    ['https://pay.acme.example', 'https://pay.acme.example'],
    ['localhost:5500', 'localhost:5500'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ])('%s is the source %s', (text, source) => expect(frameSourceOf(text)).toBe(source));

  it.each([
    ...['*', '*.example', '', ' acme.example', 'acme.example/pay', 'https://', 'ftp://acme.example', "'self'"],
    ...['acme.example; script-src *', 'acme.example\n', 'acme.example, evil.example', 'a*.acme.example'],
    ...['acme.example:99999', 'user@acme.example', 'https://acme.example?x=1', `${'a'.repeat(250)}.example`],
    ...['javascript:alert(1)', '-acme.example', 'data:text/html,x'],
  ])('%j is none', (text) => {
    expect(isAllowedDomain(text)).toBe(false);
    expect(frameSourceOf(text)).toBeUndefined();
  });

  it.each([
    ['acme.example', 'https://acme.example/basket?x=1', true],
    ['acme.example', 'http://acme.example/', true],
    ['acme.example', 'https://acme.example:8443/', false],
    ['acme.example', 'https://pay.acme.example/', false],
    ['acme.example', 'https://notacme.example/', false],
    ['acme.example', 'https://acme.example.evil.test/', false],
    ['acme.example', 'https://evil.test/?acme.example', false],
    ['acme.example', 'https://acme.example@evil.test/', false],
    ['*.acme.example', 'https://a.b.acme.example/', true],
    ['*.acme.example', 'https://acme.example/', false],
    ['*.acme.example', 'https://evilacme.example/', false],
    ['https://acme.example', 'http://acme.example/', false],
    ['https://acme.example:443', 'https://acme.example/', true],
    ['localhost:5500', 'http://localhost:5500/', true],
    ['localhost:5500', 'http://localhost/', false],
    ['acme.example', undefined, false],
    ['acme.example', 'about:srcdoc', false],
    ['acme.example', 'not an address', false],
  ])('%s and a page of %s: %s', (domain, page, allowed) => expect(isAllowedFrame([domain], page)).toBe(allowed));

  it('no domain allows no page', () => expect(isAllowedFrame([], 'https://acme.example/')).toBe(false));
});

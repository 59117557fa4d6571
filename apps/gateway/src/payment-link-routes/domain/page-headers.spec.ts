import type { PageStyle } from '@payorch/checkout-page';
import { linkPageHeaders } from './page-headers';
import { pageStyleOf } from './page-style';

const none = pageStyleOf({}, null);
const policyOf = (style: PageStyle, allowedDomains: readonly string[] | null) =>
  Object.fromEntries(
    linkPageHeaders({ nonce: 'abc', style, allowedDomains, opensWallets: false, pictures: [] })
      ['content-security-policy']!.split('; ')
      .map((directive) => [directive.split(' ', 1)[0]!, directive.split(' ').slice(1)]),
  );

describe('the headers of a page of a link', () => {
  it('a page without images and frames loads nothing from elsewhere', () =>
    expect(policyOf(none, null)).toEqual({
      'default-src': ["'none'"],
      'script-src': ["'nonce-abc'"],
      'style-src': ["'nonce-abc'"],
      'img-src': ["'self'", 'data:'],
      'connect-src': ["'self'"],
      'form-action': ["'self'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
    }));

  it('images come from the sites of the configuration, each named once', () => {
    const style = {
      ...none,
      logo: 'https://cdn.acme.example/logo.png',
      background_image: { url: 'https://cdn.acme.example:8443/sea.jpg' },
    };
    expect(policyOf(style, null)['img-src']).toEqual([
      ...["'self'", 'data:', 'https://cdn.acme.example', 'https://cdn.acme.example:8443'],
    ]);
    const same = { ...style, background_image: { url: 'https://cdn.acme.example/other.png' } };
    expect(policyOf(same, null)['img-src']).toHaveLength(3);
    expect(policyOf({ ...none, logo: 'http://acme.example/x' }, null)['img-src']).toHaveLength(2);
    expect(
      policyOf({ ...none, logo: "https://acme.example/x; script-src 'unsafe-inline'" }, null)['img-src'],
    ).toHaveLength(2);
  });

  it('the allowed domains may frame it, and no text of theirs adds a directive', () => {
    expect(policyOf(none, ['acme.example', '*.shop.example'])['frame-ancestors']).toEqual([
      'acme.example',
      '*.shop.example',
    ]);
    expect(policyOf(none, ["x; script-src 'unsafe-inline'"])['frame-ancestors']).toEqual(["'none'"]);
    expect(policyOf(none, [])['frame-ancestors']).toEqual(["'none'"]);
  });

  it('only a page that opens wallets may have the browser open one, and read how Google Pay is opened', () => {
    const [without, opening] = [false, true].map((opensWallets) =>
      linkPageHeaders({ nonce: 'abc', style: none, allowedDomains: null, opensWallets, pictures: [] }),
    );
    expect(without!['permissions-policy']).toContain('payment=()');
    expect(opening!['permissions-policy']).toContain('payment=(self)');
    expect(opening!['content-security-policy']).toContain(
      "connect-src 'self' https://google.com/pay https://www.google.com/pay https://pay.google.com;",
    );
  });

  it('no cache stores the page, and no other site learns its address', () => {
    const headers = linkPageHeaders({
      nonce: 'abc',
      style: none,
      allowedDomains: null,
      opensWallets: false,
      pictures: [],
    });
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(Object.keys(headers)).not.toContain('set-cookie');
  });
});

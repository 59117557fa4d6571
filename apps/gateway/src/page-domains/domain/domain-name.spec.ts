import { isRefusal } from '@payorch/contracts';
import { normalDomain, readDomain } from './domain-name';

describe('a domain of payment links', () => {
  it.each([
    ['pay.shop.example', 'pay.shop.example'],
    ['Pay.SHOP.example', 'pay.shop.example'],
    ['pay.shop.example.', 'pay.shop.example'],
    ['zahlen.bücher.example', 'zahlen.xn--bcher-kva.example'],
    ['shop.xn--p1ai', 'shop.xn--p1ai'],
  ])('%s is stored as %s', (text, domain) => expect(readDomain(text)).toBe(domain));

  it.each([
    ...['', 'shop', 'localhost', 'shop.localhost', 'shop.internal', '127.0.0.1', '0x7f.1', '[::1]', 'shop.example:443'],
    ...[
      'https://shop.example',
      'shop.example/pay',
      'user@shop.example',
      'shop.example?x',
      'shop .example',
      '-a.example',
    ],
    ...[
      '*.shop.example',
      '_dns.shop.example',
      `${'a'.repeat(64)}.example`,
      'shop.example#x',
      'shop.%65xample',
      '.example',
    ],
  ])('%j is refused', (text) => {
    expect(normalDomain(text)).toBeUndefined();
    expect(isRefusal(readDomain(text))).toBe(true);
  });
});

import { isRefusal } from '@payorch/contracts';
import { wireErrorOf } from '../../../test/wire-error';
import { readDomainNames } from './domain-names';

it.each<[readonly string[], readonly string[]]>([
  [['shop.example'], ['shop.example']],
  [
    ['Shop.Example', 'shop.example', 'pay.shop.example'],
    ['shop.example', 'pay.shop.example'],
  ],
  [
    ['xn--bcher-kva.example', 'a.xn--p1ai', '1.shop.example'],
    ['xn--bcher-kva.example', 'a.xn--p1ai', '1.shop.example'],
  ],
  [[`${'a'.repeat(63)}.example`], [`${'a'.repeat(63)}.example`]],
])('the domains %j are read as %j', (sent, read) => expect(readDomainNames(sent)).toEqual(read));

it.each([
  ...['', 'shop', 'localhost', 'shop.localhost', 'nas.local', 'db.internal', '1.0.0.127.in-addr.arpa', 'a.onion'],
  ...['127.0.0.1', '10.1', '[::1]', '::1', '0x7f.1', 'https://shop.example', 'shop.example/', 'shop.example:443'],
  ...['shop.example.', '.shop.example', 'shop..example', '*.shop.example', '-shop.example', 'shop-.example'],
  ...['shop_.example', 'bücher.example', 'shop.example\n', ' shop.example', 'a@shop.example', 'shop.example?x'],
  ...[`${'a'.repeat(64)}.example`, `${'a.'.repeat(127)}example`, 'shop.e', 'shop.xn--', 'shop\u0000.example'],
])('%j is no public host name', (name) => {
  const refused = readDomainNames(['shop.example', name]);
  if (!isRefusal(refused)) throw new Error('not refused');
  expect(wireErrorOf(refused)).toEqual([
    422,
    'IR_05',
    'domain_names[1] contains invalid data. Expected format is a public host name, such as shop.example, without scheme, port and path',
  ]);
});

it('every wrong name is listed', () => {
  const refused = readDomainNames(['shop', 'shop.example', 'shop/']);
  expect(refused).toMatchObject({
    details: { field: 'domain_names[0]' },
    others: [{ details: { field: 'domain_names[2]' } }],
  });
});

it.each([0, 100])('%i domains are refused', (count) => {
  const refused = readDomainNames(Array.from({ length: count }, (_, at) => `shop-${at}.example`));
  if (!isRefusal(refused)) throw new Error('not refused');
  expect(wireErrorOf(refused)).toEqual([
    422,
    'IR_05',
    'domain_names contains invalid data. Expected format is 1 to 99 host names',
  ]);
});

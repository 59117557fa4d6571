import { mayAnswerUnder } from './page-host';

const publicUrl = 'https://pay.gateway.example/base';
const linkAddress = 'https://pay.shop.example/payment_link/shop/pay_1';

const under = (host: string | undefined, proven: readonly string[] = ['pay.shop.example']): Promise<boolean> =>
  mayAnswerUnder({ host, publicUrl, linkAddress }, async (domain) => proven.includes(domain));

describe('the page of a link', () => {
  it.each([
    'pay.gateway.example',
    'PAY.gateway.example:443',
    'pay.gateway.example.',
    'pay.shop.example',
    'pay.shop.example:8443',
    'localhost:8080',
    '127.0.0.1:8080',
    '10.0.0.7',
    '[::1]:8080',
  ])('answers under %s', async (host) => expect(await under(host)).toBe(true));

  it.each([
    'pay.other-shop.example',
    'shop.example',
    'x.pay.shop.example',
    'pay.shop.example.evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'pay.shop.example@evil.example',
    'evil.example/pay.shop.example',
    '',
    undefined,
  ])('does not answer under %j', async (host) =>
    expect(await under(host, ['pay.shop.example', 'pay.other-shop.example'])).toBe(false),
  );

  it('does not answer under the domain in its address while the merchant has not proven it', async () => {
    expect(await under('pay.shop.example', [])).toBe(false);
    expect(await under('pay.gateway.example', [])).toBe(true);
  });
});

import { mayAnswerUnder } from './page-host';

const publicUrl = 'https://pay.gateway.example/base';
const ownLink = 'https://pay.shop.example/payment_link/shop/pay_1';

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
  ])('answers under %s', (host) => expect(mayAnswerUnder(host, publicUrl, ownLink)).toBe(true));

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
  ])('does not answer under %j', (host) => expect(mayAnswerUnder(host, publicUrl, ownLink)).toBe(false));
});

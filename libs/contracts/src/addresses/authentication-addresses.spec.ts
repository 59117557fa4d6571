import type { AuthenticationId, MerchantId, PaymentId } from '@payorch/kernel';
import { Secret } from '@payorch/kernel';
import { authenticationReturnAddress, AuthenticationTokens } from './authentication-addresses';
import { LinkTokens } from './link-addresses';

const [first, second] = [new Secret('aa'.repeat(32)), new Secret('bb'.repeat(32))];
const tokens = new AuthenticationTokens([second, first]);
const one = { merchantId: 'acme' as MerchantId, authenticationId: 'authn_1' as AuthenticationId };

it('a token is of one authentication of one merchant, and outlives the rotation of its key', () => {
  const token = new AuthenticationTokens([first]).of(one);
  expect(tokens.isOf(one, token)).toBe(true);
  expect(tokens.isOf({ ...one, merchantId: 'other' as MerchantId }, token)).toBe(false);
  expect(tokens.isOf({ ...one, authenticationId: 'authn_2' as AuthenticationId }, token)).toBe(false);
  expect(new AuthenticationTokens([second]).isOf(one, token)).toBe(false);
});

it.each([undefined, '', 'x', 'x'.repeat(43), 'x'.repeat(5_000)])('the token %j is none', (token) =>
  expect(tokens.isOf(one, token)).toBe(false),
);

it('a token of a payment link is none', () => {
  const payment = { merchantId: one.merchantId, paymentId: 'authn_1' as PaymentId };
  expect(tokens.isOf(one, new LinkTokens([second]).of(payment, 'open'))).toBe(false);
});

it('the address names the authentication and has its token', () =>
  expect(authenticationReturnAddress('https://pay.example', one, 't')).toBe(
    'https://pay.example/authentication/acme/authn_1/redirect?redirect_token=t',
  ));

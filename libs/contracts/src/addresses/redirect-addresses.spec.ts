import { Secret, type AttemptId, type MerchantId, type PaymentId } from '@payorch/kernel';
import { RedirectTokens, returnAddress, startPageAddress, type AttemptInAddress } from './redirect-addresses';

const [old, young] = [new Secret('0f'.repeat(32)), new Secret('a1'.repeat(32))] as const;
const attempt: AttemptInAddress = {
  merchantId: 'acme' as MerchantId,
  paymentId: 'pay_1' as PaymentId,
  attemptId: 'pay_1_2' as AttemptId,
};
const tokens = new RedirectTokens([old]);

describe('the redirect token of an attempt', () => {
  const token = tokens.of(attempt);

  it('the token of an attempt is always the same and needs no URL encoding', () => {
    expect(new RedirectTokens([old]).of(attempt)).toBe(token);
    expect(token).toMatch(/^2\.[A-Za-z0-9_-]{43}$/);
    expect(encodeURIComponent(token)).toBe(token);
    expect(tokens.attemptOf(attempt, token)).toBe('pay_1_2');
  });

  it.each<[string, Partial<AttemptInAddress>]>([
    ['another merchant', { merchantId: 'acme_2' as MerchantId }],
    ['another payment', { paymentId: 'pay_2' as PaymentId }],
    ['a payment whose id ends differently', { merchantId: 'acme/pay_1' as MerchantId, paymentId: '' as PaymentId }],
  ])('the token is not valid for %s', (_, change) =>
    expect(tokens.attemptOf({ ...attempt, ...change }, token)).toBeUndefined(),
  );

  it.each([
    undefined,
    '',
    '2.',
    token.slice(0, -1),
    `${token}A`,
    token.replace('2.', '1.'),
    token.replace('2.', '02.'),
    token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    token.slice(2),
  ])('the token is not %j', (other) => expect(tokens.attemptOf(attempt, other)).toBeUndefined());

  it('the token stays valid after a key rotation while its key is in the list', () => {
    const rotated = new RedirectTokens([young, old]);
    expect(rotated.attemptOf(attempt, token)).toBe('pay_1_2');
    expect(rotated.of(attempt)).not.toBe(token);
    expect(rotated.attemptOf(attempt, rotated.of(attempt))).toBe('pay_1_2');
    expect(new RedirectTokens([young]).attemptOf(attempt, token)).toBeUndefined();
  });
});

it('the addresses carry the token as a query parameter', () => {
  expect(startPageAddress('https://pay.example', attempt, 't')).toBe(
    'https://pay.example/payments/redirect/pay_1/acme/pay_1_2?redirect_token=t',
  );
  expect(returnAddress('https://pay.example', attempt, '{connector}', 't')).toBe(
    'https://pay.example/payments/pay_1/acme/redirect/response/{connector}?redirect_token=t',
  );
});

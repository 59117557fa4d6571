import { Secret, type AttemptId, type MerchantId, type PaymentId } from '@payorch/kernel';
import { RedirectTokens, returnAddress, startPageAddress, type AttemptInAddress } from './redirect-addresses';

const [old, young] = [new Secret('0f'.repeat(32)), new Secret('a1'.repeat(32))] as const;
const attempt: AttemptInAddress = {
  merchantId: 'acme' as MerchantId,
  paymentId: 'pay_1' as PaymentId,
  attemptId: 'pay_1_2' as AttemptId,
};
const tokens = new RedirectTokens([old]);

describe('the token of an attempt', () => {
  const token = tokens.of(attempt);

  it('is the same each time it is made, and fits into a query as it is', () => {
    expect(new RedirectTokens([old]).of(attempt)).toBe(token);
    expect(token).toMatch(/^2\.[A-Za-z0-9_-]{43}$/);
    expect(encodeURIComponent(token)).toBe(token);
    expect(tokens.attemptOf(attempt, token)).toBe('pay_1_2');
  });

  it.each<[string, Partial<AttemptInAddress>]>([
    ['another merchant', { merchantId: 'acme_2' as MerchantId }],
    ['another payment', { paymentId: 'pay_2' as PaymentId }],
    ['a payment whose name ends otherwise', { merchantId: 'acme/pay_1' as MerchantId, paymentId: '' as PaymentId }],
  ])('is none of %s', (_, change) => expect(tokens.attemptOf({ ...attempt, ...change }, token)).toBeUndefined());

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
  ])('is not %j', (other) => expect(tokens.attemptOf(attempt, other)).toBeUndefined());

  it('outlives the change of keys, for as long as its own is among them', () => {
    const turned = new RedirectTokens([young, old]);
    expect(turned.attemptOf(attempt, token)).toBe('pay_1_2');
    expect(turned.of(attempt)).not.toBe(token);
    expect(turned.attemptOf(attempt, turned.of(attempt))).toBe('pay_1_2');
    expect(new RedirectTokens([young]).attemptOf(attempt, token)).toBeUndefined();
  });
});

it('the addresses carry it as a query parameter', () => {
  expect(startPageAddress('https://pay.example', attempt, 't')).toBe(
    'https://pay.example/payments/redirect/pay_1/acme/pay_1_2?redirect_token=t',
  );
  expect(returnAddress('https://pay.example', attempt, '{connector}', 't')).toBe(
    'https://pay.example/payments/pay_1/acme/redirect/response/{connector}?redirect_token=t',
  );
});

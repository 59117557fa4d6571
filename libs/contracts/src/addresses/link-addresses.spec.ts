import { Secret, type MerchantId, type PaymentId, type PayoutId } from '@payorch/kernel';
import {
  collectAddress,
  LinkTokens,
  payAddress,
  payoutAddress,
  statusAddress,
  type PaymentInAddress,
} from './link-addresses';
import { RedirectTokens } from './redirect-addresses';

const [old, young] = [new Secret('0f'.repeat(32)), new Secret('a1'.repeat(32))] as const;
const payment: PaymentInAddress = { merchantId: 'acme' as MerchantId, paymentId: 'pay_1' as PaymentId };
const tokens = new LinkTokens([old]);

describe('the token of a link', () => {
  it.each(['open', 'secure'] as const)('of the %s link is always the same, and needs no URL encoding', (kind) => {
    const token = tokens.of(payment, kind);
    expect(new LinkTokens([old]).of(payment, kind)).toBe(token);
    expect(encodeURIComponent(token)).toBe(token);
    expect(tokens.kindOf(payment, token)).toBe(kind);
  });

  it('of one kind is not that of the other', () =>
    expect(tokens.of(payment, 'open')).not.toBe(tokens.of(payment, 'secure')));

  it.each<[string, Partial<PaymentInAddress>]>([
    ['another merchant', { merchantId: 'acme_2' as MerchantId }],
    ['another payment', { paymentId: 'pay_2' as PaymentId }],
    ['ids that are cut elsewhere', { merchantId: 'acme/pay_1' as MerchantId, paymentId: '' as PaymentId }],
  ])('is not valid for %s', (_, change) =>
    expect(tokens.kindOf({ ...payment, ...change }, tokens.of(payment, 'open'))).toBeUndefined(),
  );

  it('is not a redirect token, and no redirect token is one', () => {
    const redirects = new RedirectTokens([old]);
    const redirect = redirects.of({ ...payment, attemptId: 'pay_1_1' as never });
    expect(tokens.kindOf(payment, redirect.split('.')[1])).toBeUndefined();
    expect(redirects.attemptOf(payment, `1.${tokens.of(payment, 'open')}`)).toBeUndefined();
  });

  it.each([undefined, '', 'x', 'x'.repeat(43), 'x'.repeat(44)])('%j is none', (token) =>
    expect(tokens.kindOf(payment, token)).toBeUndefined(),
  );

  it('of an earlier key is valid, and the first key makes new ones', () => {
    const rotated = new LinkTokens([young, old]);
    expect(rotated.kindOf(payment, tokens.of(payment, 'open'))).toBe('open');
    expect(rotated.of(payment, 'open')).toBe(new LinkTokens([young]).of(payment, 'open'));
    expect(new LinkTokens([young]).kindOf(payment, tokens.of(payment, 'open'))).toBeUndefined();
  });
});

it('the addresses of a link have its language and its token', () => {
  const place = { origin: 'https://pay.example', locale: 'de', token: 't' };
  expect(payAddress(payment, 'open', place)).toBe('https://pay.example/payment_link/acme/pay_1?locale=de&link_token=t');
  expect(payAddress(payment, 'open', { ...place, locale: null })).toBe(
    'https://pay.example/payment_link/acme/pay_1?link_token=t',
  );
  expect(payAddress(payment, 'secure', place)).toBe(
    'https://pay.example/payment_link/s/acme/pay_1?locale=de&link_token=t',
  );
  expect(statusAddress(payment, place)).toBe(
    'https://pay.example/payment_link/status/acme/pay_1?locale=de&link_token=t',
  );
});

describe('the token of a collect link', () => {
  const link = { merchantId: payment.merchantId, collectLinkId: 'pay_1' };
  const token = tokens.ofCollectLink(link);

  it('opens this link alone, also after a rotation of keys', () => {
    expect(tokens.isOfCollectLink(link, token)).toBe(true);
    expect(new LinkTokens([young, old]).isOfCollectLink(link, token)).toBe(true);
    expect(new LinkTokens([young]).isOfCollectLink(link, token)).toBe(false);
    expect(tokens.isOfCollectLink({ ...link, collectLinkId: 'pay_2' }, token)).toBe(false);
    expect(tokens.isOfCollectLink({ ...link, merchantId: 'other' as MerchantId }, token)).toBe(false);
    for (const wrong of [undefined, '', 'x'.repeat(43)]) expect(tokens.isOfCollectLink(link, wrong)).toBe(false);
  });

  it('does not open the payment with the same id, nor the other way round', () => {
    expect(tokens.kindOf(payment, token)).toBeUndefined();
    expect(tokens.isOfCollectLink(link, tokens.of(payment, 'open'))).toBe(false);
  });

  it('is in its address', () =>
    expect(collectAddress(link, { origin: 'https://pay.example', token: 't' })).toBe(
      'https://pay.example/payment_methods/collect/acme/pay_1?link_token=t',
    ));
});

describe('the token of a payout’s link', () => {
  const payout = { merchantId: payment.merchantId, payoutId: 'pay_1' as PayoutId };
  const token = tokens.ofPayoutLink(payout);

  it('opens the page of this payout alone, also after a rotation of keys', () => {
    expect(tokens.isOfPayoutLink(payout, token)).toBe(true);
    expect(new LinkTokens([young, old]).isOfPayoutLink(payout, token)).toBe(true);
    expect(new LinkTokens([young]).isOfPayoutLink(payout, token)).toBe(false);
    expect(tokens.isOfPayoutLink({ ...payout, payoutId: 'pay_2' as PayoutId }, token)).toBe(false);
    expect(tokens.isOfPayoutLink({ ...payout, merchantId: 'other' as MerchantId }, token)).toBe(false);
    for (const wrong of [undefined, '', 'x'.repeat(43)]) expect(tokens.isOfPayoutLink(payout, wrong)).toBe(false);
  });

  it('opens no payment and no collect link with the same id, nor the other way round', () => {
    const collect = { merchantId: payment.merchantId, collectLinkId: 'pay_1' };
    expect(tokens.kindOf(payment, token)).toBeUndefined();
    expect(tokens.isOfCollectLink(collect, token)).toBe(false);
    expect(tokens.isOfPayoutLink(payout, tokens.of(payment, 'open'))).toBe(false);
    expect(tokens.isOfPayoutLink(payout, tokens.ofCollectLink(collect))).toBe(false);
  });

  it('is in the address of the page', () =>
    expect(payoutAddress(payout, { origin: 'https://pay.example', locale: 'de', token: 't' })).toBe(
      'https://pay.example/payout_link/acme/pay_1?locale=de&link_token=t',
    ));
});

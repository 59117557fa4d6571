import { aPayment } from '../../test/builders';
import { authorizePage, invalidLinkPage, challengeDetailsOf, timeoutPage } from './bank-pages';

const payment = aPayment({ method: { type: 'card', number: '4000003800000446' }, amount: 6540 });

it('the page shows the amount in major units and three choices', () => {
  const { html } = authorizePage(challengeDetailsOf(payment, 'dummy_attempt_1'));
  expect(html).toContain('<title>Authorize Payment</title>');
  expect(html).toContain('65.40 USD');
  expect(html).toContain('3D Secure');
  expect(html).toContain('class="authorize" href="/dummy-connector/complete/dummy_attempt_1?confirm=true"');
  expect(html).toContain('class="reject" href="/dummy-connector/complete/dummy_attempt_1?confirm=false"');
  expect(html).toContain('class="timeout"');
});

it.each([
  ['JPY', '6540 JPY'],
  ['KWD', '6.540 KWD'],
])('an amount in %s has the decimals of its currency', (currency, text) => {
  expect(authorizePage(challengeDetailsOf({ ...payment, currency }, 'x')).html).toContain(text);
});

it('the page escapes values from outside', () => {
  const { html } = authorizePage(
    challengeDetailsOf({ ...payment, methodName: '<img src=x onerror=alert(1)>' }, '"><script>alert(1)</script>'),
  );
  expect(html).not.toContain('<img');
  expect(html).not.toContain('<script');
});

it('the page forbids scripts, other resources and framing', () => {
  const page = authorizePage(challengeDetailsOf(payment, 'dummy_attempt_1'));
  const policy = page.headers['content-security-policy'];
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'nonce-[A-Za-z0-9+/=]+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );
  const nonce = /nonce-([^']+)/.exec(policy ?? '')?.[1];
  expect(page.html).toContain(`<style nonce="${nonce}">`);
  expect(authorizePage(challengeDetailsOf(payment, 'dummy_attempt_1')).headers['content-security-policy']).not.toBe(
    policy,
  );
});

it('the page of a set-up shows that nothing is to be paid', () => {
  expect(authorizePage({ ...challengeDetailsOf(payment, 'x'), amount: null }).html).toContain('Nothing to pay now');
});

it('the timeout page and the invalid link page explain themselves', () => {
  expect(timeoutPage(challengeDetailsOf(payment, 'dummy_attempt_1')).html).toContain(
    'href="/dummy-connector/authorize/dummy_attempt_1"',
  );
  expect(invalidLinkPage().html).toContain('This link is not valid');
});

import { authorizePage, invalidLinkPage, timeoutPage } from './bank-pages';
import { pagePaths } from './page-paths';

const payment = { amount: 6540, currency: 'USD', method: '3D Secure', payment: 'pay_1' };
const paths = pagePaths('dummy-connector', 'dummy_attempt_1');

it('the page shows the amount in major units and three choices', () => {
  const { html } = authorizePage(payment, paths);
  expect(html).toContain('<title>Authorize Payment</title>');
  expect(html).toContain('65.40 USD');
  expect(html).toContain('3D Secure');
  expect(html).toContain('class="authorize" href="/dummy-connector/complete/dummy_attempt_1?confirm=true"');
  expect(html).toContain('class="reject" href="/dummy-connector/complete/dummy_attempt_1?confirm=false"');
  expect(html).toContain('class="timeout"');
});

it('the page has the ids of the processor’s own page, where it has some', () => {
  const ids = { container: 'frame', authorize: 'yes', reject: 'no' };
  const { html } = authorizePage({ ...payment, ids }, paths);
  for (const part of ['id="frame">', 'confirm=true" id="yes"', 'confirm=false" id="no"']) expect(html).toContain(part);
  expect(authorizePage(payment, paths).html).not.toContain(' id=');
});

it('the page has the classes, names and words of the processor’s own page, where it has some', () => {
  const marks = {
    authorize: { text: 'Yes', classes: 'wide', name: 'success' },
    reject: { text: 'No', role: 'button' },
  } as const;
  const { html } = authorizePage({ ...payment, marks }, paths);
  expect(html).toMatch(/<a class="authorize wide" href="[^"]*confirm=true" name="success" rel="nofollow">Yes<\/a>/);
  expect(html).toMatch(/<a class="reject" href="[^"]*confirm=false" role="button" rel="nofollow">No<\/a>/);
});

it.each([
  ['JPY', '6540 JPY'],
  ['KWD', '6.540 KWD'],
])('an amount in %s has the decimals of its currency', (currency, text) => {
  expect(authorizePage({ ...payment, currency }, paths).html).toContain(text);
});

it('the page escapes values from outside', () => {
  const { html } = authorizePage(
    { ...payment, method: '<img src=x onerror=alert(1)>' },
    pagePaths('dummy-connector', '"><script>alert(1)</script>'),
  );
  expect(html).not.toContain('<img');
  expect(html).not.toContain('<script');
});

it('the page forbids scripts, other resources and framing', () => {
  const page = authorizePage(payment, paths);
  const policy = page.headers['content-security-policy'];
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'nonce-[A-Za-z0-9+/=]+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );
  const nonce = /nonce-([^']+)/.exec(policy ?? '')?.[1];
  expect(page.html).toContain(`<style nonce="${nonce}">`);
  expect(authorizePage(payment, paths).headers['content-security-policy']).not.toBe(policy);
});

it('the page of a set-up shows that nothing is to be paid', () => {
  expect(authorizePage({ ...payment, amount: null }, paths).html).toContain('Nothing to pay now');
});

it('the timeout page and the invalid link page explain themselves', () => {
  expect(timeoutPage(paths).html).toContain('href="/dummy-connector/authorize/dummy_attempt_1"');
  expect(invalidLinkPage().html).toContain('This link is not valid');
});

it('a choice in frames is shown by our own pages only, and leads out of them', () => {
  const framed = { ...payment, frames: 2 };
  const [outer, middle, inner] = [0, 1, 2].map((depth) => authorizePage(framed, paths, depth));
  expect(outer?.html).toContain('<iframe src="/dummy-connector/authorize/dummy_attempt_1?frame=1"');
  expect(middle?.html).toContain('<iframe src="/dummy-connector/authorize/dummy_attempt_1?frame=2"');
  expect(inner?.html).not.toContain('<iframe');
  expect(inner?.html.match(/ target="_top"/g)).toHaveLength(3);
  const frameMarks = [{ name: 'outer-frame' }, { id: 'inner', name: 'inner-frame' }];
  const marked = [0, 1].map((depth) => authorizePage({ ...framed, frameMarks }, paths, depth).html);
  expect(marked[0]).toContain('title="Authorize Payment" name="outer-frame">');
  expect(marked[1]).toContain('title="Authorize Payment" id="inner" name="inner-frame">');
  const policies = [outer, middle, inner].map((page) => page?.headers['content-security-policy']);
  expect(policies).toEqual([
    expect.stringMatching(/ frame-src 'self'; .*frame-ancestors 'none'$/),
    expect.stringMatching(/ frame-src 'self'; .*frame-ancestors 'self'$/),
    expect.stringMatching(/^(?!.*frame-src).*frame-ancestors 'self'$/),
  ]);
});

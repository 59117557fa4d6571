import { postPage } from './post-page';

const page = (change: Partial<Parameters<typeof postPage>[0]> = {}) =>
  postPage(
    { action: 'https://acme.example/done?basket=7&a=1', params: [['status', 'succeeded']], ...change },
    'nonce-1',
  );

it('the page posts its parameters with a form and a button, and a script presses the button', () => {
  const { body } = page();
  expect(body).toContain('<form method="post" action="https://acme.example/done?basket=7&amp;a=1">');
  expect(body).toContain('<input type="hidden" name="status" value="succeeded" />');
  expect(body).toContain('<button id="go" type="submit">Back to the shop</button>');
  expect(body).toContain('<script nonce="nonce-1">');
});

it.each([
  '"><script>alert(1)</script>',
  "' onclick='alert(1)",
  '</form><img src=x onerror=alert(1)>',
  '${alert(1)}',
  '`',
])('%j is escaped everywhere', (payload) => {
  const { body } = page({ params: [[payload, payload]] });
  expect(body.match(/<script/g)).toHaveLength(1);
  expect(body).not.toContain('<img');
  expect(body).not.toMatch(/value="[^"]*"[^>]*onclick=/);
});

it('the policy allows only the page’s script and the origin of the return URL', () => {
  expect(page().headers).toMatchObject({
    'content-security-policy':
      "default-src 'none'; script-src 'nonce-nonce-1'; base-uri 'none'; frame-ancestors 'none'; form-action https://acme.example",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
});

import { startPage, type Challenge } from './start-page';

const challenge = (change: Partial<Challenge> = {}): Challenge => ({
  url: 'https://bank.example/3ds?x=1&y=2',
  method: 'GET',
  fields: {},
  ...change,
});

const pageOf = (change: Partial<Challenge> = {}) => startPage(challenge(change), 'nonce-1')!;

describe('startPage', () => {
  it('the page has a link that the script follows', () => {
    const { body } = pageOf();
    expect(body).toContain('<a id="go" href="https://bank.example/3ds?x=1&amp;y=2"');
    expect(body).toContain('<script nonce="nonce-1">');
  });

  it('the page posts its fields with a form and a button', () => {
    const { body } = pageOf({ method: 'POST', fields: { PaReq: 'abc' } });
    expect(body).toContain('<form method="post" action="https://bank.example/3ds?x=1&amp;y=2">');
    expect(body).toContain('<input type="hidden" name="PaReq" value="abc" />');
    expect(body).toContain('<button id="go" type="submit">');
  });

  it.each([
    '"><script>alert(1)</script>',
    "' onclick='alert(1)",
    '</form><img src=x onerror=alert(1)>',
    '${alert(1)}',
    '`',
  ])('%j is escaped everywhere', (payload) => {
    const { body } = pageOf({ method: 'POST', fields: { [payload]: payload } });
    expect(body.match(/<script/g)).toHaveLength(1);
    expect(body).not.toContain('<img');
    expect(body).not.toMatch(/value="[^"]*"[^>]*onclick=/);
  });

  it("the policy allows only the page's script and the form target", () => {
    expect(pageOf().headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'nonce-nonce-1'; base-uri 'none'; frame-ancestors 'none'; form-action https://bank.example",
    );
    expect(pageOf().headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'https://user@bank.example', ''])(
    'the address %j gets no page',
    (url) => expect(startPage(challenge({ url }), 'n')).toBeUndefined(),
  );
});

import { aMerchant, ok, paymentBody, sharedSystem, type Api, type TestMerchant } from '@payorch/harness';
import { rowsOf } from '../../support/rows';

const system = sharedSystem();
let merchant: TestMerchant;
let anonymous: Api;
beforeAll(async () => {
  merchant = await aMerchant(system);
  anonymous = system.api;
});

describe('the reference', () => {
  it('documents the served routes, with the address of this service', async () => {
    const { status, body } = await anonymous.get('/openapi.json');
    expect(status).toBe(200);
    expect(body.openapi).toMatch(/^3\./);
    expect(Object.keys(body.paths)).toEqual(
      expect.arrayContaining(['/payments', '/refunds', '/feature_matrix', '/health']),
    );
    // Every documented path is routed: without a key it is refused with 401, not 404.
    for (const [path, methods] of Object.entries<object>(body.paths)) {
      // The pages of the reference name this error among all others; a file or a schema that is not there has it.
      const mayBeAbsent = ['/docs', '/payment_link_assets/', '/topics/schemas/'].some((prefix) =>
        path.startsWith(prefix),
      );
      if (!('get' in methods) || mayBeAbsent) continue;
      const answer = await anonymous.get(path.replace(/\{[^}]+\}/g, 'x'));
      expect([path, answer.text.includes('Unrecognized request URL')]).toEqual([path, false]);
    }
  });

  it('is a page without external resources', async () => {
    const { status, headers, text } = await anonymous.get('/docs');
    expect([status, headers['content-security-policy']]).toEqual([200, expect.stringContaining("default-src 'none'")]);
    const files = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name]) => `/${name}`);
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) expect([file, (await anonymous.get(file)).status]).toEqual([file, 200]);
  });

  it('is linked from a front page without broken links', async () => {
    const { status, headers, text } = await anonymous.get('/');
    expect([status, headers['content-security-policy']]).toEqual([200, expect.stringContaining("default-src 'none'")]);
    const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, name]) => `/${name}`);
    expect(links).toEqual(expect.arrayContaining(['/docs', '/openapi.json', '/health/ready']));
    for (const link of links) expect([link, (await anonymous.get(link)).status]).toEqual([link, 200]);
  });

  it('lists the capabilities of each connector', async () => {
    const all = ok(await anonymous.get('/feature_matrix'));
    expect(all.connector_count).toBe(all.connectors.length);
    const some = ok(await anonymous.get('/feature_matrix?connectors=stripe_test&connectors=phonypay'));
    expect(some.connectors.map(({ name }: { name: string }) => name)).toEqual(['phonypay', 'stripe_test']);
    expect((await anonymous.get('/feature_matrix?connectors=unknown')).status).toBe(400);
  });
});

describe('an idempotency key', () => {
  const send = (key: string, body: object) => merchant.api.post('/payments', body, { 'idempotency-key': key });
  const payments = () =>
    rowsOf(system, 'SELECT payment_id FROM payments.intents WHERE merchant_id = $1', [merchant.merchantId]);

  it('makes one payment for many concurrent requests, and all get the same answer', async () => {
    const before = (await payments()).length;
    const body = paymentBody({ confirm: true });
    const first = await Promise.all(Array.from({ length: 20 }, () => send('at once', body)));
    expect(first.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect([...new Set(first.map(({ status }) => status))].sort()).toEqual([200, 409]);
    const again = await Promise.all(Array.from({ length: 20 }, () => send('at once', body)));
    expect(new Set(again.map(({ status }) => status))).toEqual(new Set([200]));
    const texts = [...first, ...again].filter(({ status }) => status === 200).map(({ text }) => text);
    expect(new Set(texts).size).toBe(1);
    expect(again[0]!.headers['idempotent-replayed']).toBe('true');
    expect((await payments()).length).toBe(before + 1);
  });

  it('is refused for another request', async () => {
    ok(await send('one request', paymentBody({ amount: 100 })));
    const other = await send('one request', paymentBody({ amount: 200 }));
    expect([other.status, other.body.error.code]).toEqual([422, 'IR_06']);
  });

  it('stays free after a request that was refused unread', async () => {
    expect((await send('corrected', { ...paymentBody(), amount: -1 })).status).toBe(400);
    ok(await send('corrected', paymentBody()));
  });

  it('stores answers sealed: no client secret and no API key in clear text', async () => {
    const { admin } = system;
    const path = `/api_keys/${merchant.merchantId}`;
    const sent = { name: 'once', expiration: 'never' };
    const first = ok(await admin.post(path, sent, { 'idempotency-key': 'a key' }));
    const again = ok(await admin.post(path, sent, { 'idempotency-key': 'a key' }));
    expect(again.api_key).toBe(first.api_key);
    const stored = JSON.stringify(await rowsOf(system, 'SELECT * FROM gateway.idempotency_keys'));
    expect(stored).not.toContain(first.api_key);
    expect(stored).not.toContain('_secret_');
    expect(stored).not.toContain('4242424242424242');
  });
});

import { fastify, type FastifyInstance } from 'fastify';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { guideNames } from './guide-pages';
import { addReferenceRoutes, collectRoutes } from './reference-routes';

let server: FastifyInstance;
beforeAll(() => {
  server = fastify();
  addReferenceRoutes(server, 'https://pay.example.com', collectRoutes(server));
  server.get('/refunds/:id', () => ({}));
  server.post('/not/of/the/interface', () => ({}));
});
afterAll(() => server.close());

const pages = ['/', '/docs', '/docs/errors', '/docs/guides', ...guideNames.map((name) => `/docs/guides/${name}`)];

/** The addresses of a page, as a browser resolves them. */
const addressesIn = (page: string, body: string): string[] =>
  [...body.matchAll(/(?:src|href)="([^"]+)"/g)]
    .map(([, address = '']) => new URL(address, `https://pay.example.com${page}`))
    .filter(({ origin }) => origin === 'https://pay.example.com')
    .map(({ pathname }) => pathname);

it('the document contains the served routes', async () => {
  const { statusCode, headers, body } = await server.inject('/openapi.json');
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  const document = JSON.parse(body) as { paths: Record<string, object>; servers: unknown };
  const documentation = ['/', '/docs', '/docs/errors', '/docs/guides', '/docs/guides/{guide}', '/docs/{asset}'];
  expect(Object.entries(document.paths).map(([url, methods]) => [url, Object.keys(methods)])).toEqual(
    ['/refunds/{refund_id}', ...documentation, '/openapi.json'].map((url) => [url, ['get']]),
  );
  expect(document.servers).toEqual([{ url: 'https://pay.example.com' }]);
});

it('a client that reads gzip gets the same document and reader in a quarter of the bytes', async () => {
  const [, reader = ''] = /src="(docs\/reader[^"]+)"/.exec((await server.inject('/docs')).body) ?? [];
  for (const url of ['/openapi.json', `/${reader}`]) {
    const plain = await server.inject(url);
    const small = await server.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    expect([small.headers['content-encoding'], small.headers['vary']]).toEqual(['gzip', 'accept-encoding']);
    expect(gunzipSync(small.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
  }
});

it.each(pages)('the page %s loads nothing external and runs no inline script', async (url) => {
  const { statusCode, headers, body } = await server.inject(url);
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['content-security-policy']).not.toMatch(/script-src [^;]*unsafe/);
  expect(body).not.toMatch(/<script>|style="|onload=|(?:src|<link[^>]*href)="https?:/);
});

it('every address of every page is served, and a file may be stored as long as its name is for its content', async () => {
  const found = new Set<string>();
  for (const page of pages) addressesIn(page, (await server.inject(page)).body).forEach((one) => found.add(one));
  expect([...found].some((one) => one.startsWith('/docs/reader.'))).toBe(true);
  const elsewhere = ['/feature_matrix', '/topics', '/health', '/health/ready'];
  for (const address of [...found].filter((one) => !elsewhere.includes(one))) {
    const { statusCode, rawPayload, headers } = await server.inject(address);
    expect([address, statusCode, rawPayload.length > 50]).toEqual([address, 200, true]);
    if (address.startsWith('/docs')) expect(headers['x-content-type-options']).toBe('nosniff');
    if (/\.(?:js|css)$/.test(address)) expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  }
});

it('every guide is a page', () => {
  const folder = path.resolve(__dirname, '../../../../docs/guides');
  const guides = readdirSync(folder).map((file) => path.basename(file, '.md'));
  expect(guideNames).toEqual(expect.arrayContaining(guides));
});

it('every anchor that a guide links to exists', async () => {
  const broken: string[] = [];
  const bodies = new Map<string, string>();
  for (const page of pages) bodies.set(page, (await server.inject(page)).body);
  for (const [page, body] of bodies)
    for (const [, address = ''] of body.matchAll(/href="([^"]*#[^"]+)"/g)) {
      const { origin, pathname, hash } = new URL(address, `https://pay.example.com${page}`);
      const target = origin === 'https://pay.example.com' ? bodies.get(pathname) : undefined;
      const anchor = decodeURIComponent(hash.slice(1));
      if (target !== undefined && !target.includes(`id="${anchor}"`)) broken.push(`${page}: ${address}`);
    }
  expect(broken).toEqual([]);
});

it.each([
  ['/docs/', '/docs'],
  ['/docs/guides/', '/docs/guides'],
])('%s leads to %s', async (url, target) => {
  const { statusCode, headers } = await server.inject(url);
  expect([statusCode, new URL(String(headers.location), `https://pay.example.com${url}`).pathname]).toEqual([
    308,
    target,
  ]);
});

it('the help for errors has a part for each code', async () => {
  expect((await server.inject('/docs/errors')).body).toContain('<h2 id="IR_06">');
});

it('the diagram that the introduction shows is served', async () => {
  const { payload } = await server.inject('/openapi.json');
  const { info } = JSON.parse(payload) as { info: { description: string } };
  const [, name] = /!\[[^\]]+\]\(([^)]+)\)/.exec(info.description) ?? [];
  const { statusCode, headers, body } = await server.inject(`/${name}`);
  expect([statusCode, headers['content-type']]).toEqual([200, 'image/svg+xml']);
  expect(body).toContain('requires_capture');
});

it.each(['package.json', '..%2fpackage.json', 'constructor', 'index.html', 'guides/constructor', 'guides/..%2ferrors'])(
  'the documentation has no file %s',
  async (name) => {
    const { statusCode } = await server.inject(`/docs/${name}`);
    expect(statusCode).toBe(404);
  },
);

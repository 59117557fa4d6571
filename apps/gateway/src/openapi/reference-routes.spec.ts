import { fastify, type FastifyInstance } from 'fastify';
import { addReferenceRoutes, collectRoutes } from './reference-routes';

let server: FastifyInstance;
beforeAll(() => {
  server = fastify();
  addReferenceRoutes(server, 'https://pay.example.com', collectRoutes(server));
  server.get('/refunds/:id', () => ({}));
  server.post('/not/of/the/interface', () => ({}));
});
afterAll(() => server.close());

it('the document contains the served routes', async () => {
  const { statusCode, headers, body } = await server.inject('/openapi.json');
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  const document = JSON.parse(body) as { paths: Record<string, object>; servers: unknown };
  expect(Object.entries(document.paths).map(([url, methods]) => [url, Object.keys(methods)])).toEqual([
    ['/refunds/{refund_id}', ['get']],
    ...['/', '/docs', '/docs/errors', '/docs/{asset}', '/openapi.json'].map((url) => [url, ['get']]),
  ]);
  expect(document.servers).toEqual([{ url: 'https://pay.example.com' }]);
});

it('the page loads nothing external and runs no inline script', async () => {
  const { statusCode, headers, body } = await server.inject('/docs');
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['content-security-policy']).not.toContain('unsafe');
  expect(body).not.toMatch(/https?:\/\/|<script>|style=|onload=/);
});

it('every file of the page is served', async () => {
  const { body } = await server.inject('/docs');
  const names = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name]) => name!);
  expect(names).toContain('docs/swagger-ui-bundle.js');
  for (const name of names) {
    const { statusCode, rawPayload, headers } = await server.inject(`/${name}`);
    expect([name, statusCode, rawPayload.length > 50]).toEqual([name, 200, true]);
    if (name.startsWith('docs/')) expect(headers['x-content-type-options']).toBe('nosniff');
  }
});

it('the help for errors is a page with its own styles', async () => {
  const { statusCode, headers, body } = await server.inject('/docs/errors');
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(body).toContain('<h2 id="IR_06">');
  expect((await server.inject('/docs/pages.css')).headers['content-type']).toBe('text/css; charset=utf-8');
});

it('the diagram that the introduction shows is served', async () => {
  const { payload } = await server.inject('/openapi.json');
  const { info } = JSON.parse(payload) as { info: { description: string } };
  const [, name] = /!\[[^\]]+\]\(([^)]+)\)/.exec(info.description) ?? [];
  const { statusCode, headers, body } = await server.inject(`/${name}`);
  expect([statusCode, headers['content-type']]).toEqual([200, 'image/svg+xml']);
  expect(body).toContain('requires_capture');
});

it.each(['package.json', '..%2fpackage.json', 'constructor', 'index.html'])('the page has no file %s', async (name) => {
  const { statusCode } = await server.inject(`/docs/${name}`);
  expect(statusCode).toBe(404);
});

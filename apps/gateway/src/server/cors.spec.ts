import fastify, { type FastifyInstance } from 'fastify';
import { clientRouteConfig, serveOrigins } from './cors';

const publicUrl = 'https://pay.example/';
const shop = 'https://shop.example';

async function serving(origins: readonly string[]): Promise<FastifyInstance> {
  const server = fastify();
  serveOrigins(server, { publicUrl, origins });
  server.post('/payments/:id/confirm', { config: clientRouteConfig as object }, () => ({ ok: true }));
  server.post('/payments', () => ({ ok: true }));
  await server.ready();
  return server;
}
const confirmUrl = '/payments/pay_1/confirm';
const preflight = (server: FastifyInstance, origin: string, url = confirmUrl) =>
  server.inject({
    method: 'OPTIONS',
    url,
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'api-key,content-type',
    },
  });
const post = (server: FastifyInstance, headers: Record<string, string>, url = confirmUrl) =>
  server.inject({ method: 'POST', url, headers, payload: {} });

describe('a page of another origin', () => {
  let server: FastifyInstance;
  beforeAll(async () => {
    server = await serving(['*']);
  });

  it('a page may call the client routes without cookies', async () => {
    const { statusCode, headers } = await preflight(server, shop);
    expect(statusCode).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-allow-headers': 'api-key,content-type',
      'access-control-max-age': '600',
    });
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    const answer = await post(server, { origin: shop, 'api-key': 'pk_dev_1' });
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([200, '*']);
    expect(answer.headers['access-control-expose-headers']).toContain('x-request-id');
  });

  it('a page may not call routes for secret keys', async () => {
    const { statusCode, headers } = await preflight(server, shop, '/payments');
    expect(statusCode).toBe(404);
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  it.each([
    ['a secret key', { 'api-key': 'dev_secret' }, 401],
    ['the admin key', { 'api-key': 'test_admin' }, 401],
    ['a secret key from a frame without an origin', { 'api-key': 'dev_secret', origin: 'null' }, 401],
    [
      'a secret key, saying that it is ours by the fetch header of another site',
      { 'api-key': 'dev_secret', 'sec-fetch-site': 'cross-site' },
      401,
    ],
    ['a publishable key', { 'api-key': 'pk_dev_1' }, 200],
    ['no key', {}, 200],
    ['a secret key, from our own address', { 'api-key': 'dev_secret', origin: 'https://pay.example' }, 200],
    ['a secret key, from the page’s own origin', { 'api-key': 'dev_secret', 'sec-fetch-site': 'same-origin' }, 200],
  ])('the page sends %s', async (_, headers, expected) => {
    for (const url of [confirmUrl, '/payments']) {
      const answer = await post(server, { origin: shop, ...headers }, url);
      expect(answer.statusCode).toBe(expected);
      if (expected === 401) expect(answer.json().error.message).toMatch(/^A secret key must stay on the server/);
    }
  });

  it('a server without an origin may send any key', async () =>
    expect((await post(server, { 'api-key': 'dev_secret' })).statusCode).toBe(200));
});

describe('CORS_ORIGINS', () => {
  it("CORS_ORIGINS restricts the client routes to its origins and the gateway's own", async () => {
    const server = await serving([shop]);
    const allowed = async (origin: string) => (await preflight(server, origin)).headers['access-control-allow-origin'];
    expect(await allowed(shop)).toBe(shop);
    expect(await allowed('https://pay.example')).toBe('https://pay.example');
    expect(await allowed('https://thief.example')).toBeUndefined();
    expect(await allowed('https://shop.example.thief.example')).toBeUndefined();
    expect((await preflight(server, shop)).headers.vary).toMatch(/Origin/);
  });

  it('pages of the named origins may send a secret key', async () => {
    const server = await serving([shop]);
    expect((await post(server, { origin: shop, 'api-key': 'dev_secret' })).statusCode).toBe(200);
    expect((await post(server, { origin: 'https://thief.example', 'api-key': 'dev_secret' })).statusCode).toBe(401);
  });
});

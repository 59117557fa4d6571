import { Secret } from '@payorch/kernel';
import fastify from 'fastify';
import { guardMetrics, type MetricsReaders } from './guard-metrics';

const servers: ReturnType<typeof fastify>[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

const serving = (readers: MetricsReaders) => {
  const server = fastify();
  servers.push(server);
  guardMetrics(server, readers);
  server.get('/metrics', () => 'numbers');
  server.get('/health', () => 'good');
  return async (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    (await server.inject({ url, headers, method })).statusCode;
};

describe('/metrics', () => {
  it('metrics of the gateway are for the operator by key and for a scraper by token', async () => {
    const get = serving({ token: new Secret('scraper'), apiKey: new Secret('operator') });
    expect(await get('/metrics')).toBe(401);
    expect(await get('/metrics', {}, 'HEAD')).toBe(401);
    expect(await get('/metrics', { 'api-key': 'stranger' })).toBe(401);
    expect(await get('/metrics', { 'api-key': 'scraper' })).toBe(401);
    expect(await get('/metrics?a=b', { 'api-key': '' })).toBe(401);
    expect(await get('/metrics', { 'api-key': 'operator' })).toBe(200);
    expect(await get('/metrics', { authorization: 'Bearer scraper' })).toBe(200);
    expect(await get('/metrics', { authorization: 'Bearer operator' })).toBe(401);
    expect(await get('/metrics', { authorization: 'scraper' })).toBe(401);
  });

  it('metrics of a service with a token are for its bearer only', async () => {
    const get = serving({ token: new Secret('scraper') });
    expect(await get('/metrics', { authorization: 'bearer scraper' })).toBe(200);
    expect(await get('/metrics', { authorization: 'Bearer ' })).toBe(401);
    expect(await get('/metrics')).toBe(401);
  });

  it('an empty token does not open metrics that a key guards', async () => {
    const get = serving({ token: new Secret(''), apiKey: new Secret('operator') });
    expect(await get('/metrics', { authorization: 'Bearer ' })).toBe(401);
    expect(await get('/metrics')).toBe(401);
  });

  it('metrics of a development service without a token are open', async () => {
    expect(await serving({ token: new Secret('') })('/metrics')).toBe(200);
  });

  it('the guard protects no other route', async () => {
    expect(await serving({ token: new Secret('scraper') })('/health')).toBe(200);
  });
});

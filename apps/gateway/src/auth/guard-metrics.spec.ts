import { Secret } from '@payorch/kernel';
import fastify from 'fastify';
import { guardMetrics } from './guard-metrics';

const server = fastify();
guardMetrics(server, new Secret('operator'));
server.get('/metrics', () => 'numbers');
server.get('/health', () => 'good');
afterAll(() => server.close());

const get = async (url: string, headers: Record<string, string> = {}) =>
  (await server.inject({ url, headers })).statusCode;

it('keeps the numbers for the operator', async () => {
  expect(await get('/metrics')).toBe(401);
  expect(await get('/metrics', { 'api-key': 'stranger' })).toBe(401);
  expect(await get('/metrics?a=b', { 'api-key': '' })).toBe(401);
  expect(await get('/metrics', { 'api-key': 'operator' })).toBe(200);
  expect((await server.inject({ url: '/metrics', method: 'HEAD' })).statusCode).toBe(401);
});

it('leaves health to whoever asks', async () => expect(await get('/health')).toBe(200));

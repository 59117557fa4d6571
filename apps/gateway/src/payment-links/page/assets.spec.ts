import { fastify } from 'fastify';
import { addPageAssets, assetsPath, checkoutScript } from './assets';

it('the script is served under a name that browsers may store, and under no other', async () => {
  const server = fastify();
  addPageAssets(server);
  const { statusCode, headers, body } = await server.inject(`${assetsPath}/${checkoutScript.name}`);
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
  expect(headers['cache-control']).toContain('immutable');
  expect(body).toBe(checkoutScript.body);
  expect((await server.inject(`${assetsPath}/checkout.0000000000000000.js`)).statusCode).toBe(404);
  await server.close();
});

it('the script is small, and uses no storage and no cookie', () => {
  expect(checkoutScript.body.length).toBeLessThan(40_000);
  expect(checkoutScript.body).not.toMatch(/localStorage|sessionStorage|indexedDB|document\.cookie|innerHTML|eval\(/);
});

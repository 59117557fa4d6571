import { assetsPath, pageAssets } from '@payorch/checkout-page';
import { fastify } from 'fastify';
import { gunzipSync } from 'node:zlib';
import { addPageAssets } from './page-assets';

it('the pages have a script for the checkout, for saving a payment method, for a payout, and for the other pages', () =>
  expect(pageAssets.map(({ name }) => name.split('.', 1)[0])).toEqual(['checkout', 'collect', 'payout', 'notice']));

it.each(pageAssets)('$name is served under a name that browsers may store, and under no other', async (script) => {
  const server = fastify();
  addPageAssets(server);
  const { statusCode, headers, body } = await server.inject(`${assetsPath}/${script.name}`);
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
  expect(headers['cache-control']).toContain('immutable');
  expect(body).toBe(script.body);
  const small = await server.inject({
    url: `${assetsPath}/${script.name}`,
    headers: { 'accept-encoding': 'br, gzip' },
  });
  expect([small.headers['content-encoding'], small.headers['vary']]).toEqual(['gzip', 'accept-encoding']);
  expect(gunzipSync(small.rawPayload).toString()).toBe(script.body);
  expect(small.rawPayload.length).toBeLessThan(20_000);
  const [kind] = script.name.split('.', 1);
  expect((await server.inject(`${assetsPath}/${kind}.0000000000000000.js`)).statusCode).toBe(404);
  await server.close();
});

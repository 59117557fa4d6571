import { fastify } from 'fastify';
import { gunzipSync } from 'node:zlib';
import { addPageAssets, assetsPath, checkoutScript, collectScript, noticeScript } from './assets';

const scripts = [
  ['checkout', checkoutScript],
  ['collect', collectScript],
  ['notice', noticeScript],
] as const;

it.each(scripts)(
  'the %s script is served under a name that browsers may store, and under no other',
  async (kind, script) => {
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
    expect((await server.inject(`${assetsPath}/${kind}.0000000000000000.js`)).statusCode).toBe(404);
    await server.close();
  },
);

it.each(scripts)('the %s script is small, and uses no storage and no cookie', (_, { body }) => {
  expect(body.length).toBeLessThan(60_000);
  expect(body).not.toMatch(/localStorage|sessionStorage|indexedDB|document\.cookie|innerHTML|eval\(/);
});

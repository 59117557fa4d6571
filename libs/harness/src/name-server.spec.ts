import { Resolver } from 'node:dns/promises';
import { freePort } from './free-port';
import { startNameServer } from './name-server';

it('a name server answers for its TXT records, and other names do not exist', async () => {
  const port = await freePort();
  const server = await startNameServer(port);
  const resolver = new Resolver({ timeout: 2_000, tries: 1 });
  resolver.setServers([`127.0.0.1:${port}`]);
  server.records.set('_a.shop.example', 'value=1');
  expect(await resolver.resolveTxt('_A.shop.example')).toEqual([['value=1']]);
  await expect(resolver.resolveTxt('_b.shop.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  await server.close();
});

import { eventually, freePort, privateInfra, type PrivateInfra } from '@payorch/harness';
import { Secret } from '@payorch/kernel';
import { silentLogger } from '@payorch/platform/telemetry';
import { Redis } from 'ioredis';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CvcVault } from './cvc-vault';
import { openRedis } from './redis';
import type { RedisClient } from './redis-client';

let infra: PrivateInfra;
let folder: string;
const children: ChildProcess[] = [];
const clients: RedisClient[] = [];

beforeAll(async () => {
  infra = await privateInfra(['redis']);
  folder = mkdtempSync(path.join(tmpdir(), 'redis-kinds-'));
});
afterAll(async () => {
  for (const client of clients) client.disconnect();
  for (const child of children) child.kill('SIGKILL');
  await infra.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts one more server of the running program, as a sentinel or as a node of a cluster. */
async function serverWith(args: readonly string[], name: string): Promise<number> {
  const port = await freePort();
  const config = path.join(folder, `${name}.conf`);
  writeFileSync(config, `port ${port}\nbind 127.0.0.1\ndir ${folder}\nsave ""\n${args.join('\n')}\n`);
  const flags = name === 'sentinel' ? ['--sentinel'] : [];
  children.push(spawn(infra.redis.program, [config, ...flags], { stdio: 'ignore' }));
  return port;
}

async function openedAt(url: string): Promise<RedisClient> {
  const client = await openRedis({ url: new Secret(url), logger: silentLogger, connectTimeoutMs: 10_000 });
  clients.push(client);
  await eventually(() => client.status === 'ready');
  return client;
}

it('a sentinel returns the primary that stores a CVC', async () => {
  const { hostname, port: primary } = new URL(infra.redis.url);
  const port = await serverWith([`sentinel monitor primary ${hostname} ${primary} 1`], 'sentinel');
  const client = await openedAt(`redis+sentinel://127.0.0.1:1,127.0.0.1:${port}/primary`);
  expect(await new CvcVault(client).store('card_1', 'sealed')).toBe('stored');
  const direct = new Redis(infra.redis.url);
  expect(await direct.get('cvc:card_1')).toBe('sealed');
  direct.disconnect();
});

it('a cluster stores a CVC', async () => {
  // A node that no other node has met does not know its own address and sends clients to an empty one.
  const settings = ['cluster-enabled yes', `cluster-config-file ${folder}/nodes.conf`, 'cluster-announce-ip 127.0.0.1'];
  const port = await serverWith(settings, 'cluster');
  const node = new Redis(port, '127.0.0.1', { retryStrategy: () => 100 });
  node.on('error', () => undefined);
  await eventually(() => node.status === 'ready');
  await node.call('CLUSTER', 'ADDSLOTS', ...Array.from({ length: 16_384 }, (_, slot) => slot));
  await eventually(async () => String(await node.call('CLUSTER', 'INFO')).includes('cluster_state:ok'));
  const client = await openedAt(`redis+cluster://127.0.0.1:${port}`);
  expect(await new CvcVault(client).store('card_2', 'sealed')).toBe('stored');
  expect(await node.get('cvc:card_2')).toBe('sealed');
  node.disconnect();
});

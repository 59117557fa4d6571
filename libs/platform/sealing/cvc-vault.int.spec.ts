import { randomBytes } from 'node:crypto';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Secret } from '@payorch/kernel';
import { silentLogger } from '@payorch/platform/telemetry';
import { CvcVault } from './cvc-vault';
import { openRedis } from './redis';
import type { RedisClient } from './redis-client';

const redisUrl = (): URL => new URL(process.env['REDIS_URL'] ?? 'REDIS_URL is not set');
const aReference = (): string => `card_${randomBytes(8).toString('hex')}`;

let redis: RedisClient;
let vault: CvcVault;

beforeAll(async () => {
  redis = await openRedis({ url: new Secret(redisUrl().href), logger: silentLogger });
  vault = new CvcVault(redis);
});

afterAll(() => redis.disconnect());

describe('CvcVault', () => {
  it('a CVC can be read repeatedly until it is deleted', async () => {
    const reference = aReference();
    expect(await vault.store(reference, 'sealed')).toBe('stored');
    for (let reading = 0; reading < 2; reading++)
      expect(await vault.read(reference)).toEqual({ kind: 'read', sealedCvc: 'sealed' });
    const left = await redis.pttl(`cvc:${reference}`);
    expect(left).toBeGreaterThan(890_000);
    expect(left).toBeLessThanOrEqual(900_000);
    await vault.delete(reference);
    expect(await vault.read(reference)).toEqual({ kind: 'lost' });
  });

  it('the vault stores nothing for longer than 15 minutes, also after reads', async () => {
    const reference = aReference();
    await vault.store(reference, 'sealed', 86_400);
    await vault.read(reference);
    expect(await redis.pttl(`cvc:${reference}`)).toBeLessThanOrEqual(900_000);
  });

  it('a CVC is gone when its time to live is over', async () => {
    const reference = aReference();
    await vault.store(reference, 'sealed', 0.06);
    await new Promise((resolve) => setTimeout(resolve, 90));
    expect(await vault.read(reference)).toEqual({ kind: 'lost' });
  });
});

/** A TCP proxy to Redis that can be cut, muted and restored. */
async function wire(): Promise<{
  url: Secret;
  cut: () => Promise<void>;
  mend: () => Promise<void>;
  deafen: () => void;
}> {
  const { hostname, port } = redisUrl();
  const sockets = new Set<Socket>();
  let isDeaf = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined));
    near.on('data', (chunk) => (isDeaf ? undefined : far.write(chunk)));
    far.pipe(near);
  });
  const listen = (at: number): Promise<void> => new Promise((resolve) => server.listen(at, '127.0.0.1', resolve));
  await listen(0);
  const own = (server.address() as AddressInfo).port;
  const cut = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    await closed;
  };
  return { url: new Secret(`redis://127.0.0.1:${own}`), cut, mend: () => listen(own), deafen: () => (isDeaf = true) };
}

const within = async <T>(ms: number, work: Promise<T>): Promise<T | 'too slow'> =>
  Promise.race([work, new Promise<'too slow'>((resolve) => setTimeout(() => resolve('too slow'), ms).unref())]);

describe('while Redis is unavailable', () => {
  it('reads return lost at once, nothing throws, nothing is queued, and the vault recovers by itself', async () => {
    const { url, cut, mend } = await wire();
    const client = await openRedis({ url, logger: silentLogger });
    const away = new CvcVault(client, 0);
    const reference = aReference();
    expect(await away.store(reference, 'sealed')).toBe('stored');
    await cut();
    expect(await within(1_000, away.store(aReference(), 'sealed'))).toBe('lost');
    expect(await within(100, away.read(reference))).toEqual({ kind: 'lost' });
    expect(await within(100, away.delete(reference))).toBeUndefined();
    await mend();
    while (client.status !== 'ready') await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await away.read(reference)).toEqual({ kind: 'read', sealedCvc: 'sealed' });
    client.disconnect();
    await cut();
  });

  it('a read succeeds if Redis returns within the read timeout', async () => {
    const { url, cut, mend } = await wire();
    const client = await openRedis({ url, logger: silentLogger });
    const vault = new CvcVault(client, 30_000);
    const reference = aReference();
    expect(await vault.store(reference, 'sealed')).toBe('stored');
    await cut();
    const reading = vault.read(reference);
    expect(await within(200, reading)).toBe('too slow');
    await mend();
    expect(await reading).toEqual({ kind: 'read', sealedCvc: 'sealed' });
    client.disconnect();
    await cut();
  });

  it('a Redis that no longer answers counts as unavailable', async () => {
    const { url, cut, deafen } = await wire();
    const client = await openRedis({ url, logger: silentLogger, commandTimeoutMs: 100 });
    deafen();
    expect(await within(1_000, new CvcVault(client, 0).read(aReference()))).toEqual({ kind: 'lost' });
    client.disconnect();
    await cut();
  });

  it('an unavailable Redis does not prevent a start', async () => {
    const nowhere = await openRedis({
      url: new Secret('redis://127.0.0.1:1'),
      logger: silentLogger,
      connectTimeoutMs: 100,
    });
    expect(await new CvcVault(nowhere).store(aReference(), 'sealed')).toBe('lost');
    nowhere.disconnect();
  });
});

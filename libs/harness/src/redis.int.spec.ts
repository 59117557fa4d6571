import Redis from 'ioredis';
import { freshRedis } from './redis';

it('two users of the shared Redis have separate databases', async () => {
  const [one, other] = [await freshRedis(), await freshRedis()];
  const [client, stranger] = [new Redis(one.url), new Redis(other.url)];
  try {
    await client.set('mine', '1');
    expect(await stranger.get('mine')).toBeNull();
    await other.flush();
    expect(await client.get('mine')).toBe('1');
    await one.flush();
    expect(await client.get('mine')).toBeNull();
  } finally {
    client.disconnect();
    stranger.disconnect();
    await Promise.all([one.release(), other.release()]);
  }
});

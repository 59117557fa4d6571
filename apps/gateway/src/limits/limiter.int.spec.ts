import { redisUrl } from '@payorch/harness';
import { randomText, Secret } from '@payorch/kernel';
import { openRedis, type RedisClient } from '@payorch/platform/sealing';
import { silentLogger } from '@payorch/platform/telemetry';
import { Limiter } from './limiter';

let redis: RedisClient;
beforeAll(async () => void (redis = await openRedis({ url: new Secret(redisUrl()), logger: silentLogger })));
afterAll(() => redis.disconnect());

const limiter = (client: RedisClient, name = randomText(8), points = 3) =>
  new Limiter({ redis: client, name, points, seconds: 60 });
const spendOften = async (one: Limiter, times: number, key = 'key') => {
  const results: (number | undefined)[] = [];
  for (let sent = 0; sent < times; sent++) results.push(await one.spend(key));
  return results.map((seconds) => (seconds === undefined ? 'free' : seconds > 0 && seconds <= 60 ? 'over' : seconds));
};

it('a key over its limit gets the seconds until its window ends', async () => {
  const one = limiter(redis);
  expect(await spendOften(one, 5)).toEqual(['free', 'free', 'free', 'over', 'over']);
  expect(await one.spend('another')).toBeUndefined();
  expect([one.secondsOver('key'), one.secondsOver('another')]).toEqual([expect.any(Number), undefined]);
});

it('all gateways share the counts', async () => {
  const name = randomText(8);
  const [one, two] = [limiter(redis, name), limiter(redis, name)];
  expect(await spendOften(one, 2)).toEqual(['free', 'free']);
  expect(await spendOften(two, 2)).toEqual(['free', 'over']);
});

it('each gateway counts for itself while Redis is away', async () => {
  const away = await openRedis({ url: new Secret('redis://127.0.0.1:1'), logger: silentLogger, connectTimeoutMs: 50 });
  expect(await spendOften(limiter(away), 4)).toEqual(['free', 'free', 'free', 'over']);
  away.disconnect();
});

it('a limit of 0 admits everything', async () => {
  expect(await spendOften(limiter(redis, 'none', 0), 5)).toEqual(['free', 'free', 'free', 'free', 'free']);
});

import { redisUrl } from '@payorch/harness';
import { randomText, Secret } from '@payorch/kernel';
import { openRedis, type RedisClient } from '@payorch/platform/sealing';
import { silentLogger } from '@payorch/platform/telemetry';
import { Limits, type LimitSettings } from './limits';

let redis: RedisClient;
beforeAll(async () => void (redis = await openRedis({ url: new Secret(redisUrl()), logger: silentLogger })));
afterAll(() => redis.disconnect());

const none: LimitSettings = {
  wrongKeysPerMinute: 0,
  wrongClientSecretsPerMinute: 0,
  requestsPerKeyPerSecond: 0,
  refusedWebhooksPerMinute: 0,
  unsignedWebhooksPerMinute: 0,
  applePaySessionsPerMinute: 2,
  accountApplePaySessionsPerMinute: 4,
  credentialChecksPerMinute: 0,
  domainVerificationsPerMinute: 0,
  webhookTestsPerMinute: 0,
  disputeFetchesPerMinute: 0,
  webhookRetriesPerMinute: 0,
};

it('what is over the limit of one payment does not count for the account', async () => {
  const limits = new Limits(redis, none);
  const account = randomText(12);
  const isOver = async (payment: string, times: number): Promise<boolean[]> => {
    const results: boolean[] = [];
    for (let sent = 0; sent < times; sent++) results.push(await limits.isOverApplePay(account, 'acme', payment));
    return results;
  };
  expect(await isOver('pay_1', 6)).toEqual([false, false, true, true, true, true]);
  expect(await isOver('pay_2', 2)).toEqual([false, false]);
  expect(await isOver('pay_3', 1)).toEqual([true]);
  expect(await limits.isOverApplePay(randomText(12), 'acme', 'pay_3')).toBe(false);
});

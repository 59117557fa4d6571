import type { MerchantId } from '@payorch/kernel';
import { accountServices } from '../../test/accounts';
import { gatewayDatabase, testTrace as trace, type GatewayDatabase } from '../../test/gateway-database';
import { AccountCache } from './account-cache';

let db: GatewayDatabase;
let services: ReturnType<typeof accountServices>;
const merchantId = 'acme' as MerchantId;

beforeAll(async () => {
  db = await gatewayDatabase();
  services = accountServices(db.database);
  await services.merchants.create({ merchant_id: merchantId }, trace);
});
afterAll(() => db.close());

const never = { name: 'k', expiration: 'never' };
const elsewhere = (maxAgeMs: number) => new AccountCache(db.database, { apiKeyHashSecret: 'hash-secret', maxAgeMs });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a secret key', () => {
  it('is known as soon as it is made, here and in another gateway', async () => {
    const { plainKey } = await services.keys.create(merchantId, never, trace);
    expect(await services.cache.merchantOfApiKey(plainKey, new Date())).toBe(merchantId);
    expect(await elsewhere(3_000).merchantOfApiKey(plainKey, new Date())).toBe(merchantId);
  });

  it('is refused at once by the gateway that revoked it, and in time by the others', async () => {
    const { key, plainKey } = await services.keys.create(merchantId, never, trace);
    const other = elsewhere(200);
    await Promise.all([services.cache, other].map((cache) => cache.merchantOfApiKey(plainKey, new Date())));
    await services.keys.revoke(merchantId, key.keyId, trace);
    expect(await services.cache.merchantOfApiKey(plainKey, new Date())).toBeUndefined();
    await pause(210);
    expect(await other.merchantOfApiKey(plainKey, new Date())).toBeUndefined();
  });

  it('is refused from its end on, whatever is in memory', async () => {
    const end = new Date(Date.now() + 60_000);
    const { plainKey } = await services.keys.create(merchantId, { name: 'k', expiration: end.toISOString() }, trace);
    expect(await services.cache.merchantOfApiKey(plainKey, new Date())).toBe(merchantId);
    expect(await services.cache.merchantOfApiKey(plainKey, end)).toBeUndefined();
  });

  it('is not looked for where it cannot be one', async () =>
    expect(await services.cache.merchantOfApiKey("' OR 1=1 --", new Date())).toBeUndefined());

  it('is found by nobody who hashes with another secret', async () => {
    const { plainKey } = await services.keys.create(merchantId, never, trace);
    const stranger = new AccountCache(db.database, { apiKeyHashSecret: 'other', maxAgeMs: 3_000 });
    expect(await stranger.merchantOfApiKey(plainKey, new Date())).toBeUndefined();
  });
});

describe('an account', () => {
  it('is read once for many requests', async () => {
    const cache = elsewhere(3_000);
    const pool = (db.dataSource.driver as unknown as { master: { connect: () => unknown } }).master;
    const connect = jest.spyOn(pool, 'connect');
    await Promise.all(Array.from({ length: 20 }, () => cache.account(merchantId)));
    await cache.account(merchantId);
    expect(connect).toHaveBeenCalledTimes(1);
    connect.mockRestore();
  });

  it('shows a change of this gateway at once, and of another where it is read anew', async () => {
    const other = elsewhere(3_000);
    await Promise.all([services.cache, other].map((cache) => cache.account(merchantId)));
    const { profileId } = await services.profiles.create(merchantId, { profile_name: 'new' }, trace);
    const ids = (account: Awaited<ReturnType<AccountCache['account']>>) =>
      account?.profiles.map((profile) => profile.profileId);
    expect(ids(await services.cache.account(merchantId))).toContain(profileId);
    expect(ids(await other.account(merchantId))).not.toContain(profileId);
    expect(ids(await other.accountAnew(merchantId))).toContain(profileId);
    expect(ids(await other.account(merchantId))).toContain(profileId);
  });

  it('belongs to its publishable key', async () => {
    const { publishableKey } = await services.merchants.retrieve(merchantId);
    expect(await services.cache.merchantOfPublishableKey(publishableKey)).toBe(merchantId);
    expect(await services.cache.merchantOfPublishableKey(`pk_dev_${'0'.repeat(32)}`)).toBeUndefined();
  });
});

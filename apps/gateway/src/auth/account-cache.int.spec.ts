import type { MerchantId } from '@payorch/kernel';
import { Secret } from '@payorch/kernel';
import { accountServices } from '../../test/accounts';
import { gatewayDatabase, testTrace as trace, type GatewayDatabase } from '../../test/gateway-database';
import { AccountCache } from './account-cache';
import { ApiKeyHashes } from './domain/api-key-hashes';

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
const hashesWith = (...secrets: string[]) => new ApiKeyHashes(secrets.map((secret) => new Secret(secret)));
const gatewayWith = (...secrets: string[]) =>
  new AccountCache(db.database, { apiKeyHashes: hashesWith(...secrets), maxAgeMs: 3_000 });
const elsewhere = (maxAgeMs: number) =>
  new AccountCache(db.database, { apiKeyHashes: hashesWith('hash-secret'), maxAgeMs });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it('an account has the country of its first business, and its profiles have their return URLs', async () => {
  const other = 'acme_of_payouts' as MerchantId;
  const primary_business_details = [
    { country: 'NL', business: 'food' },
    { country: 'DE', business: 'shop' },
  ] as const;
  await services.merchants.create(
    {
      merchant_id: other,
      return_url: 'https://acme.example/done',
      primary_business_details: [...primary_business_details],
    },
    trace,
  );
  const found = await services.cache.account(other);
  expect(found?.businessCountry).toBe('NL');
  expect(found?.profiles.map(({ returnUrl }) => returnUrl)).toEqual(
    found?.profiles.map(() => 'https://acme.example/done'),
  );
  expect(found?.profiles).not.toEqual([]);
  const plain = await services.cache.account(merchantId);
  expect([plain?.businessCountry, plain?.profiles[0]?.returnUrl]).toEqual([undefined, undefined]);
});

describe('a secret key', () => {
  it('a new key is valid in every gateway at once', async () => {
    const { plainKey } = await services.keys.create(merchantId, never, trace);
    expect(await services.cache.merchantOfApiKey(plainKey, new Date())).toBe(merchantId);
    expect(await elsewhere(3_000).merchantOfApiKey(plainKey, new Date())).toBe(merchantId);
  });

  it('a revoked key is refused at once by its gateway, and after the cache age by the others', async () => {
    const { key, plainKey } = await services.keys.create(merchantId, never, trace);
    const other = elsewhere(200);
    await Promise.all([services.cache, other].map((cache) => cache.merchantOfApiKey(plainKey, new Date())));
    await services.keys.revoke(merchantId, key.keyId, trace);
    expect(await services.cache.merchantOfApiKey(plainKey, new Date())).toBeUndefined();
    await pause(210);
    expect(await other.merchantOfApiKey(plainKey, new Date())).toBeUndefined();
  });

  it('an expired key is refused despite the cache', async () => {
    const end = new Date(Date.now() + 60_000);
    const { plainKey } = await services.keys.create(merchantId, { name: 'k', expiration: end.toISOString() }, trace);
    expect(await services.cache.merchantOfApiKey(plainKey, new Date())).toBe(merchantId);
    expect(await services.cache.merchantOfApiKey(plainKey, end)).toBeUndefined();
  });

  it('a text of another form causes no lookup', async () =>
    expect(await services.cache.merchantOfApiKey("' OR 1=1 --", new Date())).toBeUndefined());

  it('a gateway with another secret does not find the key', async () => {
    const { plainKey } = await services.keys.create(merchantId, never, trace);
    expect(await gatewayWith('other').merchantOfApiKey(plainKey, new Date())).toBeUndefined();
  });
});

describe('a key hashed with an earlier secret', () => {
  const storedKids = () =>
    db.database.read('every', (sql) =>
      sql.query<{ key_id: string; hash_kid: string | null }>('SELECT key_id, hash_kid FROM api_keys'),
    );

  it('a key under an earlier secret is found and rehashed at its next use', async () => {
    const { key, plainKey } = await services.keys.create(merchantId, never, trace);
    const turned = gatewayWith('new-secret', 'hash-secret');
    expect(await turned.merchantOfApiKey(plainKey, new Date())).toBe(merchantId);
    const kidOfKey = async () => (await storedKids()).find(({ key_id: id }) => id === key.keyId)?.hash_kid;
    const [newKid] = hashesWith('new-secret').kids;
    while ((await kidOfKey()) !== newKid) await pause(10);
    expect(await gatewayWith('new-secret').merchantOfApiKey(plainKey, new Date())).toBe(merchantId);
    expect(await gatewayWith('hash-secret', 'new-secret').merchantOfApiKey(plainKey, new Date())).toBe(merchantId);
  });

  it('a hash without a secret id gets one', async () => {
    const { key, plainKey } = await services.keys.create(merchantId, never, trace);
    await db.database.change('every', (sql) =>
      sql.query('UPDATE api_keys SET hash_kid = NULL WHERE key_id = $1', [key.keyId]),
    );
    expect(await gatewayWith('hash-secret').merchantOfApiKey(plainKey, new Date())).toBe(merchantId);
    const isNoted = async () =>
      (await storedKids()).some(({ key_id: id, hash_kid: kid }) => id === key.keyId && kid !== null);
    while (!(await isNoted())) await pause(10);
  });
});

describe('an account', () => {
  it('an account is read once for many requests', async () => {
    const cache = elsewhere(3_000);
    const pool = (db.dataSource.driver as unknown as { master: { connect: () => unknown } }).master;
    const connect = jest.spyOn(pool, 'connect');
    await Promise.all(Array.from({ length: 20 }, () => cache.account(merchantId)));
    await cache.account(merchantId);
    expect(connect).toHaveBeenCalledTimes(1);
    connect.mockRestore();
  });

  it('a change of this gateway is visible at once, of another gateway after a fresh read', async () => {
    const other = elsewhere(3_000);
    await Promise.all([services.cache, other].map((cache) => cache.account(merchantId)));
    const { profileId } = await services.profiles.create(merchantId, { profile_name: 'new' }, trace);
    const ids = (account: Awaited<ReturnType<AccountCache['account']>>) =>
      account?.profiles.map((profile) => profile.profileId);
    expect(ids(await services.cache.account(merchantId))).toContain(profileId);
    expect(ids(await other.account(merchantId))).not.toContain(profileId);
    expect(ids(await other.freshAccount(merchantId))).toContain(profileId);
    expect(ids(await other.account(merchantId))).toContain(profileId);
  });

  it('an account is found by its publishable key', async () => {
    const { publishableKey } = await services.merchants.retrieve(merchantId);
    expect(await services.cache.merchantOfPublishableKey(publishableKey)).toBe(merchantId);
    expect(await services.cache.merchantOfPublishableKey(`pk_dev_${'0'.repeat(32)}`)).toBeUndefined();
  });
});

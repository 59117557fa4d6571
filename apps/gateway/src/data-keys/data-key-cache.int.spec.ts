import { testDataKeys } from '@payorch/harness';
import type { MerchantId } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import { accountServices } from '../../test/accounts';
import { gatewayDatabase, testTrace, type GatewayDatabase } from '../../test/gateway-database';
import { DataKeyCache } from './data-key-cache';
import { DataKeyRepository } from './persistence/data-key.repository';

const [acme, other] = ['acme_1', 'acme_2'] as [MerchantId, MerchantId];
const keys = testDataKeys();

/** Counts the reads of merchants' keys. */
class CountingRepository extends DataKeyRepository {
  readonly read: string[] = [];

  override find(sql: Sql, merchantId: MerchantId) {
    this.read.push(merchantId);
    return super.find(sql, merchantId);
  }
}

let gateway: GatewayDatabase;
let rows: CountingRepository;
let cache: DataKeyCache;
beforeAll(async () => {
  gateway = await gatewayDatabase();
  const { merchants } = accountServices(gateway.database);
  for (const merchant_id of [acme, other]) await merchants.create({ merchant_id }, testTrace);
});
afterAll(() => gateway.close());
beforeEach(() => {
  rows = new CountingRepository();
  cache = new DataKeyCache(gateway.database, rows);
});
afterEach(() => jest.restoreAllMocks());

const versionsOf = (merchantId: string) => cache.dataKeysOf(merchantId)?.map(({ version }) => version);

it('the keys of a merchant are unknown before they are loaded, and then in memory', async () => {
  expect(versionsOf(acme)).toBeUndefined();
  await cache.load(acme);
  expect([versionsOf(acme), versionsOf(other)]).toEqual([[0, 1], undefined]);
  for (const key of cache.dataKeysOf(acme)!) expect(() => keys.unwrap(acme, key)).not.toThrow();
  for (const key of cache.dataKeysOf(acme)!) expect(() => keys.unwrap(other, key)).toThrow('tampered');
  await cache.load(acme);
  expect(rows.read).toEqual([acme]);
});

it('concurrent requests of a merchant read its keys once', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, at) => cache.load(at % 2 ? acme : other)));
  expect(rows.read.sort()).toEqual([acme, other]);
  expect([versionsOf(acme), versionsOf(other)]).toEqual([
    [0, 1],
    [0, 1],
  ]);
});

it('a merchant without keys is read again each time, so that new keys are seen at once', async () => {
  const late = 'acme_late' as MerchantId;
  await cache.load(late);
  expect(versionsOf(late)).toBeUndefined();
  await gateway.database.change([late], (sql) => rows.insert(sql, late, [keys.create(late, 0), keys.create(late, 1)]));
  await cache.load(late);
  expect(versionsOf(late)).toEqual([0, 1]);
});

it.each(["x' OR 1=1 --", '', 'x'.repeat(200), 'a/b'])(
  'the text %p, which is no merchant id, is not read',
  async (id) => {
    await cache.load(id);
    expect([cache.dataKeysOf(id), rows.read]).toEqual([undefined, []]);
  },
);

it('a key that another gateway made is used after a minute, and no request waits for it', async () => {
  await cache.load(other);
  await gateway.database.change([other], (sql) => rows.insert(sql, other, [keys.create(other, 2)]));
  await cache.load(other);
  expect(versionsOf(other)).toEqual([0, 1]);
  const now = performance.now();
  const clock = jest.spyOn(performance, 'now').mockReturnValue(now + 60_001);
  await cache.load(other);
  clock.mockRestore();
  while (versionsOf(other)?.length !== 3) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(versionsOf(other)).toEqual([0, 1, 2]);
  expect(rows.read).toEqual([other, other]);
});

it('the keys in memory stay in use while the database is away', async () => {
  await cache.load(acme);
  const away = jest.spyOn(gateway.database, 'read').mockRejectedValue(new Error('away'));
  const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_001);
  await expect(cache.load(acme)).resolves.toBeUndefined();
  clock.mockRestore();
  expect(versionsOf(acme)).toEqual([0, 1]);
  await expect(cache.load(other)).rejects.toThrow('away');
  away.mockRestore();
  await cache.load(other);
  expect(versionsOf(other)).toBeDefined();
});

it('a forgotten merchant is read again', async () => {
  await cache.load(acme);
  cache.forget(acme);
  expect(versionsOf(acme)).toBeUndefined();
  await cache.load(acme);
  expect(rows.read).toEqual([acme, acme]);
});

import { type CustomerId, type MerchantId, Secret } from '@payorch/kernel';
import { gatewayDatabase, type GatewayDatabase } from '../../test/gateway-database';
import { ApiKeyHashes } from './domain/api-key-hashes';
import { newEphemeralKey, newEphemeralSecret } from './domain/ephemeral-key';
import { FindEphemeralKey } from './find-ephemeral-key';
import { EphemeralKeyRepository } from './persistence/ephemeral-key.repository';

let gateway: GatewayDatabase;
beforeAll(async () => {
  gateway = await gatewayDatabase();
});
afterAll(() => gateway.close());

const keys = new EphemeralKeyRepository();
const acme = 'acme' as MerchantId;
const other = 'other' as MerchantId;
const customerId = 'cus_1' as CustomerId;
const hashes = new ApiKeyHashes([new Secret('hash secret')]);
const find = (secret: string, now = new Date(), of = hashes) =>
  new FindEphemeralKey(gateway.database, keys, of).find(secret, now);

async function stored(merchantId = acme, lifetimeMs = 3_600_000) {
  const secret = newEphemeralSecret();
  const key = newEphemeralKey({ merchantId, customerId }, { now: new Date(), lifetimeMs });
  await gateway.database.change([merchantId], (sql) => keys.insert(sql, key, hashes.current(secret).hash));
  return { secret, key };
}

it('a key is found by its hash alone, until it expires', async () => {
  const { secret, key } = await stored();
  expect(await find(secret)).toEqual(key);
  expect(await find(secret, key.expiresAt)).toBeUndefined();
  expect(await find(newEphemeralSecret())).toBeUndefined();
  const turned = new ApiKeyHashes([new Secret('newer secret'), new Secret('hash secret')]);
  expect(await find(secret, new Date(), turned)).toEqual(key);
});

it('a merchant deletes its own keys only', async () => {
  const { secret, key } = await stored();
  const remove = (merchantId: MerchantId) =>
    gateway.database.change([merchantId], (sql) => keys.delete(sql, merchantId, key.keyId));
  expect(await remove(other)).toBeUndefined();
  expect(await find(secret)).toEqual(key);
  expect(await remove(acme)).toEqual(key);
  expect(await remove(acme)).toBeUndefined();
  expect(await find(secret)).toBeUndefined();
});

it('the keys of a deleted customer end, and those of the same id at another merchant stay', async () => {
  const [own, theirs] = [await stored(), await stored(other)];
  await gateway.database.change([acme], (sql) => keys.deleteAll(sql, acme, customerId));
  expect(await find(own.secret)).toBeUndefined();
  expect(await find(theirs.secret)).toEqual(theirs.key);
});

it('the sweep deletes expired keys of every merchant, some at a time', async () => {
  for (const merchantId of [acme, other, acme]) await stored(merchantId, -10_000);
  const live = await stored();
  const sweep = (limit: number) => gateway.database.change('every', (sql) => keys.deleteExpired(sql, limit));
  expect([await sweep(2), await sweep(2), await sweep(2)]).toEqual([2, 1, 0]);
  expect(await find(live.secret)).toEqual(live.key);
});

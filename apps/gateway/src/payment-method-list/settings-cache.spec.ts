import type { MerchantId } from '@payorch/kernel';
import type { AccountSnapshot } from '../auth';
import { ListingSettingsCache } from './settings-cache';

const snapshot = (accountVersion: number, merchantId = 'acme_1'): AccountSnapshot => ({
  merchantId: merchantId as MerchantId,
  organizationId: 'org_1' as never,
  accountType: 'standard',
  customersOf: 'acme_1' as never,
  accountVersion,
  defaultProfileId: null,
  profiles: [],
});

function aCache() {
  const reads: string[] = [];
  const cache = new ListingSettingsCache(
    { read: (_, work) => work({} as never) },
    {
      find: (_, id) => {
        reads.push(id);
        return Promise.resolve(id === 'gone' ? undefined : ({ merchantName: `${id} ${reads.length}` } as never));
      },
    },
    { list: () => Promise.resolve([]) },
    { list: () => Promise.resolve([]) },
  );
  return { cache, reads };
}

it('settings are read once for each account version', async () => {
  const { cache, reads } = aCache();
  const [first, same] = await Promise.all([cache.of(snapshot(1)), cache.of(snapshot(1))]);
  expect([first?.merchantName, same?.merchantName]).toEqual(['acme_1 1', 'acme_1 1']);
  expect(await cache.of(snapshot(1))).toBe(first);
  expect((await cache.of(snapshot(2)))?.merchantName).toBe('acme_1 2');
  expect((await cache.of(snapshot(1, 'other')))?.merchantName).toBe('other 3');
  expect(reads).toEqual(['acme_1', 'acme_1', 'other']);
});

it('a deleted merchant has no settings, and is not cached', async () => {
  const { cache, reads } = aCache();
  expect(await cache.of(snapshot(1, 'gone'))).toBeUndefined();
  expect(await cache.of(snapshot(1, 'gone'))).toBeUndefined();
  expect(reads).toHaveLength(2);
});

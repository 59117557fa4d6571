import type { MerchantId } from '@payorch/kernel';
import { DataKeyCache } from './data-key-cache';

const acme = 'acme' as MerchantId;
const minute = 60_000;

describe('data keys in the memory of a gateway', () => {
  let now = 0;
  let versions = [0, 1];
  const find = jest.fn(() =>
    Promise.resolve(versions.map((version) => ({ version, wrapped: `v1.master.${version}` }))),
  );
  const cache = new DataKeyCache({ read: (_, work) => work({ query: jest.fn(), repository: jest.fn() }) }, { find });
  const known = () => cache.dataKeysOf(acme)?.map(({ version }) => version);
  beforeAll(() => jest.spyOn(performance, 'now').mockImplementation(() => now));
  afterAll(() => jest.restoreAllMocks());

  it('seal for minutes while newer ones are read, and are read first after a longer rest', async () => {
    await cache.load(acme);
    expect(known()).toEqual([0, 1]);
    versions = [0, 1, 2];
    now = 0.5 * minute;
    await cache.load(acme);
    expect(find).toHaveBeenCalledTimes(1);
    now = 2 * minute;
    await cache.load(acme);
    await new Promise(setImmediate);
    expect(known()).toEqual([0, 1, 2]);
    // Another gateway has made version 3 and deleted version 2: a seal under version 2 would never open again.
    versions = [0, 3];
    now = 10 * minute;
    await cache.load(acme);
    expect(known()).toEqual([0, 3]);
  });
});

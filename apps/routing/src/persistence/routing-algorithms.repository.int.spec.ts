import type { TransactionType } from '@payorch/contracts';
import type { FreshDatabase } from '@payorch/harness';
import { freshSchema } from '@payorch/harness';
import type { MerchantId, ProfileId, RoutingAlgorithmId } from '@payorch/kernel';
import { Secret } from '@payorch/kernel';
import { openDatabase } from '@payorch/platform/postgres';
import { silentLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { anAlgorithmRecord } from '../../test/algorithms';
import { merchantId } from '../../test/builders';
import { database } from './database';
import { RoutingAlgorithmRepository } from './routing-algorithms.repository';

describe('the stored algorithms', () => {
  let fresh: FreshDatabase & { readonly url: string };
  let dataSource: DataSource;
  let repository: RoutingAlgorithmRepository;
  const idOf = (text: string) => text as RoutingAlgorithmId;
  const at = (second: number) => new Date(Date.UTC(2026, 0, 5, 10, 0, second));
  const other = 'other_1' as MerchantId;

  beforeAll(async () => {
    fresh = await freshSchema('routing');
    dataSource = await openDatabase({ ...database, url: new Secret(fresh.url), logger: silentLogger });
    repository = new RoutingAlgorithmRepository(dataSource);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await fresh.drop();
  });

  it('an algorithm is found as it was stored, its fields in their order', async () => {
    const record = anAlgorithmRecord({ algorithmId: idOf('routing_found') });
    expect(await repository.create(record)).toEqual(record);
    const found = await repository.find(merchantId, record.algorithmId);
    expect(found).toEqual(record);
    expect(JSON.stringify(found?.algorithm.data)).toBe(JSON.stringify(record.algorithm.data));
  });

  it('a second creation under the same id changes nothing and returns the first', async () => {
    const first = anAlgorithmRecord({ algorithmId: idOf('routing_twice') });
    await repository.create(first);
    expect(await repository.create({ ...first, createdAt: at(59), name: 'late' })).toEqual(first);
    expect(await repository.find(merchantId, first.algorithmId)).toEqual(first);
  });

  it('the same id of another merchant is another algorithm', async () => {
    const ours = anAlgorithmRecord({ algorithmId: idOf('routing_shared') });
    await repository.create(ours);
    expect(await repository.find(other, ours.algorithmId)).toBeUndefined();
    const theirs = { ...ours, merchantId: other, name: 'theirs' };
    expect(await repository.create(theirs)).toEqual(theirs);
    expect(await repository.find(merchantId, ours.algorithmId)).toEqual(ours);
  });

  it('a list has the newest first, by pages and profiles', async () => {
    const lister = 'lister_1' as MerchantId;
    const second = 'pro_second' as ProfileId;
    const stored = (id: string, seconds: number, more: object = {}) =>
      repository.create(
        anAlgorithmRecord({ merchantId: lister, algorithmId: idOf(id), createdAt: at(seconds), ...more }),
      );
    await stored('routing_a', 1);
    await stored('routing_b', 2, { algorithmFor: 'payout' });
    await stored('routing_c', 2, { profileId: second });
    await stored('routing_d', 3);
    const ids = async (profileId: ProfileId | null, limit: number, offset: number, algorithmFor?: TransactionType) =>
      (await repository.list(lister, { profileId, limit, offset, algorithmFor })).map(({ algorithmId }) => algorithmId);
    expect(await ids(null, 10, 0)).toEqual(['routing_d', 'routing_c', 'routing_b', 'routing_a']);
    expect(await ids(null, 2, 1)).toEqual(['routing_c', 'routing_b']);
    expect(await ids(second, 10, 0)).toEqual(['routing_c']);
    expect(await ids(null, 10, 0, 'payout')).toEqual(['routing_b']);
    expect(await ids(second, 10, 0, 'payout')).toEqual([]);
    expect(await ids(null, 0, 0)).toEqual([]);
  });
});

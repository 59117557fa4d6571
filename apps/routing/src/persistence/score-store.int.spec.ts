import { freshRedis, type FreshRedis } from '@payorch/harness';
import { Secret } from '@payorch/kernel';
import { openRedis, type RedisClient } from '@payorch/platform/sealing';
import { silentLogger } from '@payorch/platform/telemetry';
import { emptyScores, type GroupScores } from '../domain/scores/count-results';
import type { ScoreGroup } from '../domain/scores/score-groups';
import { type ScopeChanges, ScoreStore } from './score-store';

const group: ScoreGroup = { kind: 'success', scope: 'acme/pro_1', name: 'success[]' };
const scoresUpTo = (offset: number): GroupScores => ({ ...emptyScores, counted: { '0': offset } });

let fresh: FreshRedis;
let redis: RedisClient;
let store: ScoreStore;

beforeAll(async () => {
  fresh = await freshRedis();
  redis = await openRedis({ url: new Secret(fresh.url), logger: silentLogger });
  store = new ScoreStore(redis);
});
afterAll(async () => {
  redis.disconnect();
  await fresh.release();
});
beforeEach(() => redis.flushdb());

it('a group is stored under the revision that was loaded, and under no older one', async () => {
  const empty = await store.load(group);
  expect(empty).toEqual({ revision: 0, scores: emptyScores });
  expect(await store.save(group, { ...empty, scores: scoresUpTo(1) })).toBe(true);
  expect(await store.load(group)).toEqual({ revision: 1, scores: scoresUpTo(1) });
  expect(await store.save(group, { ...empty, scores: scoresUpTo(9) })).toBe(false);
  expect(await store.save(group, { revision: 1, scores: scoresUpTo(2) })).toBe(true);
  expect(await store.load(group)).toEqual({ revision: 2, scores: scoresUpTo(2) });
});

it('a reader gets the groups that changed since its last read, and learns that all are gone', async () => {
  expect(await store.changesSince(group.scope, 0)).toBeUndefined();
  await store.save(group, { revision: 0, scores: scoresUpTo(1) });
  const changed = await changesAfter(0);
  expect(changed.groups).toEqual([{ name: group.name, scores: scoresUpTo(1) }]);
  expect(await store.changesSince(group.scope, changed.last)).toBeUndefined();
  await redis.flushdb();
  expect(await store.changesSince(group.scope, changed.last)).toBe('gone');
});

it('a reader learns of as many changes after a flush as there were before it', async () => {
  await store.save(group, { revision: 0, scores: scoresUpTo(1) });
  const { last } = await changesAfter(0);
  await redis.flushdb();
  await store.save(group, { revision: 0, scores: scoresUpTo(2) });
  expect((await changesAfter(last)).groups).toEqual([{ name: group.name, scores: scoresUpTo(2) }]);
});

async function changesAfter(last: number): Promise<ScopeChanges> {
  const changes = await store.changesSince(group.scope, last);
  if (changes === undefined || changes === 'gone') throw new Error(`no changes after ${last}`);
  return changes;
}

it('scores end by themselves when no payment renews them', async () => {
  await store.save(group, { revision: 0, scores: scoresUpTo(1) });
  const keys = await redis.keys('scores:*');
  expect(keys).toHaveLength(3);
  for (const key of keys) expect(await redis.pttl(key)).toBeGreaterThan(86_400_000);
});

it('a partition has the position and the message ids of its last batch', async () => {
  expect([await store.positionsOf([0, 1]), await store.recentIdsOf(1)]).toEqual([new Map(), []]);
  await store.savePosition(1, 7n, ['m_1']);
  expect([await store.positionsOf([0, 1]), await store.recentIdsOf(1)]).toEqual([new Map([[1, 7n]]), ['m_1']]);
});

import type { Positions } from '@payorch/platform/kafka';
import type { RedisClient } from '@payorch/platform/sealing';
import { createHash } from 'node:crypto';
import { emptyScores, type GroupScores } from '../domain/scores/count-results';
import type { ScoreGroup } from '../domain/scores/score-groups';

/** The scores of a group as they are stored. Revision 0: nothing is stored. */
export interface StoredScores {
  readonly revision: number;
  readonly scores: GroupScores;
}

/** Changes of a scope since a change number. */
export interface ScopeChanges {
  readonly last: number;
  readonly groups: readonly { readonly name: string; readonly scores: GroupScores }[];
}

const dayMs = 86_400_000;
/** A contract is counted for a month and longer; of the others a week without payments says enough. */
const ttlMs = { success: 7 * dayMs, elimination: 7 * dayMs, contract: 62 * dayMs } as const;
/** Longer than the evaluation is stored whose outcome has the id. */
const onceMs = 2 * dayMs;
/** Groups of a scope, of which the longest unchanged ones give way: BINs are many. */
export const maxGroups = 2_000;
const positionsKey = 'scores:positions';

/**
 * Stores a group unless another instance changed it meanwhile, and notes the change for the readers. The number of a change is
 * the time in µs: a count from 1 would come to a number that readers know already after a flush, which they would not notice.
 */
const save = `
if (redis.call('HGET', KEYS[1], 'revision') or '0') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'revision', tostring(tonumber(ARGV[1]) + 1), 'group', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
local time = redis.call('TIME')
local last = tonumber(redis.call('GET', KEYS[2]) or '0')
local change = string.format('%.0f', math.max(last + 1, time[1] * 1000000 + time[2]))
redis.call('SET', KEYS[2], change)
redis.call('ZADD', KEYS[3], change, ARGV[4])
local over = redis.call('ZCARD', KEYS[3]) - tonumber(ARGV[6])
if over > 0 then redis.call('ZPOPMIN', KEYS[3], over) end
redis.call('PEXPIRE', KEYS[2], ARGV[5])
redis.call('PEXPIRE', KEYS[3], ARGV[5])`;
const saveScript = `${save}
return 1`;
/** The same, unless the change is in the group already. */
const saveOnceScript = `
if redis.call('EXISTS', KEYS[4]) == 1 then return 1 end
${save}
redis.call('SET', KEYS[4], '', 'PX', ARGV[7])
return 1`;

const idOf = (name: string): string => createHash('sha256').update(name).digest('base64url').slice(0, 22);

/** All keys of a scope are in one slot of a cluster. */
const keysOf = (scope: string) => ({
  group: (id: string) => `scores:{${scope}}:group:${id}`,
  changeCount: `scores:{${scope}}:change`,
  changes: `scores:{${scope}}:changes`,
  once: (id: string) => `scores:{${scope}}:once:${id}`,
});

interface Body {
  readonly name: string;
  readonly scores: GroupScores;
}

function parametersOf({ scope, name, kind }: ScoreGroup, { revision, scores }: StoredScores) {
  const keys = keysOf(scope);
  const id = idOf(name);
  const body: Body = { name, scores };
  return {
    keys: [keys.group(id), keys.changeCount, keys.changes],
    values: [revision, JSON.stringify(body), ttlMs[kind], id, ttlMs.contract, maxGroups],
  };
}

/** Scores in Redis. Commands that are sent together share one round trip. */
export class ScoreStore {
  constructor(private readonly redis: RedisClient) {}

  async load({ scope, name }: ScoreGroup): Promise<StoredScores> {
    const [revision, body] = await this.redis.hmget(keysOf(scope).group(idOf(name)), 'revision', 'group');
    if (revision == null || body == null) return { revision: 0, scores: emptyScores };
    return { revision: Number(revision), scores: (JSON.parse(body) as Body).scores };
  }

  /** False: another instance changed the group since it was loaded. */
  async save(group: ScoreGroup, stored: StoredScores): Promise<boolean> {
    const { keys, values } = parametersOf(group, stored);
    return (await this.redis.eval(saveScript, keys.length, ...keys, ...values)) === 1;
  }

  /**
   * The same for a change with an id, which one of the groups of its kind stores once. True also where a group of the
   * kind has the change already: nothing is stored then. An id is known for `onceMs`.
   */
  async saveOnce(group: ScoreGroup, stored: StoredScores, changeId: string): Promise<boolean> {
    const { keys, values } = parametersOf(group, stored);
    const once = keysOf(group.scope).once(idOf(`${group.kind} ${changeId}`));
    const saved = await this.redis.eval(saveOnceScript, keys.length + 1, ...keys, once, ...values, onceMs);
    return saved === 1;
  }

  /** The groups that changed after a change. Undefined: none. Gone: Redis has lost that change, so the scope is read whole. */
  async changesSince(scope: string, last: number): Promise<ScopeChanges | 'gone' | undefined> {
    const keys = keysOf(scope);
    const newest = Number((await this.redis.get(keys.changeCount)) ?? 0);
    if (newest === last) return undefined;
    if (newest < last) return 'gone';
    const ids = await this.redis.zrangebyscore(keys.changes, `(${last}`, '+inf');
    const bodies = await Promise.all(ids.map((id) => this.redis.hget(keys.group(id), 'group')));
    return { last: newest, groups: bodies.flatMap((body) => (body === null ? [] : [JSON.parse(body) as Body])) };
  }

  async positionsOf(partitions: readonly number[]): Promise<Positions> {
    const found = await this.redis.hmget(positionsKey, ...partitions.map(String));
    return new Map(
      partitions.flatMap((partition, at): [number, bigint][] => {
        const text = found[at];
        return text == null ? [] : [[partition, BigInt(text)]];
      }),
    );
  }

  async recentIdsOf(partition: number): Promise<readonly string[]> {
    const text = await this.redis.hget(positionsKey, `${partition}:recent`);
    return text === null ? [] : (JSON.parse(text) as string[]);
  }

  async savePosition(partition: number, next: bigint, recentIds: readonly string[]): Promise<void> {
    const recent = JSON.stringify(recentIds);
    await this.redis.hset(positionsKey, String(partition), String(next), `${partition}:recent`, recent);
  }
}

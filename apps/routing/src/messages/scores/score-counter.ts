import type { DynamicRouting } from '@payorch/contracts';
import type { AccountSettings, PositionedBatch, RawRecord } from '@payorch/platform/kafka';
import { type AttemptResult, changesOf, type CountedChange, withChanges } from '../../domain/scores/count-results';
import type { ScoreGroup } from '../../domain/scores/score-groups';
import type { ScoreStore } from '../../persistence/score-store';
import { attemptResultsOf, messageIdOf } from './attempt-results';

export interface ScoreCounterParts {
  readonly store: Pick<ScoreStore, 'load' | 'save' | 'recentIdsOf' | 'savePosition'>;
  readonly settings: Pick<AccountSettings, 'routing'>;
}

/** An outbox publishes at most a batch again, soon after it: more ids cannot come twice. */
const maxRecentIds = 1_000;

interface GroupChanges {
  readonly group: ScoreGroup;
  readonly changes: CountedChange[];
}

/**
 * Counts the results of a batch, each once: a group knows the offset up to which it has counted a partition, and a partition
 * knows the ids of its last messages. The position is stored last, so a batch that fails midway is counted to its end later.
 */
export class ScoreCounter {
  /** The ids of the last messages, with the offset up to which they hold. */
  private readonly recent = new Map<number, { readonly next: bigint; readonly ids: readonly string[] }>();

  constructor(private readonly parts: ScoreCounterParts) {}

  readonly onBatch = async ({ partition, records, next }: PositionedBatch): Promise<void> => {
    const { store } = this.parts;
    const known = await this.recentIds(partition, records);
    const seen = new Set(known);
    const fresh = records.flatMap((record) => {
      const results = attemptResultsOf(record);
      const id = messageIdOf(record);
      if (results.length === 0 || id === undefined || seen.has(id)) return [];
      seen.add(id);
      return [{ id, offset: Number(record.offset), results }];
    });
    const groups = this.groupsOf(fresh);
    await Promise.all([...groups.values()].map((one) => this.count(partition, one)));
    const ids = [...known, ...fresh.map(({ id }) => id)].slice(-maxRecentIds);
    await store.savePosition(partition, next, ids);
    this.recent.set(partition, { next, ids });
  };

  /** Those in memory hold only for the batch that follows: another instance may have read the partition meanwhile. */
  private async recentIds(partition: number, [first]: readonly RawRecord[]): Promise<readonly string[]> {
    const known = this.recent.get(partition);
    if (known && first && known.next === BigInt(first.offset)) return known.ids;
    return this.parts.store.recentIdsOf(partition);
  }

  private groupsOf(
    fresh: readonly { readonly offset: number; readonly results: readonly AttemptResult[] }[],
  ): ReadonlyMap<string, GroupChanges> {
    const groups = new Map<string, GroupChanges>();
    for (const { offset, results } of fresh) {
      for (const result of results) {
        for (const { group, label, change } of this.changes(result)) {
          const key = `${group.scope} ${group.name}`;
          const changes = groups.get(key)?.changes ?? [];
          changes.push({ label, change, offset });
          groups.set(key, { group, changes });
        }
      }
    }
    return groups;
  }

  private changes(result: AttemptResult): ReturnType<typeof changesOf> {
    const dynamic: DynamicRouting | null | undefined = this.parts.settings.routing(
      result.merchantId,
      result.profileId,
    )?.dynamic;
    return dynamic ? changesOf(result, dynamic) : [];
  }

  /** Again where another instance, with another partition, changed the group meanwhile. */
  private async count(partition: number, { group, changes }: GroupChanges): Promise<void> {
    for (let isSaved = false; !isSaved;) {
      const { revision, scores } = await this.parts.store.load(group);
      const counted = withChanges(scores, partition, changes);
      isSaved = counted === scores || (await this.parts.store.save(group, { revision, scores: counted }));
    }
  }
}

import type { Clock } from '@payorch/kernel';
import type { AccountSettings } from '@payorch/platform/kafka';
import { PeriodicWorker } from '@payorch/platform/lifecycle';
import type { GroupScores } from '../../domain/scores/count-results';
import type { KnownScores } from '../../domain/scores/rank-by-scores';
import { globalScope, scopeOf, type ScoreGroup } from '../../domain/scores/score-groups';
import { maxGroups, type ScoreStore } from '../../persistence/score-store';

export interface ScoreBoardParts {
  readonly store: Pick<ScoreStore, 'changesSince'>;
  readonly settings: Pick<AccountSettings, 'scoredProfiles'>;
  readonly clock: Clock;
  readonly everyMs?: number;
  /** Scores that are older choose nothing. */
  readonly staleAfterMs?: number;
}

interface Scope {
  /** The number of the last change that is known. */
  last: number;
  readonly groups: Map<string, GroupScores>;
}

/** The scores of all profiles with dynamic routing in memory, read again every second: decisions read nothing else. */
export class ScoreBoard extends PeriodicWorker {
  private scopes = new Map<string, Scope>();
  private readAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly parts: ScoreBoardParts) {
    super({ everyMs: parts.everyMs ?? 1_000 });
  }

  /** Undefined while Redis is away: the static order counts. */
  get known(): KnownScores {
    const { clock, staleAfterMs = 5_000 } = this.parts;
    return clock.now().getTime() - this.readAt <= staleAfterMs ? this.scoresOf : undefined;
  }

  /** Reads what changed. Faults are retried with the next read: the client logs an outage of Redis once. */
  round(): Promise<void> {
    return this.readAll().catch(() => undefined);
  }

  private readonly scoresOf = ({ scope, name }: ScoreGroup): GroupScores | undefined =>
    this.scopes.get(scope)?.groups.get(name);

  private async readAll(): Promise<void> {
    const startedAt = this.parts.clock.now().getTime();
    const names = this.scopeNames();
    const scopes = new Map([...names].map((name) => [name, this.scopes.get(name) ?? { last: 0, groups: new Map() }]));
    await Promise.all([...scopes].map(([name, scope]) => this.readScope(name, scope)));
    this.scopes = scopes;
    this.readAt = startedAt;
  }

  private scopeNames(): ReadonlySet<string> {
    const profiles = this.parts.settings.scoredProfiles();
    const usesGlobal = profiles.some(({ dynamic }) => dynamic?.successBased?.specificityLevel === 'global');
    return new Set([...profiles.map(scopeOf), ...(usesGlobal ? [globalScope] : [])]);
  }

  private async readScope(name: string, scope: Scope): Promise<void> {
    const changes = await this.parts.store.changesSince(name, scope.last);
    if (changes === undefined) return;
    if (changes === 'gone') {
      scope.groups.clear();
      scope.last = 0;
      return;
    }
    for (const { name: group, scores } of changes.groups) {
      // Moves to the end: the longest unchanged group is the first, as in the store.
      scope.groups.delete(group);
      scope.groups.set(group, scores);
    }
    for (const group of scope.groups.keys()) {
      if (scope.groups.size <= maxGroups) break;
      scope.groups.delete(group);
    }
    scope.last = changes.last;
  }
}

import type { OnApplicationBootstrap } from '@nestjs/common';
import { randomText } from '@payorch/kernel';
import type { Logger } from '@payorch/platform/telemetry';
import type { Lane } from '@payorch/contracts';
import type { WorkerPresenceRepository } from '../persistence/worker-presence.repository';

/** A worker that misses this many refreshes counts as away. */
const missedRefreshes = 4;

/** How others find a lane among what workers have joined. In the release before lanes a connector's own topics had its name. */
const joinedName = ({ name, isFormer }: Pick<Lane, 'name' | 'isFormer'>): string => (isFormer ? name : `lane:${name}`);

/** Refreshes this worker's presence for each lane whose consumer group it has joined; knows which lanes have workers. */
export class Presence implements OnApplicationBootstrap {
  private readonly instance = randomText(20);
  /** By consumer group. */
  private readonly joined = new Map<string, string>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly rows: WorkerPresenceRepository,
    private readonly logger: Logger,
    private readonly everyMs: number,
  ) {}

  /** This worker consumes the lane from now on. */
  join(lane: Lane): void {
    this.joined.set(lane.groupId, joinedName(lane));
  }

  leave(groupId: string): void {
    this.joined.delete(groupId);
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.refresh(), this.everyMs);
  }

  /** At the begin of a drain. Removes the presence at once, so that other workers need not wait for missed refreshes. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.joined.clear();
    await this.rows
      .remove(this.instance)
      .catch((error: Error) => this.logger.warn({ error }, 'the presence of this worker could not be removed'));
  }

  /** Whether a lane has a worker. Who reads this is present, even where this process stood still and its last refresh is old. */
  async lanes(): Promise<(lane: string) => boolean> {
    const present = new Set([...(await this.rows.joined(missedRefreshes * this.everyMs)), ...this.joined.values()]);
    return (lane) => present.has(joinedName({ name: lane, isFormer: false }));
  }

  private async refresh(): Promise<void> {
    if (this.joined.size === 0) return;
    try {
      await this.rows.refresh(this.instance, [...this.joined.values()]);
    } catch (error) {
      this.logger.warn({ error }, 'the presence of this worker could not be refreshed; the worker retries');
    }
  }
}

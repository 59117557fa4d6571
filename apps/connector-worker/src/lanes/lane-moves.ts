import type { AccountRef } from '@payorch/contracts';
import type { Clock } from '@payorch/kernel';
import type { ConnectorLanes, Log } from '@payorch/platform/kafka';
import type { Lane } from '@payorch/contracts';

/** Offsets by partition. */
export type Offsets = ReadonlyMap<number, bigint>;

/** What the broker knows of a lane's commands. */
export interface LaneOffsets {
  /** The offset behind the last command of each partition. */
  ends(lane: Lane): Promise<Offsets>;
  /** The offset up to which the lane's workers have handled each partition; absent: nothing yet. */
  handled(lane: Lane): Promise<Offsets>;
}

export interface LaneMovesOptions {
  readonly lanes: Pick<ConnectorLanes, 'laneOf' | 'lastMove'>;
  readonly offsets: LaneOffsets;
  /** Every lane that the broker has. */
  readonly all: () => readonly Lane[];
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  readonly checkEveryMs?: number;
}

/** By then every sender has learned of a move. */
const learnedAfterMs = 1_000;
/** Longer than a call at a processor. What still waits in another lane then is safe by the ledger: an operation begins once. */
const longestHoldMs = 60_000;

/**
 * Keeps the order of an account's commands when an operator moves it to another lane: in the new lane they wait until the workers
 * of the lane that it left have handled what was sent there before.
 */
export class LaneMoves {
  /** By the lane that was left and the time, whether that lane is read as far as it was written then. */
  private readonly read = new Map<string, boolean>();

  constructor(private readonly options: LaneMovesOptions) {}

  /** Whether a command of this account waits in its lane. In a lane that the account has left, none does. */
  holds(lane: Lane, account: AccountRef): boolean {
    const { lanes, clock } = this.options;
    const move = lanes.lastMove(account);
    const passedMs = move ? clock.now().getTime() - move.at.getTime() : Infinity;
    if (!move || passedMs > longestHoldMs || lane.isFormer) return false;
    if (move.from === lane.name || lanes.laneOf(account) !== lane.name) return false;
    if (passedMs < learnedAfterMs) return true;
    const name = `${move.from} ${move.at.getTime()}`;
    if (!this.read.has(name)) this.follow(name, move.from);
    return this.read.get(name) === false;
  }

  private follow(move: string, from: string): void {
    this.read.set(move, false);
    setTimeout(() => this.read.delete(move), longestHoldMs).unref();
    const left = this.options.all().filter(({ name, isFormer }) => name === from && !isFormer);
    void Promise.all(left.map((lane) => this.untilRead(lane, move))).then(() => this.read.set(move, true));
  }

  private async untilRead(lane: Lane, move: string): Promise<void> {
    const { offsets, log, checkEveryMs = 250 } = this.options;
    let ends: Offsets | undefined;
    while (this.read.has(move)) {
      try {
        ends ??= await offsets.ends(lane);
        if (isRead(ends, await offsets.handled(lane))) return;
      } catch (error) {
        log.warn({ err: error, lane: lane.name }, 'the offsets of a lane cannot be read; an account that moves waits');
      }
      await new Promise((resolve) => setTimeout(resolve, checkEveryMs).unref());
    }
  }
}

const isRead = (ends: Offsets, handled: Offsets): boolean =>
  [...ends].every(([partition, end]) => end === 0n || (handled.get(partition) ?? 0n) >= end);

import type { AccountRef } from '@payorch/contracts';
import type { Clock } from '@payorch/kernel';
import type { AccountGate, AccountGates, Entry, Share } from '@payorch/platform/http';
import type { Incoming, MessageTurns, Turn, Wait } from '@payorch/platform/kafka';
import { metrics } from '@payorch/platform/telemetry';
import type { NotSentReason } from '../domain/outcomes';
import { shareOf } from '../calls/share-of';
import type { SyncPace } from './sync-pace';

/**
 * begin: the operation occupies a place at its connector account until the turn ends. refuse: a charge or a payout that another
 * account may take, or a charge whose `notAfter` has passed. postpone: a sync that is not sent to the processor now. defer: an operation that
 * waits on disk from now on.
 */
export type OperationTurn = Turn &
  (
    | { readonly kind: 'begin' }
    | { readonly kind: 'refuse'; readonly reason: NotSentReason }
    | { readonly kind: 'postpone'; readonly syncInMs: number }
    | { readonly kind: 'defer' }
  );

export interface OperationTurnsOptions {
  readonly gates: AccountGates;
  readonly pace: SyncPace;
  readonly clock: Clock;
  readonly maxQueued: number;
  readonly maxQueuedTotal: number;
  /** How long a charge waits for room before it goes to the next account of its route. */
  readonly fallbackAfterMs: number;
  /** How long a sync waits for room before it is postponed. */
  readonly syncWaitMs: number;
  /** How long an operation waits in memory before it is deferred to disk. */
  readonly deferAfterMs: number;
}

/** The part of a command that admission reads. */
interface Admitted {
  readonly account: AccountRef;
  readonly fallbacks?: readonly AccountRef[];
  readonly notAfter?: string;
}

interface Waiting extends Wait {
  readonly gate: AccountGate;
  readonly command: Admitted;
  readonly for: Extract<Entry, { kind: 'wait' }>['for'];
}

const noPlace = { end: () => undefined };
const soonestMs = 1_000;

/**
 * Admits operations to their connector accounts before they are claimed. A waiting operation is in memory and not begun: no
 * lease runs, and a worker that takes the partition over begins the operation. An operation that no other account may take waits
 * first in memory, then on disk, where it blocks no message behind it: a follow-up (capture, void, refund, payout …) without a
 * limit, a charge until its `notAfter`.
 */
export class OperationTurns implements MessageTurns<OperationTurn> {
  readonly maxQueued: number;
  readonly maxQueuedTotal: number;

  constructor(private readonly options: OperationTurnsOptions) {
    this.maxQueued = options.maxQueued;
    this.maxQueuedTotal = options.maxQueuedTotal;
  }

  /** Operations with a fallback account have a queue of their own, so that they do not wait behind those without one. */
  queueOf({ message, data }: Incoming): string | undefined {
    const share = shareOf(message);
    if (share === undefined) return undefined;
    const { account, fallbacks = [] } = data as Admitted;
    return `${account.merchantConnectorId}/${share}${fallbacks.length > 0 ? '/fallbacks' : ''}`;
  }

  turnOf({ message, data }: Incoming, wait: Wait): OperationTurn | undefined {
    const share = shareOf(message) ?? 'follow_up';
    const command = data as Admitted;
    const gate = this.options.gates.of(command.account.merchantConnectorId, command.account.connector);
    const entry = gate.enter(share, performance.now());
    if (entry.kind === 'entered') return { kind: 'begin', end: entry.place.leave };
    const turn = this.instead(share, { ...wait, gate, command, for: entry.for });
    if (turn) metrics.countNotAdmitted({ connector: command.account.connector, share, waitedFor: entry.for });
    return turn;
  }

  private instead(share: Share, waiting: Waiting): OperationTurn | undefined {
    switch (share) {
      case 'charge':
      case 'follow_up':
        return this.refused(waiting) ?? this.deferred(waiting);
      case 'sync':
        return this.postponed(waiting);
    }
  }

  private refused({ command, for: cause, waitedMs, isCrowded }: Waiting): OperationTurn | undefined {
    const { fallbacks = [], notAfter } = command;
    const isOver = notAfter !== undefined && this.options.clock.now() > new Date(notAfter);
    const isLong = isCrowded || waitedMs >= this.options.fallbackAfterMs;
    const goesElsewhere = fallbacks.length > 0 && (cause === 'breaker' || isLong);
    if (!isOver && !goesElsewhere) return undefined;
    return { ...noPlace, kind: 'refuse', reason: cause === 'breaker' ? 'BREAKER_OPEN' : 'BULKHEAD_FULL' };
  }

  /** An operation with fallbacks goes to one of them instead. */
  private deferred({ command: { fallbacks = [] }, waitedMs, isCrowded }: Waiting): OperationTurn | undefined {
    const waits = fallbacks.length > 0 || (waitedMs < this.options.deferAfterMs && !isCrowded);
    return waits ? undefined : { ...noPlace, kind: 'defer' };
  }

  private postponed({ gate, command, for: cause, waitedMs, isCrowded }: Waiting): OperationTurn | undefined {
    if (cause === 'room' && waitedMs < this.options.syncWaitMs && !isCrowded) return undefined;
    const earliestMs = Math.max(soonestMs, gate.opensForMs('sync', performance.now()));
    const syncInMs = this.options.pace.postpone(command.account.merchantConnectorId, earliestMs);
    return { ...noPlace, kind: 'postpone', syncInMs };
  }
}

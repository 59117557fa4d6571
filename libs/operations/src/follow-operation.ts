import type { AnyEventOf, Machine, StateOf } from '@payorch/kernel';
import type { Unanswered } from '@payorch/values';
import { applyOutcome } from './apply-outcome';
import type { PendingReply } from './decision';
import type { OperationDefinition } from './operation';
import type { OutcomeCase, Report } from './outcome-case';
import type { SyncRules } from './sync-schedule';
import { afterScheduledSync, afterUnansweredSync, stillUnknownAfterMs, syncDelayMs } from './sync-schedule';

/** What every resource has that is one operation at a processor: a refund, a relay, the revocation of a mandate. */
export interface FollowedOperation<State extends string = string> {
  readonly state: State;
  /** Number of syncs since the operation entered its state. */
  readonly syncCount: number;
  /** The callers that wait for the outcome. */
  readonly pendingReplies: readonly PendingReply[];
}

/** What needs a person. */
export type OperationIncident = 'late_success' | 'contradicted' | 'amounts_differ' | 'still_unknown';

/** What follows from an outcome besides the operation's new state. */
export type FollowEffect =
  | { readonly kind: 'sync' }
  | { readonly kind: 'cancel_sync' }
  | { readonly kind: 'sync_later'; readonly delayMs: number }
  | { readonly kind: 'incident'; readonly incident: OperationIncident }
  | { readonly kind: 'reply'; readonly pendingReplies: readonly PendingReply[] };

/** The operation after an outcome or a sync. */
export interface Followed<Operation> {
  readonly operation: Operation;
  readonly effects: readonly FollowEffect[];
}

/** The outcome of an operation as every event of a connector worker has it. */
export interface OutcomeEvent extends Report {
  /** The sync brought no outcome. */
  readonly unanswered?: Unanswered | undefined;
}

/** How an owner follows one kind of operation. An event `mismatched` of the machine needs a person. */
export interface Following<
  M extends Machine,
  Operation extends FollowedOperation<StateOf<M>>,
  Event extends OutcomeEvent,
> {
  definitionOf(operation: Operation): OperationDefinition<M>;
  /** The states in which a sync may bring an outcome. */
  readonly openStates: readonly StateOf<M>[];
  requestedAt(operation: Operation): Date;
  caseOf(operation: Operation, event: Event): OutcomeCase;
  /** The operation in the state that the machine's event leads to, with what the outcome adds. */
  moved(operation: Operation, on: AnyEventOf<M>, event: Event): Operation;
}

interface When {
  readonly now: Date;
  readonly rules: SyncRules;
}

const withoutReplies = <Operation extends FollowedOperation>(operation: Operation): Operation =>
  operation.pendingReplies.length === 0 ? operation : { ...operation, pendingReplies: [] };
const repliesOf = ({ pendingReplies }: FollowedOperation): FollowEffect[] =>
  pendingReplies.length > 0 ? [{ kind: 'reply', pendingReplies }] : [];
const incidentIf = (isOne: boolean, incident: OperationIncident): FollowEffect[] =>
  isOne ? [{ kind: 'incident', incident }] : [];

/** What outcomes and syncs do to one kind of operation. Every waiting caller gets its reply once. */
export class OperationFollower<
  M extends Machine,
  Operation extends FollowedOperation<StateOf<M>>,
  Event extends OutcomeEvent,
> {
  constructor(private readonly of: Following<M, Operation, Event>) {}

  /** Whether a sync may bring an outcome. */
  isOpen({ state }: Pick<Operation, 'state'>): boolean {
    return (this.of.openStates as readonly string[]).includes(state);
  }

  /**
   * Applies an outcome, from the call itself, a sync or a verified webhook, in any order and any number of times. Undefined where
   * nothing changes.
   */
  outcome(operation: Operation, event: Event, when: When): Followed<Operation> | undefined {
    if (event.unanswered) return this.unanswered(operation, event.unanswered, when);
    return applyOutcome<M, Operation, Event, Followed<Operation> | undefined>(
      {
        definition: this.of.definitionOf(operation),
        caseOf: this.of.caseOf,
        moved: (known, on) => this.moved(known, on, event, when.rules),
        verified: (known) => this.sync(known, []),
        late: (known, _event, verdict) =>
          this.replied(known, [
            ...incidentIf(verdict === 'late_success', 'late_success'),
            ...incidentIf(verdict === 'contradiction', 'contradicted'),
          ]),
      },
      operation,
      event,
    );
  }

  /** Syncs at once: for callers who wait for the outcome, or to prove one. */
  sync(operation: Operation, pendingReplies: readonly PendingReply[]): Followed<Operation> {
    const waiting = [...operation.pendingReplies, ...pendingReplies];
    const syncing = { ...operation, syncCount: operation.syncCount + 1, pendingReplies: waiting };
    return { operation: syncing, effects: [{ kind: 'sync' }] };
  }

  /** A due sync; the next one is planned before its outcome, so that a lost outcome costs nothing. */
  syncDue(operation: Operation, rules: SyncRules): Followed<Operation> | undefined {
    if (!this.isOpen(operation)) return undefined;
    const { syncCount, isStillUnknown } = afterScheduledSync(operation.syncCount, rules);
    const next = { kind: 'sync_later', delayMs: syncDelayMs(rules, syncCount) } as const;
    const effects = [{ kind: 'sync' } as const, next, ...incidentIf(isStillUnknown, 'still_unknown')];
    return { operation: { ...operation, syncCount }, effects };
  }

  /** Callers get the operation as it is, and the worker says when the next sync is due. */
  private unanswered(
    operation: Operation,
    unanswered: Unanswered,
    { now, rules }: When,
  ): Followed<Operation> | undefined {
    if (!this.isOpen(operation)) return this.replied(operation, []);
    const { syncCount, delayMs } = afterUnansweredSync(operation.syncCount, unanswered, rules);
    const isOld = now.getTime() - this.of.requestedAt(operation).getTime() > stillUnknownAfterMs(rules);
    const effects = [{ kind: 'sync_later', delayMs } as const, ...incidentIf(isOld, 'still_unknown')];
    return { operation: { ...withoutReplies(operation), syncCount }, effects: [...effects, ...repliesOf(operation)] };
  }

  private moved(operation: Operation, on: AnyEventOf<M>, event: Event, rules: SyncRules): Followed<Operation> {
    const moved = this.of.moved(operation, on, event);
    const isSame = moved.state === operation.state;
    const after = { ...withoutReplies(moved), syncCount: isSame ? operation.syncCount : 0 };
    const isAnswered = event.source === 'sync' && isSame;
    const effects = [
      ...this.nextSync(operation, after, isAnswered, rules),
      ...incidentIf(on === 'mismatched', 'amounts_differ'),
    ];
    return { operation: after, effects: [...effects, ...repliesOf(operation)] };
  }

  /** The job that started a sync has planned the next one already; any other outcome restarts the schedule. */
  private nextSync(before: Operation, after: Operation, isPlanned: boolean, rules: SyncRules): FollowEffect[] {
    if (!this.isOpen(after)) return this.isOpen(before) ? [{ kind: 'cancel_sync' }] : [];
    return isPlanned ? [] : [{ kind: 'sync_later', delayMs: syncDelayMs(rules, after.syncCount) }];
  }

  private replied(operation: Operation, incidents: readonly FollowEffect[]): Followed<Operation> | undefined {
    const effects = [...incidents, ...repliesOf(operation)];
    return effects.length > 0 ? { operation: withoutReplies(operation), effects } : undefined;
  }
}

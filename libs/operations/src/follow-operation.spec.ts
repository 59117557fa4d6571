import { defineMachine, moveState } from '@payorch/kernel';
import type { Outcome } from '@payorch/values';
import { type FollowedOperation, OperationFollower, type OutcomeEvent } from './follow-operation';
import { defineOperation } from './operation';
import { caseOf } from './outcome-case';

const machine = defineMachine({
  sent: { done: 'done', failed: 'failed', left_open: 'sent', mismatched: 'review' },
  review: { done: 'done', left_open: 'review' },
  done: {},
  failed: {},
});
type State = keyof typeof machine;
interface Operation extends FollowedOperation<State> {
  readonly requestedAt: Date;
}

const definition = defineOperation({
  machine,
  outcomes: {
    sent: { revoked: 'done', declined: 'failed', unknown: 'left_open', mismatched: 'mismatched', accepted: 'verify' },
    review: { revoked: 'done', unknown: 'left_open' },
    done: { declined: 'contradiction' },
    failed: { revoked: 'late_success' },
  },
});
const follower = new OperationFollower<typeof machine, Operation, OutcomeEvent>({
  definitionOf: () => definition,
  openStates: ['sent', 'review'],
  requestedAt: ({ requestedAt }) => requestedAt,
  caseOf: (_operation, event) => caseOf(event),
  moved: (operation, on) => ({ ...operation, state: moveState(machine, operation.state, on) }),
});

const requestedAt = new Date('2026-01-05T10:00:00.000Z');
const rules = { syncAfterMs: [2_000, 5_000], syncsBeforeIncident: 3 };
const when = { now: new Date(requestedAt.getTime() + 1_000), rules };
const caller = { topic: 'gateway.replies.1', correlationId: 'c1' };
const reply = { kind: 'reply', pendingReplies: [caller] };
const operation = (changes: Partial<Operation> = {}): Operation => ({
  state: 'sent',
  syncCount: 0,
  pendingReplies: [caller],
  requestedAt,
  ...changes,
});
const error = { code: 'refused', message: 'Refused', reason: null };
const outcomes = {
  revoked: { kind: 'revoked', reference: 'r' },
  declined: { kind: 'declined', reference: null, error, retry: 'never' },
  unknown: { kind: 'unknown', reference: null, error },
  accepted: { kind: 'accepted', reference: 'r' },
  mismatched: { kind: 'mismatched', reference: 'r', money: null },
} as unknown as Readonly<Record<'revoked' | 'declined' | 'unknown' | 'accepted' | 'mismatched', Outcome>>;
const follow = (before: Operation, outcome: Outcome, changes: Partial<OutcomeEvent> = {}, at = when) =>
  follower.outcome(before, { outcome, source: 'call', ...changes }, at);

describe('an outcome', () => {
  it('that ends the operation cancels its sync and answers every caller once', () => {
    const followed = follow(operation({ syncCount: 2 }), outcomes.revoked)!;
    expect(followed).toMatchObject({ operation: { state: 'done', syncCount: 0, pendingReplies: [] } });
    expect(followed.effects).toEqual([{ kind: 'cancel_sync' }, reply]);
    expect(follow(followed.operation, outcomes.revoked)).toBeUndefined();
  });

  it('of a call that leaves it open plans the next sync; the job behind a sync has planned it already', () => {
    const waiting = operation({ syncCount: 1 });
    expect(follow(waiting, outcomes.unknown)!.effects).toEqual([{ kind: 'sync_later', delayMs: 5_000 }, reply]);
    expect(follow(waiting, outcomes.unknown, { source: 'sync' })).toEqual({
      operation: { ...waiting, pendingReplies: [] },
      effects: [reply],
    });
  });

  it('with another amount opens an incident, and its syncs go on', () => {
    const followed = follow(operation({ syncCount: 1, pendingReplies: [] }), outcomes.mismatched)!;
    expect(followed).toMatchObject({ operation: { state: 'review', syncCount: 0 } });
    expect(followed.effects).toEqual([
      { kind: 'sync_later', delayMs: 2_000 },
      { kind: 'incident', incident: 'amounts_differ' },
    ]);
  });

  it('that needs a proof causes a sync, and callers wait for it', () => {
    const before = operation();
    expect(follow(before, outcomes.accepted)).toEqual({
      operation: { ...before, syncCount: 1 },
      effects: [{ kind: 'sync' }],
    });
  });

  it.each([
    ['a success after a failure', 'failed', outcomes.revoked, 'late_success'],
    ['a denial of a success', 'done', outcomes.declined, 'contradicted'],
  ] as const)('%s opens an incident and moves nothing', (_, state, outcome, incident) => {
    const before = operation({ state, pendingReplies: [] });
    const followed = follow(before, outcome)!;
    expect(followed.effects).toEqual([{ kind: 'incident', incident }]);
    expect(followed.operation).toBe(before);
  });
});

describe('a sync', () => {
  it('on request keeps its caller until the outcome', () => {
    const { operation: synced, effects } = follower.sync(operation(), [{ ...caller, correlationId: 'c2' }]);
    expect(effects).toEqual([{ kind: 'sync' }]);
    expect(synced.pendingReplies.map(({ correlationId }) => correlationId)).toEqual(['c1', 'c2']);
  });

  it('that is due plans the next one first; one of them opens an incident, and an ended operation has none', () => {
    const kinds = [0, 1, 2, 3].map((syncCount) =>
      follower.syncDue(operation({ syncCount }), rules)!.effects.map(({ kind }) => kind),
    );
    const usual = ['sync', 'sync_later'];
    expect(kinds).toEqual([usual, usual, [...usual, 'incident'], usual]);
    expect(follower.syncDue(operation({ state: 'done' }), rules)).toBeUndefined();
  });

  it('without an answer follows the worker, and opens an incident once the operation is old', () => {
    const silent = { source: 'sync', unanswered: { called: false, syncInMs: 700 } } as const;
    const before = operation({ syncCount: 2 });
    const followed = follow(before, outcomes.unknown, silent)!;
    expect(followed.operation).toMatchObject({ state: 'sent', syncCount: 1, pendingReplies: [] });
    expect(followed.effects).toEqual([{ kind: 'sync_later', delayMs: 700 }, reply]);
    const days = { now: new Date(requestedAt.getTime() + 86_400_000), rules };
    expect(follow(before, outcomes.unknown, silent, days)!.effects).toContainEqual({
      kind: 'incident',
      incident: 'still_unknown',
    });
    expect(follow(operation({ state: 'done', pendingReplies: [] }), outcomes.unknown, silent)).toBeUndefined();
  });
});

import type { Outcome } from '@payorch/contracts';
import { statesOf } from '@payorch/kernel';
import { eventOf, stateAfter } from '@payorch/operations';
import {
  aContext,
  aRefund,
  aPendingReply,
  after,
  effectsOf,
  receiveOutcome,
  kindsOf,
  later,
  one,
  outcomes,
  outcomeEvent,
  usd,
} from '../../../test/builders';
import { refundableOf } from '../payment-refunds';
import { refundMachine, refundOperation } from '../refund.machine';
import { applyOutcome } from './apply-outcome';
import { syncRefund } from './sync-refund';

type Kind = keyof typeof outcomes;
const states = statesOf(refundMachine);
const kinds = Object.keys(outcomes) as Kind[];
const pairs = states.flatMap((state) => kinds.map((kind) => [state, kind] as const));

describe('an outcome', () => {
  it.each(pairs)('in %s: %s leads to the state of the machine', (state, kind) => {
    const refunds = aRefund[state]();
    const on = eventOf(refundOperation, state, kind);
    const decision = receiveOutcome(refunds, outcomes[kind], { source: 'sync' });
    if (decision.kind === 'decided')
      expect(one(after(decision, refunds)).state).toBe(stateAfter(refundOperation, state, kind));
    else expect([decision.kind, on]).toEqual(['unchanged', 'stale']);
  });

  it.each<[string, Outcome, object]>([
    ['a refund', outcomes.refunded, { state: 'success', facts: { reference: 're_1' }, dueAt: null }],
    ['a decline', outcomes.declined, { state: 'failure', facts: { error: { code: 'closed' }, hadSucceeded: false } }],
    ['a call that was not sent', outcomes.not_sent, { state: 'failure', facts: { reference: null } }],
    ['an absent refund', outcomes.absent, { state: 'failure', facts: { error: { code: 'No error code' } } }],
    [
      'an accepted refund',
      outcomes.accepted,
      { state: 'pending', facts: { reference: 're_1', error: null }, dueAt: later(3) },
    ],
    [
      'an unknown outcome',
      outcomes.unknown,
      { state: 'pending', facts: { error: { code: 'closed' } }, dueAt: later(3) },
    ],
    ['a review', outcomes.under_review, { state: 'manual_review', facts: { error: null }, dueAt: later(3) }],
  ])('is applied: %s', (_, outcome, expected) => {
    const refunds = aRefund.pending();
    expect(one(after(receiveOutcome(refunds, outcome), refunds))).toMatchObject(expected);
  });

  it('of a timeout leaves the error unchanged', () => {
    const pending = aRefund.pending();
    const failing = after(receiveOutcome(pending, outcomes.unknown), pending);
    const timeout: Outcome = { ...outcomes.unknown, error: { code: 'TIMEOUT', message: 'no answer', reason: null } };
    expect(one(after(receiveOutcome(failing, timeout, { source: 'sync' }), failing)).facts).toMatchObject({
      error: { code: 'closed' },
    });
    expect(one(after(receiveOutcome(pending, timeout), pending)).facts).toMatchObject({ error: null });
  });

  it.each<[string, Outcome]>([
    ['mismatched', outcomes.mismatched],
    ['refunded', { ...outcomes.refunded, money: usd(9_000n) }],
  ])('with another amount, reported as %s, opens an incident', (_, outcome) => {
    const refunds = aRefund.pending();
    const decision = receiveOutcome(refunds, outcome);
    expect(one(after(decision, refunds))).toMatchObject({
      state: 'manual_review',
      facts: {
        error: { code: 'IE', message: 'Integrity Check Failed! as data mismatched for fields refund_amount' },
      },
    });
    expect(effectsOf(decision)).toContainEqual({ kind: 'incident', refundId: 'ref_1', incident: 'amounts_differ' });
    expect(refundableOf(after(decision, refunds))).toBe(0n);
  });

  it('with another amount that only a webhook reports is confirmed by a sync first', () => {
    const refunds = aRefund.pending();
    const decision = receiveOutcome(refunds, outcomes.mismatched, { source: 'webhook' });
    expect(kindsOf(decision)).toEqual(['sync']);
    expect(one(after(decision, refunds)).state).toBe('pending');
    expect(receiveOutcome(aRefund.success(), outcomes.mismatched, { source: 'webhook' }).kind).toBe('unchanged');
  });

  it('that declines a successful refund releases its amount once, even when repeated', () => {
    const succeeded = aRefund.success();
    expect(refundableOf(succeeded)).toBe(0n);
    const failed = after(receiveOutcome(succeeded, outcomes.declined, { source: 'webhook' }), succeeded);
    expect([one(failed).state, refundableOf(failed)]).toEqual(['failure', 10_000n]);
    for (const outcome of [outcomes.declined, outcomes.refunded, outcomes.absent]) {
      expect(receiveOutcome(failed, outcome, { source: 'webhook' })).toEqual({ kind: 'unchanged', effects: [] });
    }
  });

  it('of success for a failed refund only opens an incident', () => {
    const failed = aRefund.failure();
    const decision = receiveOutcome(failed, outcomes.refunded, { source: 'webhook' });
    expect(kindsOf(decision)).toEqual(['incident']);
    expect(one(after(decision, failed))).toBe(one(failed));
  });

  it('of another operation, refund or payment changes nothing', () => {
    const refunds = aRefund.pending();
    const event = outcomeEvent(one(refunds), outcomes.refunded);
    expect(applyOutcome(refunds, { ...event, operationId: 'op_x' as never }, aContext()).kind).toBe('unchanged');
    expect(applyOutcome(refunds, { ...event, refundId: 'ref_x' as never }, aContext()).kind).toBe('unchanged');
    expect(applyOutcome(undefined, event, aContext()).kind).toBe('unchanged');
  });

  it('sends every pending reply once', () => {
    const refunds = aRefund.pending(aPendingReply('first'));
    const synced = after(
      syncRefund(
        refunds,
        { ...outcomeEvent(one(refunds), outcomes.absent) },
        aContext({ pendingReplies: [aPendingReply('second')] }),
      ),
      refunds,
    );
    const decision = receiveOutcome(synced, outcomes.unknown);
    expect(effectsOf(decision)).toEqual([
      { kind: 'reply', refundId: 'ref_1', pendingReplies: [aPendingReply('first'), aPendingReply('second')] },
    ]);
    expect(one(after(decision, synced)).pendingReplies).toEqual([]);
  });

  it('of a sync leaves the sync schedule unchanged, and any other outcome restarts the schedule', () => {
    const refunds = aRefund.pending();
    const synced = after(receiveOutcome(refunds, outcomes.unknown), refunds);
    const again = after(
      receiveOutcome(synced, outcomes.unknown, { source: 'sync' }, aContext({ now: later(9) })),
      synced,
    );
    expect(one(again).dueAt).toEqual(one(synced).dueAt);
    expect(
      one(after(receiveOutcome(synced, outcomes.accepted, {}, aContext({ now: later(9) })), synced)).dueAt,
    ).toEqual(later(11));
  });
});

describe('a sync without an outcome', () => {
  const notCalled = { source: 'sync', unanswered: { called: false, syncInMs: 20_000 } } as const;
  const silent = { source: 'sync', unanswered: { called: true, syncInMs: 30_000 } } as const;
  const pendingAfter = (syncCount: number) => {
    const refunds = aRefund.pending();
    return { ...refunds, refunds: refunds.refunds.map((refund) => ({ ...refund, syncCount })) };
  };
  const refundAfter = (syncCount: number, changes: object) => {
    const refunds = pendingAfter(syncCount);
    return one(after(receiveOutcome(refunds, outcomes.unknown, changes), refunds));
  };

  it('does not count when the processor was not called, and is due again at the delay of the worker', () => {
    expect(refundAfter(4, notCalled)).toMatchObject({ state: 'pending', syncCount: 3, dueAt: later(21) });
  });

  it('of a silent processor stays within the listed delays', () => {
    expect(refundAfter(1, silent)).toMatchObject({ syncCount: 1, dueAt: later(6) });
    expect(refundAfter(40, silent)).toMatchObject({ syncCount: 5, dueAt: later(31) });
  });

  it('leaves the refund unchanged and sends the pending reply', () => {
    const refunds = pendingAfter(1);
    const waiting = {
      ...refunds,
      refunds: refunds.refunds.map((one) => ({ ...one, pendingReplies: [aPendingReply()] })),
    };
    const decision = receiveOutcome(waiting, outcomes.unknown, notCalled);
    expect(kindsOf(decision)).toEqual(['reply']);
    const { state, facts, pendingReplies } = one(after(decision, waiting));
    expect({ state, facts, pendingReplies }).toEqual({ ...pick(one(waiting)), pendingReplies: [] });
  });

  const pick = ({ state, facts }: ReturnType<typeof one>) => ({ state, facts });
});

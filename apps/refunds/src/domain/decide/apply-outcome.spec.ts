import type { Outcome } from '@payorch/contracts';
import { nextState, statesOf } from '@payorch/kernel';
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
import { refundMachine } from '../refund.machine';
import { applyOutcome } from './apply-outcome';
import { syncRefund } from './sync-refund';

type Kind = keyof typeof outcomes;
const states = statesOf(refundMachine);
const kinds = Object.keys(outcomes) as Kind[];
const pairs = states.flatMap((state) => kinds.map((kind) => [state, kind] as const));

describe('the word of a processor', () => {
  it.each(pairs)('in %s: %s, does what the table says', (state, kind) => {
    const refunds = aRefund[state]();
    const target = nextState(refundMachine, state, kind);
    const decision = receiveOutcome(refunds, outcomes[kind], { source: 'sync' });
    if (decision.kind === 'decided') expect(one(after(decision, refunds)).state).toBe(target ?? state);
    else expect([decision.kind, target]).toEqual(['unchanged', undefined]);
  });

  it.each<[string, Outcome, object]>([
    ['a success', outcomes.refunded, { state: 'success', facts: { reference: 're_1' }, dueAt: null }],
    ['a no', outcomes.declined, { state: 'failure', facts: { error: { code: 'closed' }, hadSucceeded: false } }],
    ['a call that was not made', outcomes.not_sent, { state: 'failure', facts: { reference: null } }],
    ['nothing found', outcomes.absent, { state: 'failure', facts: { error: { code: 'No error code' } } }],
    ['a promise', outcomes.accepted, { state: 'pending', facts: { reference: 're_1', error: null }, dueAt: later(3) }],
    ['confusion', outcomes.unknown, { state: 'pending', facts: { error: { code: 'closed' } }, dueAt: later(3) }],
    ['a look at it', outcomes.under_review, { state: 'manual_review', facts: { error: null }, dueAt: later(3) }],
  ])('is heard: %s', (_, outcome, expected) => {
    const refunds = aRefund.pending();
    expect(one(after(receiveOutcome(refunds, outcome), refunds))).toMatchObject(expected);
  });

  it('leaves the error untouched where there is only silence', () => {
    const confused = aRefund.pending();
    const told = after(receiveOutcome(confused, outcomes.unknown), confused);
    const silence: Outcome = { ...outcomes.unknown, error: { code: 'TIMEOUT', message: 'no answer', reason: null } };
    expect(one(after(receiveOutcome(told, silence, { source: 'sync' }), told)).facts).toMatchObject({
      error: { code: 'closed' },
    });
    expect(one(after(receiveOutcome(confused, silence), confused)).facts).toMatchObject({ error: null });
  });

  it.each<[string, Outcome]>([
    ['said so', outcomes.mismatched],
    ['called it a refund', { ...outcomes.refunded, money: usd(9_000n) }],
  ])('that gave back another sum, and %s, brings a person in', (_, outcome) => {
    const refunds = aRefund.pending();
    const decision = receiveOutcome(refunds, outcome);
    expect(one(after(decision, refunds))).toMatchObject({
      state: 'manual_review',
      facts: {
        error: { code: 'IE', message: 'Integrity Check Failed! as data mismatched for fields refund_amount' },
      },
    });
    expect(effectsOf(decision)).toContainEqual({ kind: 'incident', refundId: 'ref_1', incident: 'sums_differ' });
    expect(refundableOf(after(decision, refunds))).toBe(0n);
  });

  it('about another sum, in a webhook alone, is asked about before it counts', () => {
    const refunds = aRefund.pending();
    const decision = receiveOutcome(refunds, outcomes.mismatched, { source: 'webhook' });
    expect(kindsOf(decision)).toEqual(['sync']);
    expect(one(after(decision, refunds)).state).toBe('pending');
    expect(receiveOutcome(aRefund.success(), outcomes.mismatched, { source: 'webhook' }).kind).toBe('unchanged');
  });

  it('that takes a success back frees the sum, once, however often it is said', () => {
    const succeeded = aRefund.success();
    expect(refundableOf(succeeded)).toBe(0n);
    const failed = after(receiveOutcome(succeeded, outcomes.declined, { source: 'webhook' }), succeeded);
    expect([one(failed).state, refundableOf(failed)]).toEqual(['failure', 10_000n]);
    for (const outcome of [outcomes.declined, outcomes.refunded, outcomes.absent]) {
      expect(receiveOutcome(failed, outcome, { source: 'webhook' })).toEqual({ kind: 'unchanged', effects: [] });
    }
  });

  it('that a given-up refund was made after all goes to a person, and changes nothing else', () => {
    const failed = aRefund.failure();
    const decision = receiveOutcome(failed, outcomes.refunded, { source: 'webhook' });
    expect(kindsOf(decision)).toEqual(['incident']);
    expect(one(after(decision, failed))).toBe(one(failed));
  });

  it('about another operation, or another payment, is none of ours', () => {
    const refunds = aRefund.pending();
    const event = outcomeEvent(one(refunds), outcomes.refunded);
    expect(applyOutcome(refunds, { ...event, operationId: 'op_x' as never }, aContext()).kind).toBe('unchanged');
    expect(applyOutcome(refunds, { ...event, refundId: 'ref_x' as never }, aContext()).kind).toBe('unchanged');
    expect(applyOutcome(undefined, event, aContext()).kind).toBe('unchanged');
  });

  it('is told to everybody who waits for it, once', () => {
    const refunds = aRefund.pending(aPendingReply('first'));
    const asked = after(
      syncRefund(
        refunds,
        { ...outcomeEvent(one(refunds), outcomes.absent) },
        aContext({ pendingReply: aPendingReply('second') }),
      ),
      refunds,
    );
    const decision = receiveOutcome(asked, outcomes.unknown);
    expect(effectsOf(decision)).toEqual([
      { kind: 'reply', refundId: 'ref_1', pendingReplies: [aPendingReply('first'), aPendingReply('second')] },
    ]);
    expect(one(after(decision, asked)).pendingReplies).toEqual([]);
  });

  it('keeps the plan of questions that a question made, and begins anew after other news', () => {
    const refunds = aRefund.pending();
    const told = after(receiveOutcome(refunds, outcomes.unknown), refunds);
    const again = after(receiveOutcome(told, outcomes.unknown, { source: 'sync' }, aContext({ now: later(9) })), told);
    expect(one(again).dueAt).toEqual(one(told).dueAt);
    expect(one(after(receiveOutcome(told, outcomes.accepted, {}, aContext({ now: later(9) })), told)).dueAt).toEqual(
      later(11),
    );
  });
});

describe('a sync without an answer of the processor', () => {
  const notAsked = { source: 'sync', unanswered: { asked: false, syncInMs: 20_000 } } as const;
  const silent = { source: 'sync', unanswered: { asked: true, syncInMs: 30_000 } } as const;
  const pendingAfter = (asked: number) => {
    const refunds = aRefund.pending();
    return { ...refunds, refunds: refunds.refunds.map((refund) => ({ ...refund, asked })) };
  };
  const heard = (asked: number, changes: object) => {
    const refunds = pendingAfter(asked);
    return one(after(receiveOutcome(refunds, outcomes.unknown, changes), refunds));
  };

  it('counts for no round where the processor was not asked, and is due again when the worker says', () => {
    expect(heard(4, notAsked)).toMatchObject({ state: 'pending', asked: 3, dueAt: later(21) });
  });

  it('leaves the schedule within its list where the processor was silent', () => {
    expect(heard(1, silent)).toMatchObject({ asked: 1, dueAt: later(6) });
    expect(heard(40, silent)).toMatchObject({ asked: 5, dueAt: later(31) });
  });

  it('changes nothing of the refund, and answers whoever forced it', () => {
    const refunds = pendingAfter(1);
    const waiting = {
      ...refunds,
      refunds: refunds.refunds.map((one) => ({ ...one, pendingReplies: [aPendingReply()] })),
    };
    const decision = receiveOutcome(waiting, outcomes.unknown, notAsked);
    expect(kindsOf(decision)).toEqual(['reply']);
    const { state, facts, pendingReplies } = one(after(decision, waiting));
    expect({ state, facts, pendingReplies }).toEqual({ ...pick(one(waiting)), pendingReplies: [] });
  });

  const pick = ({ state, facts }: ReturnType<typeof one>) => ({ state, facts });
});

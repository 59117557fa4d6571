import type { RouteDecision } from '@payorch/contracts';
import { isRefusal } from '@payorch/contracts';
import type { OperationId } from '@payorch/kernel';
import {
  aContext,
  aCreate,
  after,
  aPayout,
  aPendingReply,
  effectsOf,
  error,
  eur,
  first,
  inState,
  instant,
  kindsOf,
  merchantId,
  outcomeEvent,
  outcomes,
  payoutId,
  profileId,
  receive,
  routedTo,
  second,
  someFields,
  storedStates,
} from '../../../test/builders';
import { attemptOf, errorOf, type Payout } from '../payout';
import { statusOf } from '../payout.status';
import { applyOutcome } from './apply-outcome';
import { routeChosen, routeNone } from './apply-route';
import { createPayout } from './create-payout';

const caller = aPendingReply();
const begun = (): Payout => after(createPayout(undefined, aCreate(), aContext({ pendingReplies: [caller] })));
const decline = { ...outcomes.declined, retry: 'another_account' } as const;

describe('the steps', () => {
  it('follow each other at the account that routing chose, with what they created; the caller waits until they stop', () => {
    let payout = begun();
    const states: string[] = [];
    const operations = new Set([attemptOf(payout)!.operation]);
    const run = [
      [outcomes.prepared, routedTo('payout_eligibility', [second])],
      [{ kind: 'prepared', reference: 'rec_1' }, {}],
      [{ kind: 'prepared', reference: 'acc_1' }, {}],
      [outcomes.payout_created, {}],
    ] as const;
    for (const [outcome, changes] of run) {
      const decision = receive(payout, outcome, changes);
      expect(kindsOf(decision)).toEqual(['send', 'sync_later']);
      payout = after(decision, payout);
      operations.add(attemptOf(payout)!.operation);
      states.push(payout.state);
    }
    expect(states).toEqual(['creating_recipient', 'creating_recipient_account', 'creating', 'fulfilling']);
    expect(operations.size).toBe(5);
    expect(attemptOf(payout)).toMatchObject({
      account: first,
      fallbacks: [second],
      recipientReference: 'rec_1',
      recipientAccountReference: 'acc_1',
      reference: 'po_1',
    });
    const last = receive(payout, outcomes.paid);
    expect(after(last, payout).state).toBe('success');
    expect(effectsOf(last)).toEqual([{ kind: 'cancel_sync' }, { kind: 'reply', pendingReplies: [caller] }]);
  });

  it('wait before the fulfilment unless the payout fulfils itself', () => {
    const fields = someFields({ autoFulfill: false });
    const payout = after(createPayout(undefined, aCreate({ fields }), aContext({ pendingReplies: [caller] })));
    const decision = receive(payout, outcomes.payout_created, routedTo('payout_create'));
    expect(after(decision, payout).state).toBe('requires_fulfillment');
    expect(kindsOf(decision)).toEqual(['cancel_sync', 'reply']);
  });

  it('go on by themselves once the recipient has its account, whether a webhook or a sync reports it', () => {
    for (const source of ['webhook', 'sync'] as const) {
      const payout = inState('requires_vendor_account_creation');
      const decision = receive(payout, outcomes.prepared, { source });
      expect([after(decision, payout).state, kindsOf(decision)]).toEqual(['creating', ['send', 'sync_later']]);
    }
  });

  it('before the money are sent again without an answer, three times in all, each as a new operation', () => {
    const [eligibility] = [inState('creating_recipient')];
    const operations = [attemptOf(eligibility)!.operation];
    let payout = eligibility;
    for (const tries of [2, 3]) {
      payout = after(receive(payout, outcomes.unknown), payout);
      expect(attemptOf(payout)).toMatchObject({ step: 'payout_recipient', tries, account: first });
      operations.push(attemptOf(payout)!.operation);
    }
    expect(new Set(operations).size).toBe(3);
    payout = after(receive(payout, outcomes.unknown), payout);
    expect(attemptOf(payout)).toMatchObject({ number: 2, account: second, step: 'payout_eligibility', tries: 1 });
    for (let sent = 1; sent <= 3; sent++) payout = after(receive(payout, outcomes.unknown), payout);
    expect(payout.state).toBe('failed');
  });
});

describe('an attempt that ends without money', () => {
  it('is followed by one at the next account that pays out so, from its first step', () => {
    const payout = begun();
    const fallbacks = [{ ...first, connector: 'other' }, instant, second];
    const decision = receive(payout, decline, routedTo('payout_create', fallbacks));
    const next = after(decision, payout);
    expect(next).toMatchObject({
      state: 'fulfilling',
      endedAttempts: [{ id: `${payoutId}_1`, status: 'failed', error }],
    });
    expect(attemptOf(next)).toMatchObject({ id: `${payoutId}_2`, account: instant, fallbacks: [second] });
    expect(next.pendingReplies).toEqual([caller]);
  });

  it.each([
    ['never', outcomes.declined],
    ['because the processor certainly has no such operation', outcomes.absent],
  ])('is the last one where no other may be tried: %s', (_, outcome) => {
    const payout = begun();
    const ended = after(receive(payout, outcome, routedTo('payout_fulfill', [second])), payout);
    expect([ended.state, ended.endedAttempts]).toEqual(['failed', []]);
  });

  it('of an ineligible recipient tries the next account, then the payout is ineligible', () => {
    const payout = begun();
    const next = after(receive(payout, outcomes.ineligible, routedTo('payout_eligibility', [second])), payout);
    expect([next.state, next.endedAttempts[0]?.status]).toEqual(['checking_eligibility', 'ineligible']);
    const ended = after(receive(next, outcomes.ineligible), next);
    expect([statusOf(ended), errorOf(ended)]).toEqual(['ineligible', error]);
  });

  it('that moves money after all needs a person, and moves nothing else', () => {
    const payout = begun();
    const before = attemptOf(payout)!;
    const next = after(receive(payout, decline, routedTo('payout_create', [instant])), payout);
    const late = { payoutAttemptId: before.id, operationId: before.operation, flow: 'payout_create' } as const;
    const decision = receive(next, outcomes.paid, late);
    expect(after(decision, next)).toMatchObject({ state: 'fulfilling', incidents: ['late_success'] });
    expect(kindsOf(receive(next, outcomes.declined, late))).toEqual([]);
  });

  it('before any money was sent fails a payout whose bank refuses it; once initiated no other account is tried', () => {
    const payout = { ...aPayout.initiated() };
    expect(after(receive(payout, decline), payout)).toMatchObject({ state: 'failed', endedAttempts: [] });
  });
});

describe('an outcome', () => {
  it('that is unknown leaves a payout pending, and answers its caller', () => {
    for (const state of ['creating', 'fulfilling'] as const) {
      const payout = { ...aPayout[state](), pendingReplies: [caller] };
      const decision = receive(payout, outcomes.unknown);
      expect(statusOf(after(decision, payout))).toBe('pending');
      expect(kindsOf(decision)).toEqual(['sync_later', 'reply']);
    }
  });

  it('that is accepted leaves a fulfilment pending', () => {
    const payout = aPayout.fulfilling();
    expect(statusOf(after(receive(payout, outcomes.accepted), payout))).toBe('pending');
  });

  it('with another amount needs a person; a webhook alone is proven first', () => {
    const payout = aPayout.fulfilling();
    const other = { ...outcomes.paid, money: eur(1n) };
    expect(after(receive(payout, other), payout)).toMatchObject({
      state: 'manual_review',
      incidents: ['amounts_differ'],
    });
    expect(kindsOf(receive(payout, other, { source: 'webhook' }))).toEqual(['sync']);
  });

  it.each(['reversed', 'declined'] as const)('%s after the success reverses it, and a person looks at it', (kind) => {
    const payout = aPayout.success();
    expect(after(receive(payout, outcomes[kind], { source: 'webhook' }), payout)).toMatchObject({
      state: 'reversed',
      incidents: ['reversed'],
    });
  });

  it.each(['failed', 'cancelled', 'expired', 'ineligible'] as const)('of money after %s needs a person', (state) => {
    const open = state === 'cancelled' ? inState('cancelling_initiated') : undefined;
    const payout = open ? after(receive(open, outcomes.voided), open) : inState(state);
    const late = { operationId: 'op_x' as OperationId, flow: 'payout_fulfill' } as const;
    const decision = receive(payout, outcomes.paid, late);
    expect(after(decision, payout)).toMatchObject({ state, incidents: ['late_success'] });
  });

  it('of an earlier step changes nothing before the money', () => {
    const payout = inState('creating_recipient_account');
    const earlier = { operationId: 'op_x' as OperationId, flow: 'payout_recipient' } as const;
    for (const outcome of Object.values(outcomes)) expect(kindsOf(receive(payout, outcome, earlier))).toEqual([]);
  });

  it.each(['fulfilling', 'fulfillment_pending', 'cancelling_created', 'failed'] as const)(
    'that the processor has the payout, which comes after the next step was sent, changes nothing: %s',
    (state) => {
      const payout = { ...inState(state), pendingReplies: [caller] };
      const slow = { operationId: 'op_x' as OperationId, flow: 'payout_create', source: 'webhook' } as const;
      expect(kindsOf(receive(payout, outcomes.payout_created, slow))).toEqual([]);
    },
  );

  it('of an earlier step with another amount is proven first', () => {
    const payout = { ...aPayout.fulfilling(), pendingReplies: [caller] };
    const slow = { operationId: 'op_x' as OperationId, flow: 'payout_create', source: 'webhook' } as const;
    expect(kindsOf(receive(payout, { ...outcomes.payout_created, money: eur(1n) }, slow))).toEqual(['sync']);
  });

  it('of an earlier step does not answer who waits for the present one', () => {
    const payout = { ...aPayout.fulfilling(), pendingReplies: [caller] };
    const slow = { operationId: 'op_x' as OperationId, flow: 'payout_recipient_account', source: 'webhook' } as const;
    expect(receive(payout, outcomes.prepared, slow)).toMatchObject({ kind: 'unchanged' });
  });

  it('that the processor has what it has cancelled changes nothing; of anything else a person must know', () => {
    const open = inState('cancelling_created');
    const cancelled = after(receive(open, outcomes.voided, { flow: 'payout_cancel' }), open);
    const flow = { flow: 'payout_create', source: 'webhook' } as const;
    const { reference, operation } = attemptOf(cancelled)!;
    const created = { ...outcomes.payout_created, reference: reference! };
    const slow = { ...flow, operationId: operation };
    expect(receive(cancelled, created, slow)).toMatchObject({ kind: 'unchanged' });
    const other = after(receive(cancelled, { ...created, reference: 'po_other' }, slow), cancelled);
    expect(other).toMatchObject({ state: 'cancelled', incidents: ['late_success'] });
  });

  it('that comes again changes nothing', () => {
    for (const state of storedStates) {
      const payout = inState(state);
      if (!attemptOf(payout) || !attemptOf(payout)?.account) continue;
      const event = outcomeEvent(payout, outcomes.paid);
      const once = applyOutcome(payout, event, aContext());
      if (isRefusal(once) || once.kind !== 'decided') continue;
      const again = applyOutcome(after(once, payout), event, aContext());
      expect(isRefusal(again) ? '' : again.kind).toBe('unchanged');
    }
  });

  it('of another attempt, or of no payout, is none', () => {
    const event = outcomeEvent(aPayout.fulfilling(), outcomes.paid);
    expect(kindsOf(applyOutcome(undefined, event, aContext()))).toEqual([]);
    const stranger = { ...event, payoutAttemptId: `${payoutId}_9` as typeof event.payoutAttemptId };
    expect(kindsOf(applyOutcome(aPayout.fulfilling(), stranger, aContext()))).toEqual([]);
  });
});

describe('an answer of routing', () => {
  const ids = (payout: Payout) => ({
    merchantId,
    profileId,
    payoutId,
    payoutAttemptId: attemptOf(payout)!.id,
    operationId: attemptOf(payout)!.operation,
  });
  const decision = { facts: { values: {} } } as unknown as RouteDecision;

  it('that names the account alone leaves the payout to be fulfilled', () => {
    const payout = begun();
    const chosen = routeChosen(payout, { ...ids(payout), account: instant, fallbacks: [second], decision });
    expect(after(chosen, payout)).toMatchObject({
      state: 'requires_fulfillment',
      facts: { attempt: { account: instant } },
    });
    expect(kindsOf(chosen)).toEqual(['cancel_sync', 'reply']);
  });

  it('that names none refuses the callers, and the payout can be confirmed again', () => {
    const payout = begun();
    const none = { ...ids(payout), reason: 'no_account' as const, candidates: [], connector: null };
    const refused = routeNone(payout, none, aContext());
    expect(after(refused, payout)).toMatchObject({ state: 'requires_confirmation', pendingReplies: [] });
    expect(effectsOf(refused)).toContainEqual(
      expect.objectContaining({ kind: 'refuse', refusal: expect.objectContaining({ code: 'no_eligible_connector' }) }),
    );
    // An earlier request may have found an account: its worker may have the operation.
    expect(kindsOf(routeNone({ ...payout, syncCount: 1 }, none, aContext()))).toEqual([]);
  });
});

import { statesOf } from '@payorch/kernel';
import {
  aContext,
  aRefund,
  aPendingReply,
  after,
  effectsOf,
  receiveOutcome,
  idOf,
  kindsOf,
  later,
  merchantId,
  one,
  outcomes,
  paymentId,
  refundId,
  rules,
  refundRequestOf,
} from '../../../test/builders';
import { syncDelayMs } from '@payorch/operations';
import type { PaymentRefunds } from '../payment-refunds';
import { nextDueAt, refundableOf } from '../payment-refunds';
import type { RefundState } from '../refund.machine';
import { refundMachine } from '../refund.machine';
import { declareRefund } from './declare-refund';
import { refundsDue } from './refunds-due';
import { requestRefund } from './request-refund';
import { checkRefund, syncRefund } from './sync-refund';
import { updateRefund } from './update-refund';

const states = statesOf(refundMachine);
const refundRef = { merchantId, refundId, paymentId };
const waiting = aContext({ pendingReplies: [aPendingReply()], now: later(5) });
const unknownRefund = { ...refundRef, refundId: idOf('unknown') };
const declare = (refunds: PaymentRefunds, status: 'success' | 'failure' | null, more: object = {}) =>
  declareRefund(refunds, { ...refundRef, status, errorCode: null, errorMessage: null, ...more }, waiting);

describe.each(states)('a refund in %s', (state: RefundState) => {
  const refunds = aRefund[state]();

  it('is returned by a check', () => {
    expect(effectsOf(checkRefund(refunds, refundRef, waiting))).toEqual([
      { kind: 'reply', refundId, pendingReplies: [aPendingReply()] },
    ]);
  });

  it('takes a new reason and metadata, and keeps its other fields', () => {
    const changed = after(updateRefund(refunds, { ...refundRef, reason: 'late', metadata: null }, waiting), refunds);
    expect(one(changed)).toEqual({
      ...one(refunds),
      reason: 'late',
      version: one(refunds).version + 1,
      modifiedAt: expect.any(Date),
    });
    const described = after(updateRefund(changed, { ...refundRef, metadata: { a: 1 } }, waiting), changed);
    expect(one(described)).toMatchObject({ reason: 'late', metadata: { a: 1 }, state });
  });

  it('is synced with the processor only in a syncable state', () => {
    const decision = syncRefund(refunds, refundRef, waiting);
    const isSynced = state === 'pending' || state === 'manual_review';
    expect(kindsOf(decision)).toEqual([isSynced ? 'sync' : 'reply']);
    if (isSynced) expect(one(after(decision, refunds))).toMatchObject({ state, pendingReplies: [aPendingReply()] });
  });

  it('can be declared a success, a failure, or neither', () => {
    for (const [status, expected] of [
      ['success', 'success'],
      ['failure', 'failure'],
      [null, state],
    ] as const) {
      const decision = declare(refunds, status);
      const declared = decision.kind === 'decided' ? after(decision, refunds) : refunds;
      expect(one(declared).state).toBe(expected);
      expect(kindsOf(decision)).toEqual(['acknowledge']);
      if (status !== null)
        expect([one(declared).dueAt, refundableOf(declared)]).toEqual([null, status === 'success' ? 0n : 10_000n]);
    }
  });
});

describe('a declaration by an operator', () => {
  it('does not turn a failed refund into a success when its amount is no longer refundable', () => {
    const failed = aRefund.failure();
    const second = after(requestRefund(failed, refundRequestOf(5_000n, 'b'), aContext()), failed);
    expect(declare(second, 'success')).toMatchObject({ code: 'refund_exceeds_charged' });
  });

  it('carries its own error, and sends the pending replies', () => {
    const refunds = aRefund.pending(aPendingReply('first'));
    const decision = declare(refunds, 'failure', { errorCode: 'x', errorMessage: 'Never sent' });
    expect(one(after(decision, refunds)).facts).toEqual({
      reference: null,
      error: { code: 'x', message: 'Never sent', reason: null },
      hadSucceeded: false,
    });
    expect(effectsOf(decision)[0]).toMatchObject({ kind: 'reply', pendingReplies: [aPendingReply('first')] });
  });

  it('can change only the error of a failed refund', () => {
    const refunds = aRefund.failure();
    expect(one(after(declare(refunds, null, { errorMessage: 'Other text' }), refunds)).facts).toMatchObject({
      error: { code: 'closed', message: 'Other text', reason: null },
    });
    expect(declare(refunds, 'failure').kind).toBe('unchanged');
  });
});

it('a command for an unknown refund is refused with refund_not_found', () => {
  const refunds = aRefund.success();
  for (const decision of [
    checkRefund(refunds, unknownRefund, waiting),
    syncRefund(refunds, unknownRefund, waiting),
    updateRefund(refunds, unknownRefund, waiting),
    declareRefund(undefined, { ...unknownRefund, status: null, errorCode: null, errorMessage: null }, waiting),
  ])
    expect(decision).toMatchObject({ kind: 'refused', code: 'refund_not_found' });
});

describe('the due job', () => {
  it('sends a scheduled refund, and syncs a refund without an outcome', () => {
    const scheduled = aRefund.scheduled();
    expect(refundsDue(scheduled, undefined, aContext({ now: later(59) })).kind).toBe('unchanged');
    const sent = refundsDue(scheduled, undefined, aContext({ now: later(60) }));
    expect(kindsOf(sent)).toEqual(['refund']);
    const pending = after(sent, scheduled);
    expect(nextDueAt(pending)).toEqual(later(360));
    expect(kindsOf(refundsDue(pending, undefined, aContext({ now: later(360) })))).toEqual(['sync']);
  });

  it('syncs each refund of a payment on its own schedule', () => {
    const first = after(requestRefund(undefined, refundRequestOf(4_000n, 'a'), aContext()));
    const both = after(requestRefund(first, refundRequestOf(4_000n, 'b'), aContext({ now: later(10) })), first);
    expect(nextDueAt(both)).toEqual(later(300));
    const synced = after(refundsDue(both, undefined, aContext({ now: later(300) })), both, later(300));
    expect([one(synced, idOf('a')).syncCount, one(synced, idOf('b')).syncCount]).toEqual([1, 0]);
    expect(nextDueAt(synced)).toEqual(later(305));
  });

  it('syncs ever more rarely without end, and opens one incident', () => {
    const delays = Array.from({ length: 40 }, (_, round) => syncDelayMs(rules, round));
    expect(delays.slice(0, 6)).toEqual([2_000, 5_000, 15_000, 30_000, 60_000, 300_000]);
    expect([...delays].sort((a, b) => a - b)).toEqual(delays);
    expect(delays.at(-1)).toBe(86_400_000);
    let refunds = aRefund.pending();
    refunds = after(receiveOutcome(refunds, outcomes.unknown), refunds);
    let incidents = 0;
    for (let round = 1; round <= 20; round++) {
      const decision = refundsDue(refunds, undefined, aContext({ now: nextDueAt(refunds)! }));
      expect(kindsOf(decision)).toContain('sync');
      incidents += kindsOf(decision).filter((kind) => kind === 'incident').length;
      refunds = after(decision, refunds);
    }
    expect([one(refunds).state, incidents]).toEqual(['pending', 1]);
  });

  it('changes nothing in a final state', () => {
    for (const ended of [aRefund.success(), aRefund.failure()]) expect(nextDueAt(ended)).toBeNull();
    expect(refundsDue(undefined, undefined, aContext()).kind).toBe('unchanged');
  });
});

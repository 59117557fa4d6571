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
import { syncDelayMs } from '../sync-schedule';
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
const named = { merchantId, refundId, paymentId };
const waiting = aContext({ pendingReply: aPendingReply(), now: later(5) });
const nobody = { ...named, refundId: idOf('nobody') };
const declare = (refunds: PaymentRefunds, status: 'success' | 'failure' | null, more: object = {}) =>
  declareRefund(refunds, { ...named, status, errorCode: null, errorMessage: null, ...more }, waiting);

describe.each(states)('a refund in %s', (state: RefundState) => {
  const refunds = aRefund[state]();

  it('may be looked at', () => {
    expect(effectsOf(checkRefund(refunds, named, waiting))).toEqual([
      { kind: 'reply', refundId, pendingReplies: [aPendingReply()] },
    ]);
  });

  it('takes new words, and stays as it is in all else', () => {
    const changed = after(updateRefund(refunds, { ...named, reason: 'late', metadata: null }, waiting), refunds);
    expect(one(changed)).toEqual({
      ...one(refunds),
      reason: 'late',
      version: one(refunds).version + 1,
      modifiedAt: expect.any(Date),
    });
    const described = after(updateRefund(changed, { ...named, metadata: { a: 1 } }, waiting), changed);
    expect(one(described)).toMatchObject({ reason: 'late', metadata: { a: 1 }, state });
  });

  it('is asked about at the processor exactly where that may know more', () => {
    const decision = syncRefund(refunds, named, waiting);
    const isAsked = state === 'pending' || state === 'manual_review';
    expect(kindsOf(decision)).toEqual([isAsked ? 'sync' : 'reply']);
    if (isAsked) expect(one(after(decision, refunds))).toMatchObject({ state, pendingReplies: [aPendingReply()] });
  });

  it('may be declared a success, a failure, or neither', () => {
    for (const [status, wanted] of [
      ['success', 'success'],
      ['failure', 'failure'],
      [null, state],
    ] as const) {
      const decision = declare(refunds, status);
      const told = decision.kind === 'decided' ? after(decision, refunds) : refunds;
      expect(one(told).state).toBe(wanted);
      expect(kindsOf(decision)).toEqual(['acknowledge']);
      if (status !== null)
        expect([one(told).dueAt, refundableOf(told)]).toEqual([null, status === 'success' ? 0n : 10_000n]);
    }
  });
});

describe('an operator’s word', () => {
  it('does not bring a failed refund back whose sum is gone meanwhile', () => {
    const failed = aRefund.failure();
    const second = after(requestRefund(failed, refundRequestOf(5_000n, 'b'), aContext()), failed);
    expect(declare(second, 'success')).toMatchObject({ code: 'refund_exceeds_charged' });
  });

  it('carries an error of its own, and answers who waited for the processor', () => {
    const refunds = aRefund.pending(aPendingReply('first'));
    const decision = declare(refunds, 'failure', { errorCode: 'x', errorMessage: 'Never sent' });
    expect(one(after(decision, refunds)).facts).toEqual({
      reference: null,
      error: { code: 'x', message: 'Never sent', reason: null },
      hadSucceeded: false,
    });
    expect(effectsOf(decision)[0]).toMatchObject({ kind: 'reply', pendingReplies: [aPendingReply('first')] });
  });

  it('may change what is shown of a failure alone', () => {
    const refunds = aRefund.failure();
    expect(one(after(declare(refunds, null, { errorMessage: 'Other words' }), refunds)).facts).toMatchObject({
      error: { code: 'closed', message: 'Other words', reason: null },
    });
    expect(declare(refunds, 'failure').kind).toBe('unchanged');
  });
});

it('is not found by any other name', () => {
  const refunds = aRefund.success();
  for (const decision of [
    checkRefund(refunds, nobody, waiting),
    syncRefund(refunds, nobody, waiting),
    updateRefund(refunds, nobody, waiting),
    declareRefund(undefined, { ...nobody, status: null, errorCode: null, errorMessage: null }, waiting),
  ])
    expect(decision).toMatchObject({ kind: 'refused', code: 'refund_not_found' });
});

describe('time', () => {
  it('sends what is scheduled, and asks what nobody answered', () => {
    const scheduled = aRefund.scheduled();
    expect(refundsDue(scheduled, aContext({ now: later(59) })).kind).toBe('unchanged');
    const sent = refundsDue(scheduled, aContext({ now: later(60) }));
    expect(kindsOf(sent)).toEqual(['refund']);
    const pending = after(sent, scheduled);
    expect(nextDueAt(pending)).toEqual(later(360));
    expect(kindsOf(refundsDue(pending, aContext({ now: later(360) })))).toEqual(['sync']);
  });

  it('asks about each refund of a payment in its own time', () => {
    const first = after(requestRefund(undefined, refundRequestOf(4_000n, 'a'), aContext()));
    const both = after(requestRefund(first, refundRequestOf(4_000n, 'b'), aContext({ now: later(10) })), first);
    expect(nextDueAt(both)).toEqual(later(300));
    const asked = after(refundsDue(both, aContext({ now: later(300) })), both, later(300));
    expect([one(asked, idOf('a')).syncCount, one(asked, idOf('b')).syncCount]).toEqual([1, 0]);
    expect(nextDueAt(asked)).toEqual(later(305));
  });

  it('never stops asking, only asks more rarely, and tells a person once', () => {
    const delays = Array.from({ length: 40 }, (_, round) => syncDelayMs(rules, round));
    expect(delays.slice(0, 6)).toEqual([2_000, 5_000, 15_000, 30_000, 60_000, 300_000]);
    expect([...delays].sort((a, b) => a - b)).toEqual(delays);
    expect(delays.at(-1)).toBe(86_400_000);
    let refunds = aRefund.pending();
    refunds = after(receiveOutcome(refunds, outcomes.unknown), refunds);
    let told = 0;
    for (let round = 1; round <= 20; round++) {
      const decision = refundsDue(refunds, aContext({ now: nextDueAt(refunds)! }));
      expect(kindsOf(decision)).toContain('sync');
      told += kindsOf(decision).filter((kind) => kind === 'incident').length;
      refunds = after(decision, refunds);
    }
    expect([one(refunds).state, told]).toEqual(['pending', 1]);
  });

  it('leaves what has ended alone', () => {
    for (const ended of [aRefund.success(), aRefund.failure()]) expect(nextDueAt(ended)).toBeNull();
    expect(refundsDue(undefined, aContext()).kind).toBe('unchanged');
  });
});

import { aContext, aPayment, effectsOf, receive, kindsOf, later, paymentOf } from '../../../../test/builders';
import { unknown } from '../../../../test/outcomes';
import type { Payment, PendingReply } from '../payment';
import { activeAttempt, withAttempt } from '../payment';
import { syncOnSchedule } from '../decide/sync-payment';

const pendingReply: PendingReply = {
  replyTopic: 'gateway.replies.1',
  replyCorrelationId: 'r1',
  correlationId: 'c1',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  view: { kind: 'payment', caller: 'merchant', expandAttempts: false, expandCaptures: false },
};
const deferred = { source: 'sync', unanswered: { called: false, syncInMs: 20_000 } } as const;
const silent = { source: 'sync', unanswered: { called: true, syncInMs: 30_000 } } as const;

const waitingAfter = (
  rounds: number,
  payment: Payment = paymentOf(receive(aPayment.authorizing(), unknown)),
): Payment => withAttempt(payment, { ...activeAttempt(payment), syncCount: rounds });
const syncCountOf = (payment: Payment): number => activeAttempt(payment).syncCount;
const dueIn = (payment: Payment, changes: object, context = aContext({ now: later(1) })) =>
  effectsOf(receive(payment, unknown, changes, context)).flatMap((effect) =>
    effect.kind === 'sync_later' ? [effect.delayMs] : [],
  );

describe('a sync that the worker deferred', () => {
  it('does not count as a round, however often it happens', () => {
    let payment = waitingAfter(3);
    for (let times = 0; times < 50; times += 1) {
      payment = paymentOf(
        syncOnSchedule(payment, { attemptId: activeAttempt(payment).id }, aContext({ now: later(1) })),
      );
      expect(syncCountOf(payment)).toBe(4);
      payment = paymentOf(receive(payment, unknown, deferred));
    }
    expect(syncCountOf(payment)).toBe(3);
  });

  it('is due again after the worker’s delay, and changes nothing else', () => {
    const payment = waitingAfter(3);
    expect(dueIn(payment, deferred)).toEqual([20_000]);
    const after = paymentOf(receive(payment, unknown, deferred));
    expect(activeAttempt(after)).toEqual({ ...activeAttempt(payment), syncCount: 2 });
  });

  it('answers the caller that forced it', () => {
    const payment = { ...waitingAfter(1), pendingReplies: [pendingReply] };
    const decision = receive(payment, unknown, deferred);
    expect(kindsOf(decision)).toEqual(['sync_later', 'reply']);
    expect(paymentOf(decision).pendingReplies).toEqual([]);
  });

  it('plans no sync for a payment without an open outcome', () => {
    expect(receive(aPayment.authorized(), unknown, deferred).kind).toBe('unchanged');
  });
});

describe('a sync without an answer of the processor', () => {
  it('grows slower up to the worker’s delay, and no slower', () => {
    expect(dueIn(waitingAfter(1), silent)).toEqual([5_000]);
    expect(dueIn(waitingAfter(5), silent)).toEqual([30_000]);
    expect(dueIn(waitingAfter(500), silent)).toEqual([30_000]);
  });

  it('leaves the schedule within its list, so that syncs stay frequent', () => {
    expect(syncCountOf(paymentOf(receive(waitingAfter(40), unknown, silent)))).toBe(5);
  });

  it('opens an incident after the same time as the schedule', () => {
    const payment = waitingAfter(3);
    const at = (seconds: number) => kindsOf(receive(payment, unknown, silent, aContext({ now: later(seconds) })));
    expect(at(3_600)).toEqual(['sync_later']);
    expect(at(12_000)).toEqual(['sync_later', 'incident']);
  });
});

describe("a customer at the bank's page", () => {
  const challenged = {
    kind: 'challenged',
    reference: 'ref_1',
    challenge: { url: 'u', method: 'GET', fields: {} },
  } as const;
  const payment = waitingAfter(1, paymentOf(receive(aPayment.authorizing(), challenged)));

  it('does not lose time to a forced sync without an answer', () => {
    expect(dueIn(payment, deferred, aContext({ now: later(60) }))).toEqual([]);
    expect(dueIn(payment, deferred, aContext({ now: later(1_000) }))).toEqual([20_000]);
  });
});

import { aContext, aPayment, effectsOf, receive, kindsOf, later, paymentOf } from '../../../test/builders';
import { unknown } from '../../../test/outcomes';
import type { Payment, PendingReply } from '../payment';
import { activeAttempt, withAttempt } from '../payment';
import { syncOnSchedule } from './sync-payment';

const pendingReply: PendingReply = {
  replyTopic: 'gateway.replies.1',
  replyCorrelationId: 'r1',
  correlationId: 'c1',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  view: { kind: 'payment', caller: 'merchant', expandAttempts: false, expandCaptures: false },
};
const notAsked = { source: 'sync', unanswered: { asked: false, syncInMs: 20_000 } } as const;
const silent = { source: 'sync', unanswered: { asked: true, syncInMs: 30_000 } } as const;

const waitingAfter = (
  rounds: number,
  payment: Payment = paymentOf(receive(aPayment.authorizing(), unknown)),
): Payment => withAttempt(payment, { ...activeAttempt(payment), syncCount: rounds });
const askedIn = (payment: Payment): number => activeAttempt(payment).syncCount;
const dueIn = (payment: Payment, changes: object, context = aContext({ now: later(1) })) =>
  effectsOf(receive(payment, unknown, changes, context)).flatMap((effect) =>
    effect.kind === 'sync_later' ? [effect.delayMs] : [],
  );

describe('a sync that was put off', () => {
  it('is no round: however often it happens, the schedule stays where it was', () => {
    let payment = waitingAfter(3);
    for (let times = 0; times < 50; times += 1) {
      payment = paymentOf(
        syncOnSchedule(payment, { attemptId: activeAttempt(payment).id }, aContext({ now: later(1) })),
      );
      expect(askedIn(payment)).toBe(4);
      payment = paymentOf(receive(payment, unknown, notAsked));
    }
    expect(askedIn(payment)).toBe(3);
  });

  it('is due again when the worker says, and changes nothing else', () => {
    const payment = waitingAfter(3);
    expect(dueIn(payment, notAsked)).toEqual([20_000]);
    const after = paymentOf(receive(payment, unknown, notAsked));
    expect(activeAttempt(after)).toEqual({ ...activeAttempt(payment), syncCount: 2 });
  });

  it('answers whoever forced it', () => {
    const payment = { ...waitingAfter(1), pendingReplies: [pendingReply] };
    const decision = receive(payment, unknown, notAsked);
    expect(kindsOf(decision)).toEqual(['sync_later', 'answer']);
    expect(paymentOf(decision).pendingReplies).toEqual([]);
  });

  it('plans nothing for a payment whose end is known by now', () => {
    expect(receive(aPayment.authorized(), unknown, notAsked).kind).toBe('unchanged');
  });
});

describe('a sync that the processor met with silence', () => {
  it('grows slower up to what the worker says, and no slower', () => {
    expect(dueIn(waitingAfter(1), silent)).toEqual([5_000]);
    expect(dueIn(waitingAfter(5), silent)).toEqual([30_000]);
    expect(dueIn(waitingAfter(500), silent)).toEqual([30_000]);
  });

  it('leaves the schedule within its list, so that an answer that comes later is followed soon', () => {
    expect(askedIn(paymentOf(receive(waitingAfter(40), unknown, silent)))).toBe(5);
  });

  it('calls for a person after as long as the schedule would have', () => {
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

  it('keeps the time for it, though a sync was forced and not answered', () => {
    expect(dueIn(payment, notAsked, aContext({ now: later(60) }))).toEqual([]);
    expect(dueIn(payment, notAsked, aContext({ now: later(1_000) }))).toEqual([20_000]);
  });
});

import { aContext, aPayment, effectsOf, hear, kindsOf, later, paymentOf } from '../../../test/builders';
import { unknown } from '../../../test/outcomes';
import type { Payment, Waiter } from '../payment';
import { activeAttempt, withAttempt } from '../payment';
import { askAgain } from './ask-processor';

const waiter: Waiter = {
  replyTopic: 'gateway.replies.1',
  replyCorrelationId: 'r1',
  correlationId: 'c1',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  wants: { kind: 'payment', caller: 'merchant', expandAttempts: false, expandCaptures: false },
};
const notAsked = { source: 'sync', unanswered: { asked: false, syncInMs: 20_000 } } as const;
const silent = { source: 'sync', unanswered: { asked: true, syncInMs: 30_000 } } as const;

const waitingAfter = (rounds: number, payment: Payment = paymentOf(hear(aPayment.authorizing(), unknown))): Payment =>
  withAttempt(payment, { ...activeAttempt(payment), asked: rounds });
const askedIn = (payment: Payment): number => activeAttempt(payment).asked;
const dueIn = (payment: Payment, changes: object, context = aContext({ now: later(1) })) =>
  effectsOf(hear(payment, unknown, changes, context)).flatMap((effect) =>
    effect.kind === 'ask_later' ? [effect.delayMs] : [],
  );

describe('a sync that was put off', () => {
  it('is no round: however often it happens, the schedule stays where it was', () => {
    let payment = waitingAfter(3);
    for (let times = 0; times < 50; times += 1) {
      payment = paymentOf(askAgain(payment, { attemptId: activeAttempt(payment).id }, aContext({ now: later(1) })));
      expect(askedIn(payment)).toBe(4);
      payment = paymentOf(hear(payment, unknown, notAsked));
    }
    expect(askedIn(payment)).toBe(3);
  });

  it('is due again when the worker says, and changes nothing else', () => {
    const payment = waitingAfter(3);
    expect(dueIn(payment, notAsked)).toEqual([20_000]);
    const after = paymentOf(hear(payment, unknown, notAsked));
    expect(activeAttempt(after)).toEqual({ ...activeAttempt(payment), asked: 2 });
  });

  it('answers whoever forced it', () => {
    const payment = { ...waitingAfter(1), waiters: [waiter] };
    const decision = hear(payment, unknown, notAsked);
    expect(kindsOf(decision)).toEqual(['ask_later', 'answer']);
    expect(paymentOf(decision).waiters).toEqual([]);
  });

  it('plans nothing for a payment whose end is known by now', () => {
    expect(hear(aPayment.authorized(), unknown, notAsked).kind).toBe('unchanged');
  });
});

describe('a sync that the processor met with silence', () => {
  it('grows slower up to what the worker says, and no slower', () => {
    expect(dueIn(waitingAfter(1), silent)).toEqual([5_000]);
    expect(dueIn(waitingAfter(5), silent)).toEqual([30_000]);
    expect(dueIn(waitingAfter(500), silent)).toEqual([30_000]);
  });

  it('leaves the schedule within its list, so that an answer that comes later is followed soon', () => {
    expect(askedIn(paymentOf(hear(waitingAfter(40), unknown, silent)))).toBe(5);
  });

  it('calls for a person after as long as the schedule would have', () => {
    const payment = waitingAfter(3);
    const at = (seconds: number) => kindsOf(hear(payment, unknown, silent, aContext({ now: later(seconds) })));
    expect(at(3_600)).toEqual(['ask_later']);
    expect(at(12_000)).toEqual(['ask_later', 'incident']);
  });
});

describe("a customer at the bank's page", () => {
  const challenged = {
    kind: 'challenged',
    reference: 'ref_1',
    challenge: { url: 'u', method: 'GET', fields: {} },
  } as const;
  const payment = waitingAfter(1, paymentOf(hear(aPayment.authorizing(), challenged)));

  it('keeps the time for it, though a sync was forced and not answered', () => {
    expect(dueIn(payment, notAsked, aContext({ now: later(60) }))).toEqual([]);
    expect(dueIn(payment, notAsked, aContext({ now: later(1_000) }))).toEqual([20_000]);
  });
});

import {
  aContext,
  aPayment,
  effectsOf,
  kindsOf,
  later,
  merchantId,
  now,
  paymentId,
  paymentOf,
} from '../../../../test/builders';
import { pendingReplyNamed } from '../../../../test/replies';
import { activeAttempt, type Payment } from '../payment';
import { syncOnSchedule, customerReturned } from './sync-payment';

const command = { merchantId, paymentId, connector: 'stripe_test', parameters: {} };
const at = (seconds: number, name = `request-${seconds}`) =>
  aContext({ now: later(seconds), pendingReply: pendingReplyNamed(name) });

describe('a returning customer', () => {
  const challenged: Payment = { ...aPayment.challenged(), lastLookupAt: null };

  it('causes one sync in two seconds, however often', () => {
    let payment = challenged;
    let lookups = 0;
    for (let tenth = 0; tenth < 100; tenth += 1) {
      const decision = customerReturned(payment, command, at(tenth / 10));
      lookups += kindsOf(decision).filter((kind) => kind === 'sync').length;
      payment = paymentOf(decision);
    }
    expect(lookups).toBe(5);
    expect(payment.pendingReplies).toHaveLength(100);
  });

  it('waits for the next sync, which is due by then', () => {
    const first = paymentOf(customerReturned(challenged, command, at(0)));
    expect(first.lastLookupAt).toEqual(now);
    const again = customerReturned(first, command, at(0.5));
    expect(effectsOf(again)).toEqual([{ kind: 'sync_later', attemptId: activeAttempt(first).id, delayMs: 1_500 }]);
    expect(paymentOf(again).pendingReplies.map(({ replyCorrelationId }) => replyCorrelationId)).toEqual([
      ...['request-0', 'request-0.5'],
    ]);
    const synced = syncOnSchedule(paymentOf(again), { attemptId: activeAttempt(first).id }, at(2));
    expect(kindsOf(synced)).toEqual(['sync', 'sync_later']);
    // A scheduled sync counts like a customer’s.
    expect(kindsOf(customerReturned(paymentOf(synced), command, at(2.1)))).toEqual(['sync_later']);
    expect(kindsOf(customerReturned(paymentOf(synced), command, at(4)))).toEqual(['sync']);
  });

  it.each(Object.entries(aPayment))('soon after another, gets an answer: %s', (_, payment) => {
    const returned = customerReturned({ ...payment(), lastLookupAt: now }, command, at(0.1));
    if (kindsOf(returned).includes('reply')) return;
    const waiting = paymentOf(returned);
    const due = syncOnSchedule(waiting, { attemptId: activeAttempt(waiting).id }, at(2));
    expect(kindsOf(due).filter((kind) => kind !== 'sync_later')).toHaveLength(1);
  });

  it('is answered at once where no outcome is awaited', () => {
    const charged = { ...aPayment.charged(), lastLookupAt: now };
    expect(kindsOf(customerReturned(charged, command, at(0.1)))).toEqual(['reply']);
  });
});

import { aContext, aPayment, effectsOf, later, merchantId, paymentId, rules } from '../../../../test/builders';
import { pendingReplyNamed } from '../../../../test/replies';
import type { PendingReply } from '../payment';
import { syncPayment } from './sync-payment';
import { answerWithoutRefunds } from './request-refund-snapshots';

const pendingReply = pendingReplyNamed('r1', { expandAttempts: true });
const caller = { kind: 'merchant' } as const;
const command = { merchantId, paymentId, caller, expandAttempts: true, expandCaptures: false };
const sync = (payment = aPayment.charged(), reply: PendingReply | null = pendingReply) =>
  syncPayment(payment, command, aContext({ now: later(4), pendingReply: reply }));

describe('a forced sync', () => {
  it('of a charge requests refund snapshots before its reply, though no refund is known', () => {
    const { kind } = sync();
    const shown = { caller: 'merchant', expandAttempts: true, expandCaptures: false };
    expect([kind, effectsOf(sync())]).toEqual([
      'unchanged',
      [{ kind: 'request_refund_snapshots', pendingReply, shown, timeoutMs: rules.refundsTimeoutMs }],
    ]);
  });

  it.each([
    ['awaits its method', aPayment.withoutMethod],
    ['was declined', aPayment.declined],
  ])('of a payment that %s is answered at once: nothing was charged', (_, payment) =>
    expect(effectsOf(sync(payment()))).toEqual([{ kind: 'reply', pendingReplies: [pendingReply] }]),
  );

  it('of a capture under way syncs at the processor only', () =>
    expect(effectsOf(sync(aPayment.capturing())).map(({ kind }) => kind)).toEqual(['sync']));

  it('without a caller requests nothing', () =>
    expect(effectsOf(sync(aPayment.charged(), null))).toEqual([{ kind: 'reply', pendingReplies: [] }]));

  it('is answered with the stored payment after a timeout of the refunds service', () => {
    expect(effectsOf(answerWithoutRefunds(aPayment.charged(), pendingReply))).toEqual([
      { kind: 'reply', pendingReplies: [pendingReply] },
    ]);
    expect(effectsOf(answerWithoutRefunds(undefined, pendingReply))).toEqual([]);
  });
});

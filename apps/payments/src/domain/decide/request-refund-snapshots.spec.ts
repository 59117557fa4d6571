import { aContext, aPayment, effectsOf, later, merchantId, paymentId, rules } from '../../../test/builders';
import { pendingReplyNamed } from '../../../test/replies';
import type { PendingReply } from '../payment';
import { syncPayment } from './sync-payment';
import { answerWithoutRefunds } from './request-refund-snapshots';

const pendingReply = pendingReplyNamed('r1', { expandAttempts: true });
const caller = { kind: 'merchant' } as const;
const command = { merchantId, paymentId, caller, expandAttempts: true, expandCaptures: false };
const sync = (payment = aPayment.charged(), asker: PendingReply | null = pendingReply) =>
  syncPayment(payment, command, aContext({ now: later(4), pendingReply: asker }));

describe('a forced sync', () => {
  it('of a charge has its refunds told of anew before it is answered, though none is known', () => {
    const { kind } = sync();
    const shown = { caller: 'merchant', expandAttempts: true, expandCaptures: false };
    expect([kind, effectsOf(sync())]).toEqual([
      'unchanged',
      [{ kind: 'request_refund_snapshots', pendingReply, shown, patienceMs: rules.refundsTimeoutMs }],
    ]);
  });

  it.each([
    ['awaits its method', aPayment.withoutMethod],
    ['was declined', aPayment.declined],
  ])('of what %s is answered at once: nothing was charged', (_, payment) =>
    expect(effectsOf(sync(payment()))).toEqual([{ kind: 'answer', pendingReplies: [pendingReply] }]),
  );

  it('of what the processor is still to speak about asks it, and nobody else', () =>
    expect(effectsOf(sync(aPayment.capturing())).map(({ kind }) => kind)).toEqual(['sync']));

  it('that nobody waits for asks nobody', () =>
    expect(effectsOf(sync(aPayment.charged(), null))).toEqual([{ kind: 'answer', pendingReplies: [] }]));

  it('is answered with what is known where the owner of refunds is silent', () => {
    expect(effectsOf(answerWithoutRefunds(aPayment.charged(), pendingReply))).toEqual([
      { kind: 'answer', pendingReplies: [pendingReply] },
    ]);
    expect(effectsOf(answerWithoutRefunds(undefined, pendingReply))).toEqual([]);
  });
});

import { aContext, aPayment, effectsOf, later, merchantId, paymentId, rules } from '../../../test/builders';
import { waiterNamed } from '../../../test/asked';
import type { Waiter } from '../payment';
import { syncPayment } from './ask-processor';
import { answerAnyway } from './ask-refunds';

const waiter = waiterNamed('r1', { expandAttempts: true });
const caller = { kind: 'merchant' } as const;
const command = { merchantId, paymentId, caller, expandAttempts: true, expandCaptures: false };
const sync = (payment = aPayment.charged(), asker: Waiter | null = waiter) =>
  syncPayment(payment, command, aContext({ now: later(4), waiter: asker }));

describe('a forced sync', () => {
  it('of a charge has its refunds told of anew before it is answered, though none is known', () => {
    const { kind } = sync();
    const shown = { caller: 'merchant', expandAttempts: true, expandCaptures: false };
    expect([kind, effectsOf(sync())]).toEqual([
      'unchanged',
      [{ kind: 'ask_refunds', waiter, shown, patienceMs: rules.refundsPatienceMs }],
    ]);
  });

  it.each([
    ['awaits its method', aPayment.withoutMethod],
    ['was declined', aPayment.declined],
  ])('of what %s is answered at once: nothing was charged', (_, payment) =>
    expect(effectsOf(sync(payment()))).toEqual([{ kind: 'answer', waiters: [waiter] }]),
  );

  it('of what the processor is still to speak about asks it, and nobody else', () =>
    expect(effectsOf(sync(aPayment.capturing())).map(({ kind }) => kind)).toEqual(['ask']));

  it('that nobody waits for asks nobody', () =>
    expect(effectsOf(sync(aPayment.charged(), null))).toEqual([{ kind: 'answer', waiters: [] }]));

  it('is answered with what is known where the owner of refunds is silent', () => {
    expect(effectsOf(answerAnyway(aPayment.charged(), { waiter }))).toEqual([{ kind: 'answer', waiters: [waiter] }]);
    expect(effectsOf(answerAnyway(undefined, { waiter }))).toEqual([]);
  });
});

import type { Outcome } from '@payorch/contracts';
import fc from 'fast-check';
import {
  aContext,
  aPayment,
  effectsOf,
  eur,
  extensionOf,
  hear,
  hearOfExtension,
  kindsOf,
  later,
  merchantId,
  paymentId,
  paymentOf,
} from '../../../test/builders';
import { shownPayment, waiterNamed } from '../../../test/asked';
import { declined, unknown } from '../../../test/outcomes';
import type { Payment, Waiter } from '../payment';
import { activeAttempt } from '../payment';
import { askAgain, syncPayment } from './ask-processor';
import { cancelPayment } from './cancel-payment';
import { capturePayment } from './capture-payment';
import { extendAuthorization } from './extend-authorization';

const about = { merchantId, paymentId };
const asker = waiterNamed('asker');
const other = waiterNamed('other');
const at = (seconds: number, waiter: Waiter | null = null) => aContext({ now: later(seconds), waiter });
const ask = (payment: Payment | undefined, waiter: Waiter | null = null, seconds = 3) =>
  extendAuthorization(payment, about, at(seconds, waiter));
const sync = (payment: Payment, waiter: Waiter) =>
  syncPayment(
    payment,
    { ...about, caller: { kind: 'merchant' }, expandAttempts: false, expandCaptures: false },
    at(3, waiter),
  );
const capture = (payment: Payment, waiter: Waiter) =>
  paymentOf(capturePayment(payment, { ...about, amountToCapture: null, details: {} }, at(3, waiter)));
const cancel = (payment: Payment, waiter: Waiter) =>
  paymentOf(cancelPayment(payment, { ...about, cancellationReason: null }, at(3, waiter)));
const due = (payment: Payment) => askAgain(payment, { attemptId: activeAttempt(payment).id }, at(9));

const until = '2026-02-04T10:00:00.000Z';
const extended: Outcome = { kind: 'extended', reference: 'ref_1', captureBefore: until };
const accepted: Outcome = { kind: 'accepted', reference: 'ref_1' };
const absent: Outcome = { kind: 'absent' };
const notSent = (code: string): Outcome => ({
  kind: 'not_sent',
  error: { code, message: 'nothing was sent', reason: null },
  retry: 'never',
});
const shown = (applied: boolean | null, lastAppliedAt: string | null, captureBefore: string | null) => ({
  status: 'requires_capture',
  amount_capturable: 1050,
  request_extended_authorization: true,
  extended_authorization_applied: applied,
  extended_authorization_last_applied_at: lastAppliedAt,
  capture_before: captureBefore,
});
const untouched = shown(null, null, null);
const granted = shown(true, later(4).toISOString(), until);

describe('having what is held stay held for longer', () => {
  it('is sent to the processor, and the payment stays what it is meanwhile', () => {
    const decision = ask(aPayment.extendable(), asker);
    expect(effectsOf(decision)).toMatchObject([{ kind: 'extend', reference: 'ref_1' }, { kind: 'ask_later' }]);
    expect(shownPayment(paymentOf(decision))).toMatchObject(untouched);
    expect(paymentOf(decision).waiters).toEqual([asker]);
  });

  it('is refused where it was not asked for when the payment was made', () => {
    for (const wish of [undefined, false, null]) {
      const details = wish === undefined ? {} : { request_extended_authorization: wish };
      expect(ask({ ...aPayment.extendable(), details })).toMatchObject({
        code: 'precondition_failed',
        details: {
          message: 'You cannot extend authorization this payment because it is not allowed for extended_authorization',
        },
      });
    }
    expect(ask(undefined)).toMatchObject({ code: 'payment_not_found' });
  });

  it('is asked about, not made twice, while one is under way', () => {
    const payment = aPayment.extending(asker);
    const again = ask(payment, other);
    expect(effectsOf(again)).toMatchObject([
      { kind: 'ask', flow: 'extend', operation: { id: extensionOf(payment).operation } },
    ]);
    expect(paymentOf(again).extensions).toMatchObject([{ state: 'pending', askers: ['asker', 'other'] }]);
    expect(paymentOf(again).waiters).toEqual([asker, other]);
  });

  it('may be asked for again after its end, as another operation', () => {
    for (const outcome of [extended, declined(), notSent('FLOW_NOT_SUPPORTED')]) {
      const over = paymentOf(hearOfExtension(aPayment.extending(), outcome));
      const again = ask(over);
      expect(kindsOf(again)).toEqual(['extend', 'ask_later']);
      const [first, second] = paymentOf(again).extensions.map(({ operation }) => operation);
      expect(first).not.toBe(second);
    }
  });

  it('keeps what was granted before, where another comes to nothing', () => {
    const again = paymentOf(ask(paymentOf(hearOfExtension(aPayment.extending(), extended))));
    expect(shownPayment(again)).toMatchObject(granted);
    expect(shownPayment(paymentOf(hearOfExtension(again, declined())))).toMatchObject({
      ...granted,
      error_code: 'DC_08',
    });
  });
});

describe('what a processor says of it', () => {
  const failed = shown(false, null, null);

  it.each<[string, Outcome, object, string]>([
    ['granted', extended, { ...granted, error_code: null }, 'stop_asking'],
    [
      'granted, until when it does not say',
      { ...extended, captureBefore: null },
      { ...granted, capture_before: null },
      'stop_asking',
    ],
    ['to be told later', accepted, { ...untouched, error_code: null }, 'ask_later'],
    ['silent', unknown, { ...untouched, error_code: null }, 'ask_later'],
    ['declined', declined(), { ...failed, error_code: 'DC_08' }, 'stop_asking'],
    ['never sent', notSent('CONNECTION_REFUSED'), { ...failed, error_code: 'CONNECTION_REFUSED' }, 'stop_asking'],
    ['unknown to them', absent, { ...failed, error_code: 'No error code' }, 'stop_asking'],
  ])('%s', (_, outcome, fields, kind) => {
    const decision = hearOfExtension(aPayment.extending(asker), outcome);
    expect(effectsOf(decision)).toMatchObject([{ kind }, { kind: 'answer', waiters: [asker] }]);
    expect(shownPayment(paymentOf(decision))).toMatchObject(fields);
    expect(paymentOf(decision).waiters).toEqual([]);
  });

  it('tells whoever asked for it that there is no such operation, and nobody else', () => {
    const payment = paymentOf(sync(aPayment.extending(asker), other));
    const decision = hearOfExtension(payment, notSent('FLOW_NOT_SUPPORTED'));
    const refusal = { code: 'flow_not_supported', details: { flow: 'extend_authorization', connector: 'stripe_test' } };
    expect(effectsOf(decision)).toMatchObject([
      { kind: 'stop_asking' },
      { kind: 'refuse', waiters: [asker], refusal },
      { kind: 'answer', waiters: [other] },
    ]);
    expect(shownPayment(paymentOf(decision))).toMatchObject({ ...untouched, error_code: null });
  });

  it('clears an error of before once it is granted', () => {
    const again = paymentOf(ask(paymentOf(hearOfExtension(aPayment.extending(), declined()))));
    expect(shownPayment(paymentOf(hearOfExtension(again, extended)))).toMatchObject({ ...granted, error_code: null });
  });

  it('is believed late', () => {
    const failedBefore = paymentOf(hearOfExtension(aPayment.extending(), absent));
    expect(shownPayment(paymentOf(hearOfExtension(failedBefore, extended)))).toMatchObject({
      ...granted,
      error_code: null,
    });
    const over = paymentOf(hearOfExtension(aPayment.extending(), extended));
    expect(hearOfExtension(over, declined())).toEqual({ kind: 'unchanged', effects: [] });
    const nobodys = { operationId: 'op_unheard' as never };
    expect(hearOfExtension(aPayment.extending(), extended, nobodys)).toEqual({ kind: 'unchanged', effects: [] });
  });
});

describe('while it is not known', () => {
  it('the job asks about it, and a sync too, which is answered with it', () => {
    const payment = aPayment.extending();
    expect(effectsOf(due(payment))).toMatchObject([{ kind: 'ask', flow: 'extend' }, { kind: 'ask_later' }]);
    const asked = paymentOf(sync(payment, other));
    const heard = hearOfExtension(asked, unknown, { source: 'sync' });
    expect(effectsOf(heard)).toEqual([{ kind: 'answer', waiters: [other] }]);
    const over = paymentOf(hearOfExtension(aPayment.extending(), extended));
    expect(due(over)).toEqual({ kind: 'unchanged', effects: [] });
  });

  it('a capture need not wait: who waits for that is not answered by this', () => {
    const capturing = capture(aPayment.extending(asker), other);
    const heard = hearOfExtension(capturing, extended);
    expect(effectsOf(heard)).toEqual([{ kind: 'answer', waiters: [asker] }]);
    expect(paymentOf(heard).waiters).toEqual([other]);
    const refused = hearOfExtension(capturing, notSent('FLOW_NOT_SUPPORTED'));
    expect(effectsOf(refused)).toMatchObject([
      { kind: 'refuse', waiters: [asker] },
      { kind: 'answer', waiters: [] },
    ]);
    const charged = hear(capturing, { kind: 'captured', reference: 'ref_1', money: eur('10.50') });
    expect(kindsOf(charged)).toEqual(['stop_asking', 'answer']);
    expect(shownPayment(paymentOf(hearOfExtension(paymentOf(charged), extended)))).toMatchObject({
      ...granted,
      status: 'succeeded',
      amount_capturable: 0,
    });
  });

  it.each([
    ['a capture', capture],
    ['a void', cancel],
  ])('%s that came to nothing leaves it asked about', (_, begin) => {
    const heldAgain = hear(begin(aPayment.extending(), other), absent);
    expect(kindsOf(heldAgain)).toEqual(['ask_later', 'answer']);
    expect(effectsOf(due(paymentOf(heldAgain)))).toMatchObject([
      { kind: 'ask', flow: 'extend' },
      { kind: 'ask_later' },
    ]);
  });
});

it('whatever is said and asked, in any order: sent once while it is open, and the payment stays as it is held', () => {
  const words: readonly Outcome[] = [extended, accepted, unknown, absent, declined(), notSent('CONNECTION_REFUSED')];
  const step = fc.oneof(
    fc.record({ word: fc.constantFrom(...words), source: fc.constantFrom('call', 'sync', 'webhook') }),
    fc.constantFrom('ask' as const, 'due' as const, 'sync' as const),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let payment = aPayment.extending(asker);
      for (const [index, each] of steps.entries()) {
        const before = payment.extensions;
        const wasOpen = extensionOf(payment).state === 'pending';
        const decision =
          typeof each !== 'string'
            ? hearOfExtension(payment, each.word, { source: each.source })
            : { ask: () => ask(payment, other, 10 + index), due: () => due(payment), sync: () => sync(payment, other) }[
                each
              ]();
        const sent = kindsOf(decision).filter((kind) => kind === 'extend').length;
        expect(sent).toBe(each === 'ask' && !wasOpen ? 1 : 0);
        payment = { ...(decision.kind === 'decided' ? decision.payment : payment), version: payment.version + 1 };
        expect(payment.extensions).toHaveLength(before.length + sent);
        expect(payment.extensions.filter(({ state }) => state === 'pending').length).toBeLessThanOrEqual(1);
        expect(shownPayment(payment)).toMatchObject({ status: 'requires_capture', amount_capturable: 1050 });
        const wasGranted = payment.extensions.some(({ state }) => state === 'succeeded');
        expect(shownPayment(payment)['capture_before']).toBe(wasGranted ? until : null);
      }
    }),
  );
});

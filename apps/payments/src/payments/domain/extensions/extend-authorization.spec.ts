import type { Outcome } from '@payorch/contracts';
import fc from 'fast-check';
import {
  aContext,
  aPayment,
  effectsOf,
  eur,
  extensionOf,
  receive,
  receiveExtensionOutcome,
  kindsOf,
  later,
  merchantId,
  paymentId,
  paymentOf,
} from '../../../../test/builders';
import { shownPayment, pendingReplyNamed } from '../../../../test/replies';
import { declined, unknown } from '../../../../test/outcomes';
import type { Payment, PendingReply } from '../payment';
import { activeAttempt, withDetails } from '../payment';
import { syncOnSchedule, syncPayment } from '../decide/sync-payment';
import { cancelPayment } from '../decide/cancel-payment';
import { capturePayment } from '../captures/capture-payment';
import { extendAuthorization } from './extend-authorization';

const about = { merchantId, paymentId };
const caller = pendingReplyNamed('caller');
const other = pendingReplyNamed('other');
const at = (seconds: number, pendingReply: PendingReply | null = null) =>
  aContext({ now: later(seconds), pendingReply });
const extend = (payment: Payment | undefined, pendingReply: PendingReply | null = null, seconds = 3) =>
  extendAuthorization(payment, about, at(seconds, pendingReply));
const sync = (payment: Payment, pendingReply: PendingReply) =>
  syncPayment(
    payment,
    { ...about, caller: { kind: 'merchant' }, expandAttempts: false, expandCaptures: false },
    at(3, pendingReply),
  );
const capture = (payment: Payment, pendingReply: PendingReply) =>
  paymentOf(capturePayment(payment, { ...about, amountToCapture: null, details: {} }, at(3, pendingReply)));
const cancel = (payment: Payment, pendingReply: PendingReply) =>
  paymentOf(cancelPayment(payment, { ...about, cancellationReason: null }, at(3, pendingReply)));
const due = (payment: Payment) => syncOnSchedule(payment, { attemptId: activeAttempt(payment).id }, at(9));

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

describe('an extension', () => {
  it('is sent to the processor, and does not change the payment meanwhile', () => {
    const decision = extend(aPayment.extendable(), caller);
    expect(effectsOf(decision)).toMatchObject([{ kind: 'extend', reference: 'ref_1' }, { kind: 'sync_later' }]);
    expect(shownPayment(paymentOf(decision))).toMatchObject(untouched);
    expect(paymentOf(decision).pendingReplies).toEqual([caller]);
  });

  it('is refused where the payment did not request it', () => {
    for (const requested of [undefined, false, null]) {
      const details = requested === undefined ? {} : { request_extended_authorization: requested };
      expect(extend(withDetails(aPayment.extendable(), details))).toMatchObject({
        code: 'precondition_failed',
        details: {
          message: 'You cannot extend authorization this payment because it is not allowed for extended_authorization',
        },
      });
    }
    expect(extend(undefined)).toMatchObject({ code: 'payment_not_found' });
  });

  it('is synced, not repeated, while one is under way', () => {
    const payment = aPayment.extending(caller);
    const again = extend(payment, other);
    expect(effectsOf(again)).toMatchObject([
      { kind: 'sync', flow: 'extend', operation: { id: extensionOf(payment).operation } },
    ]);
    expect(paymentOf(again).extensions).toMatchObject([{ state: 'pending', requestedBy: ['caller', 'other'] }]);
    expect(paymentOf(again).pendingReplies).toEqual([caller, other]);
  });

  it('may be requested again after its end, as another operation', () => {
    for (const outcome of [extended, declined(), notSent('FLOW_NOT_SUPPORTED')]) {
      const over = paymentOf(receiveExtensionOutcome(aPayment.extending(), outcome));
      const again = extend(over);
      expect(kindsOf(again)).toEqual(['extend', 'sync_later']);
      const [first, second] = paymentOf(again).extensions.map(({ operation }) => operation);
      expect(first).not.toBe(second);
    }
  });

  it('does not lose an earlier grant where a later one fails', () => {
    const again = paymentOf(extend(paymentOf(receiveExtensionOutcome(aPayment.extending(), extended))));
    expect(shownPayment(again)).toMatchObject(granted);
    expect(shownPayment(paymentOf(receiveExtensionOutcome(again, declined())))).toMatchObject({
      ...granted,
      error_code: 'DC_08',
    });
  });
});

describe('the outcome of an extension', () => {
  const failed = shown(false, null, null);

  it.each<[string, Outcome, object, string]>([
    ['granted', extended, { ...granted, error_code: null }, 'cancel_sync'],
    [
      'granted, until when it does not say',
      { ...extended, captureBefore: null },
      { ...granted, capture_before: null },
      'cancel_sync',
    ],
    ['accepted', accepted, { ...untouched, error_code: null }, 'sync_later'],
    ['unknown', unknown, { ...untouched, error_code: null }, 'sync_later'],
    ['declined', declined(), { ...failed, error_code: 'DC_08' }, 'cancel_sync'],
    ['not sent', notSent('CONNECTION_REFUSED'), { ...failed, error_code: 'CONNECTION_REFUSED' }, 'cancel_sync'],
    ['absent', absent, { ...failed, error_code: 'No error code' }, 'cancel_sync'],
  ])('%s', (_, outcome, fields, kind) => {
    const decision = receiveExtensionOutcome(aPayment.extending(caller), outcome);
    expect(effectsOf(decision)).toMatchObject([{ kind }, { kind: 'reply', pendingReplies: [caller] }]);
    expect(shownPayment(paymentOf(decision))).toMatchObject(fields);
    expect(paymentOf(decision).pendingReplies).toEqual([]);
  });

  it('`not_supported` refuses only the callers that requested the extension', () => {
    const payment = paymentOf(sync(aPayment.extending(caller), other));
    const decision = receiveExtensionOutcome(payment, notSent('FLOW_NOT_SUPPORTED'));
    const refusal = { code: 'flow_not_supported', details: { flow: 'extend_authorization', connector: 'stripe_test' } };
    expect(effectsOf(decision)).toMatchObject([
      { kind: 'cancel_sync' },
      { kind: 'refuse', pendingReplies: [caller], refusal },
      { kind: 'reply', pendingReplies: [other] },
    ]);
    expect(shownPayment(paymentOf(decision))).toMatchObject({ ...untouched, error_code: null });
  });

  it('clears an earlier error once it is granted', () => {
    const again = paymentOf(extend(paymentOf(receiveExtensionOutcome(aPayment.extending(), declined()))));
    expect(shownPayment(paymentOf(receiveExtensionOutcome(again, extended)))).toMatchObject({
      ...granted,
      error_code: null,
    });
  });

  it('is believed late', () => {
    const failedBefore = paymentOf(receiveExtensionOutcome(aPayment.extending(), absent));
    expect(shownPayment(paymentOf(receiveExtensionOutcome(failedBefore, extended)))).toMatchObject({
      ...granted,
      error_code: null,
    });
    const over = paymentOf(receiveExtensionOutcome(aPayment.extending(), extended));
    expect(receiveExtensionOutcome(over, declined())).toEqual({ kind: 'unchanged', effects: [] });
    const unknownId = { operationId: 'op_unknown' as never };
    expect(receiveExtensionOutcome(aPayment.extending(), extended, unknownId)).toEqual({
      kind: 'unchanged',
      effects: [],
    });
  });
});

describe('an extension without an outcome', () => {
  it('is synced by the job and by a forced sync, which is answered with it', () => {
    const payment = aPayment.extending();
    expect(effectsOf(due(payment))).toMatchObject([{ kind: 'sync', flow: 'extend' }, { kind: 'sync_later' }]);
    const synced = paymentOf(sync(payment, other));
    const decision = receiveExtensionOutcome(synced, unknown, { source: 'sync' });
    expect(effectsOf(decision)).toEqual([{ kind: 'reply', pendingReplies: [other] }]);
    const over = paymentOf(receiveExtensionOutcome(aPayment.extending(), extended));
    expect(due(over)).toEqual({ kind: 'unchanged', effects: [] });
  });

  it('does not delay a capture, whose caller it does not answer', () => {
    const capturing = capture(aPayment.extending(caller), other);
    const decision = receiveExtensionOutcome(capturing, extended);
    expect(effectsOf(decision)).toEqual([{ kind: 'reply', pendingReplies: [caller] }]);
    expect(paymentOf(decision).pendingReplies).toEqual([other]);
    const refused = receiveExtensionOutcome(capturing, notSent('FLOW_NOT_SUPPORTED'));
    expect(effectsOf(refused)).toMatchObject([
      { kind: 'refuse', pendingReplies: [caller] },
      { kind: 'reply', pendingReplies: [] },
    ]);
    const charged = receive(capturing, { kind: 'captured', reference: 'ref_1', money: eur('10.50') });
    expect(kindsOf(charged)).toEqual(['cancel_sync', 'reply']);
    expect(shownPayment(paymentOf(receiveExtensionOutcome(paymentOf(charged), extended)))).toMatchObject({
      ...granted,
      status: 'succeeded',
      amount_capturable: 0,
    });
  });

  it.each([
    ['a capture', capture],
    ['a void', cancel],
  ])('%s that failed leaves the extension synced', (_, begin) => {
    const authorizedAgain = receive(begin(aPayment.extending(), other), absent);
    expect(kindsOf(authorizedAgain)).toEqual(['sync_later', 'reply']);
    expect(effectsOf(due(paymentOf(authorizedAgain)))).toMatchObject([
      { kind: 'sync', flow: 'extend' },
      { kind: 'sync_later' },
    ]);
  });
});

it('an extension is sent once while open and leaves the payment authorized, whatever the order of outcomes and requests', () => {
  const outcomes: readonly Outcome[] = [extended, accepted, unknown, absent, declined(), notSent('CONNECTION_REFUSED')];
  const step = fc.oneof(
    fc.record({ outcome: fc.constantFrom(...outcomes), source: fc.constantFrom('call', 'sync', 'webhook') }),
    fc.constantFrom('extend' as const, 'due' as const, 'sync' as const),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let payment = aPayment.extending(caller);
      for (const [index, each] of steps.entries()) {
        const before = payment.extensions;
        const wasOpen = extensionOf(payment).state === 'pending';
        const decision =
          typeof each !== 'string'
            ? receiveExtensionOutcome(payment, each.outcome, { source: each.source })
            : {
                extend: () => extend(payment, other, 10 + index),
                due: () => due(payment),
                sync: () => sync(payment, other),
              }[each]();
        const sent = kindsOf(decision).filter((kind) => kind === 'extend').length;
        expect(sent).toBe(each === 'extend' && !wasOpen ? 1 : 0);
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

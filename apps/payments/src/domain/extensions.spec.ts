import type { Outcome, PaymentFields } from '@payorch/contracts';
import {
  aContext,
  aPayment,
  aProfile,
  cardFields,
  create,
  effectsOf,
  eur,
  receive,
  receiveExtensionOutcome,
  kindsOf,
  later,
  merchantId,
  paymentId,
  paymentOf,
  secondAccount,
} from '../../test/builders';
import { shownPayment, pendingReplyNamed } from '../../test/replies';
import { declined } from '../../test/outcomes';
import { syncPayment } from './decide/sync-payment';
import { cancelPayment } from './decide/cancel-payment';
import { capturePayment } from './decide/capture-payment';
import { extendAuthorization } from './decide/extend-authorization';
import type { Payment, PendingReply } from './payment';

type Authorized = Extract<Outcome, { kind: 'authorized' }>;

const about = { merchantId, paymentId };
const at = (seconds: number, pendingReply: PendingReply | null = null) =>
  aContext({ now: later(seconds), pendingReply });
const asker = pendingReplyNamed('asker');
const daysLater = (days: number): string => later(days * 86_400).toISOString();
const authorized = (hold: Pick<Authorized, 'extended' | 'captureBefore'> = {}): Authorized => ({
  kind: 'authorized',
  reference: 'ref_1',
  money: eur('10.50'),
  ...hold,
});
const extended = authorized({ extended: true, captureBefore: daysLater(30) });
const usual = authorized({ extended: false, captureBefore: daysLater(7) });

const wish = { request_extended_authorization: true };
const authorizing = (details: PaymentFields['details'] = wish) =>
  aPayment.authorizing({ captureMethod: 'manual', details });
const held = (outcome: Outcome = extended, details?: PaymentFields['details']) =>
  paymentOf(receive(authorizing(details), outcome));
const capture = (payment: Payment) =>
  paymentOf(capturePayment(payment, { ...about, amountToCapture: null, details: {} }, at(3)));
const cancel = (payment: Payment) => paymentOf(cancelPayment(payment, { ...about, cancellationReason: null }, at(3)));
const extend = (payment: Payment) => paymentOf(extendAuthorization(payment, about, at(3)));
const sync = (payment: Payment) =>
  syncPayment(
    payment,
    { ...about, caller: { kind: 'merchant' }, expandAttempts: false, expandCaptures: false },
    at(3, asker),
  );

const shown = (applied: boolean | null, lastAppliedAt: string | null, captureBefore: string | null) => ({
  extended_authorization_applied: applied,
  extended_authorization_last_applied_at: lastAppliedAt,
  capture_before: captureBefore,
});
const granted = shown(true, later(1).toISOString(), daysLater(30));

describe('the wish to have it held for longer', () => {
  it.each<[Partial<PaymentFields>, boolean]>([
    [{ captureMethod: 'manual', details: wish }, true],
    [{ captureMethod: 'manual', details: { request_extended_authorization: false } }, false],
    [{ captureMethod: 'manual', details: {} }, false],
    // What is charged at once is never held.
    [{ captureMethod: 'automatic', details: wish }, false],
    [{ details: wish }, false],
  ])('of %j reaches the processor: %s', (fields, isTold) => {
    const [route] = effectsOf(create(cardFields(fields), true));
    expect(route).toMatchObject({ kind: 'route', operation: { extended: isTold } });
  });

  it('reaches the next account too', () => {
    const fallbacks = { fallbacks: [secondAccount] };
    const profile = { ...aProfile, autoRetries: true, maxAutoRetries: 1 };
    const [again] = effectsOf(
      receive(authorizing(), declined('another_account'), fallbacks, aContext({ now: later(1), profile })),
    );
    expect(again).toMatchObject({ kind: 'authorize', operation: { extended: true } });
  });
});

describe('what an authorization says of how long it holds', () => {
  it.each<[string, Payment, ReturnType<typeof shown>]>([
    ['for longer, as was wished', held(), granted],
    ['for longer, though nobody wished', held(extended, {}), granted],
    [
      'for longer, until when it does not say',
      held(authorized({ extended: true })),
      { ...granted, capture_before: null },
    ],
    ['not for longer', held(usual), shown(false, null, daysLater(7))],
    ['not for longer, nor did anybody wish', held(usual, {}), shown(null, null, daysLater(7))],
    ['nothing', held(authorized()), shown(null, null, null)],
  ])('%s', (_, payment, fields) => {
    expect(shownPayment(payment)).toMatchObject({ status: 'requires_capture', ...fields });
  });

  it.each<[string, (payment: Payment) => Payment, Outcome, string]>([
    ['was captured', capture, { kind: 'captured', reference: 'ref_1', money: eur('10.50') }, 'succeeded'],
    ['was let go', cancel, { kind: 'voided', reference: 'ref_1' }, 'cancelled'],
  ])('is still shown once it %s', (_, end, outcome, status) => {
    expect(shownPayment(paymentOf(receive(end(held()), outcome)))).toMatchObject({ status, ...granted });
  });

  it('gives way to an extension that is granted later, and to none that is not', () => {
    const until = daysLater(60);
    const later60 = receiveExtensionOutcome(extend(held()), {
      kind: 'extended',
      reference: 'ref_1',
      captureBefore: until,
    });
    expect(shownPayment(paymentOf(later60))).toMatchObject(shown(true, later(4).toISOString(), until));
    const untold = receiveExtensionOutcome(extend(held()), {
      kind: 'extended',
      reference: 'ref_1',
      captureBefore: null,
    });
    expect(shownPayment(paymentOf(untold))).toMatchObject(shown(true, later(4).toISOString(), null));
    expect(shownPayment(paymentOf(receiveExtensionOutcome(extend(held()), declined())))).toMatchObject(granted);
    const never = receiveExtensionOutcome(extend(held(usual)), declined());
    expect(shownPayment(paymentOf(never))).toMatchObject(shown(false, null, daysLater(7)));
  });
});

describe('what is said of it later', () => {
  const hearAgain = (payment: Payment, outcome: Outcome) =>
    receive(paymentOf(sync(payment)), outcome, { source: 'sync' }, at(5));

  it('is added, and whoever asked is answered with it', () => {
    const decision = hearAgain(held(authorized()), extended);
    expect(effectsOf(decision)).toEqual([{ kind: 'answer', pendingReplies: [asker] }]);
    expect(paymentOf(decision).pendingReplies).toEqual([]);
    expect(shownPayment(paymentOf(decision))).toMatchObject({
      status: 'requires_capture',
      ...shown(true, later(5).toISOString(), daysLater(30)),
    });
  });

  it('is no news where it was known, and takes nothing back where it says less', () => {
    for (const outcome of [extended, authorized(), authorized({ captureBefore: daysLater(30) })]) {
      expect(receive(held(), outcome, { source: 'webhook' })).toEqual({ kind: 'unchanged', effects: [] });
      expect(shownPayment(paymentOf(hearAgain(held(), outcome)))).toMatchObject(granted);
    }
  });

  it('may be that it can be raised', () => {
    const before = held(authorized(), { ...wish, request_incremental_authorization: true });
    expect(shownPayment(before)).toMatchObject({ incremental_authorization_allowed: false });
    const decision = hearAgain(before, { ...authorized(), incremental: true });
    expect(shownPayment(paymentOf(decision))).toMatchObject({ incremental_authorization_allowed: true });
  });

  it('may be another end of the same hold', () => {
    const decision = hearAgain(held(), authorized({ extended: true, captureBefore: daysLater(31) }));
    expect(shownPayment(paymentOf(decision))).toMatchObject({ ...granted, capture_before: daysLater(31) });
  });

  it('is heard while a capture is under way', () => {
    const decision = receive(capture(held(authorized())), extended, { source: 'sync', flow: 'authorize' }, at(5));
    expect(shownPayment(paymentOf(decision))).toMatchObject({ capture_before: daysLater(30) });
  });
});

describe('a webhook that says only that it is held', () => {
  const hearBy = (source: 'webhook' | 'call' | 'sync', outcome: Outcome, details?: PaymentFields['details']) =>
    kindsOf(receive(authorizing(details), outcome, { source }));

  it('has the processor asked at once what came of the wish', () => {
    const decision = receive(authorizing(), authorized(), { source: 'webhook' });
    expect(effectsOf(decision)[0]).toMatchObject({ kind: 'sync', flow: 'authorize', reference: 'ref_1' });
    const answered = receive(paymentOf(decision), extended, { source: 'sync' }, at(5));
    expect(shownPayment(paymentOf(answered))).toMatchObject(shown(true, later(5).toISOString(), daysLater(30)));
  });

  it('leads to no question where it says more, where nobody wished, or once a call or a question was answered so', () => {
    expect(hearBy('webhook', usual)).toEqual(['answer']);
    expect(hearBy('webhook', authorized(), {})).toEqual(['answer']);
    expect(hearBy('call', authorized())).toEqual(['answer']);
    expect(hearBy('sync', authorized())).toEqual(['answer']);
  });
});

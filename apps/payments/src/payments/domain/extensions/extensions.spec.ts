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
} from '../../../../test/builders';
import { shownPayment, pendingReplyNamed } from '../../../../test/replies';
import { declined } from '../../../../test/outcomes';
import { syncPayment } from '../decide/sync-payment';
import { cancelPayment } from '../decide/cancel-payment';
import { capturePayment } from '../captures/capture-payment';
import { extendAuthorization } from './extend-authorization';
import type { Payment, PendingReply } from '../payment';

type Authorized = Extract<Outcome, { kind: 'authorized' }>;

const about = { merchantId, paymentId };
const at = (seconds: number, pendingReply: PendingReply | null = null) =>
  aContext({ now: later(seconds), pendingReply });
const caller = pendingReplyNamed('caller');
const daysLater = (days: number): string => later(days * 86_400).toISOString();
const authorized = (hold: Pick<Authorized, 'extended' | 'captureBefore'> = {}): Authorized => ({
  kind: 'authorized',
  reference: 'ref_1',
  money: eur('10.50'),
  ...hold,
});
const extended = authorized({ extended: true, captureBefore: daysLater(30) });
const usual = authorized({ extended: false, captureBefore: daysLater(7) });

const requested = { request_extended_authorization: true };
const authorizing = (details: PaymentFields['details'] = requested) =>
  aPayment.authorizing({ captureMethod: 'manual', details });
const authorizedPayment = (outcome: Outcome = extended, details?: PaymentFields['details']) =>
  paymentOf(receive(authorizing(details), outcome));
const capture = (payment: Payment) =>
  paymentOf(capturePayment(payment, { ...about, amountToCapture: null, details: {} }, at(3)));
const cancel = (payment: Payment) => paymentOf(cancelPayment(payment, { ...about, cancellationReason: null }, at(3)));
const extend = (payment: Payment) => paymentOf(extendAuthorization(payment, about, at(3)));
const sync = (payment: Payment) =>
  syncPayment(
    payment,
    { ...about, caller: { kind: 'merchant' }, expandAttempts: false, expandCaptures: false },
    at(3, caller),
  );

const shown = (applied: boolean | null, lastAppliedAt: string | null, captureBefore: string | null) => ({
  extended_authorization_applied: applied,
  extended_authorization_last_applied_at: lastAppliedAt,
  capture_before: captureBefore,
});
const granted = shown(true, later(1).toISOString(), daysLater(30));

describe('the request for an extended authorization', () => {
  it.each<[Partial<PaymentFields>, boolean]>([
    [{ captureMethod: 'manual', details: requested }, true],
    [{ captureMethod: 'manual', details: { request_extended_authorization: false } }, false],
    [{ captureMethod: 'manual', details: {} }, false],
    // An automatic capture has no authorization to extend.
    [{ captureMethod: 'automatic', details: requested }, false],
    [{ details: requested }, false],
  ])('of %j reaches the processor: %s', (fields, isSent) => {
    const [route] = effectsOf(create(cardFields(fields), true));
    expect(route).toMatchObject({ kind: 'route', operation: { extended: isSent } });
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

describe('an authorization’s terms', () => {
  it.each<[string, Payment, ReturnType<typeof shown>]>([
    ['extended, as requested', authorizedPayment(), granted],
    ['extended, without a request', authorizedPayment(extended, {}), granted],
    [
      'extended, without a time limit',
      authorizedPayment(authorized({ extended: true })),
      { ...granted, capture_before: null },
    ],
    ['not extended', authorizedPayment(usual), shown(false, null, daysLater(7))],
    ['not extended, without a request', authorizedPayment(usual, {}), shown(null, null, daysLater(7))],
    ['not reported', authorizedPayment(authorized()), shown(null, null, null)],
  ])('%s', (_, payment, fields) => {
    expect(shownPayment(payment)).toMatchObject({ status: 'requires_capture', ...fields });
  });

  it.each<[string, (payment: Payment) => Payment, Outcome, string]>([
    ['was captured', capture, { kind: 'captured', reference: 'ref_1', money: eur('10.50') }, 'succeeded'],
    ['was voided', cancel, { kind: 'voided', reference: 'ref_1' }, 'cancelled'],
  ])('are still shown once it %s', (_, end, outcome, status) => {
    expect(shownPayment(paymentOf(receive(end(authorizedPayment()), outcome)))).toMatchObject({ status, ...granted });
  });

  it('are replaced by a later granted extension only', () => {
    const until = daysLater(60);
    const later60 = receiveExtensionOutcome(extend(authorizedPayment()), {
      kind: 'extended',
      reference: 'ref_1',
      captureBefore: until,
    });
    expect(shownPayment(paymentOf(later60))).toMatchObject(shown(true, later(4).toISOString(), until));
    const withoutLimit = receiveExtensionOutcome(extend(authorizedPayment()), {
      kind: 'extended',
      reference: 'ref_1',
      captureBefore: null,
    });
    expect(shownPayment(paymentOf(withoutLimit))).toMatchObject(shown(true, later(4).toISOString(), null));
    expect(shownPayment(paymentOf(receiveExtensionOutcome(extend(authorizedPayment()), declined())))).toMatchObject(
      granted,
    );
    const never = receiveExtensionOutcome(extend(authorizedPayment(usual)), declined());
    expect(shownPayment(paymentOf(never))).toMatchObject(shown(false, null, daysLater(7)));
  });
});

describe('a later report of the terms', () => {
  const receiveSync = (payment: Payment, outcome: Outcome) =>
    receive(paymentOf(sync(payment)), outcome, { source: 'sync' }, at(5));

  it('is added, and answers the caller', () => {
    const decision = receiveSync(authorizedPayment(authorized()), extended);
    expect(effectsOf(decision)).toEqual([{ kind: 'reply', pendingReplies: [caller] }]);
    expect(paymentOf(decision).pendingReplies).toEqual([]);
    expect(shownPayment(paymentOf(decision))).toMatchObject({
      status: 'requires_capture',
      ...shown(true, later(5).toISOString(), daysLater(30)),
    });
  });

  it('changes nothing where it repeats or omits terms', () => {
    for (const outcome of [extended, authorized(), authorized({ captureBefore: daysLater(30) })]) {
      expect(receive(authorizedPayment(), outcome, { source: 'webhook' })).toEqual({ kind: 'unchanged', effects: [] });
      expect(shownPayment(paymentOf(receiveSync(authorizedPayment(), outcome)))).toMatchObject(granted);
    }
  });

  it('may allow increments', () => {
    const before = authorizedPayment(authorized(), { ...requested, request_incremental_authorization: true });
    expect(shownPayment(before)).toMatchObject({ incremental_authorization_allowed: false });
    const decision = receiveSync(before, { ...authorized(), incremental: true });
    expect(shownPayment(paymentOf(decision))).toMatchObject({ incremental_authorization_allowed: true });
  });

  it('may change the time limit', () => {
    const decision = receiveSync(authorizedPayment(), authorized({ extended: true, captureBefore: daysLater(31) }));
    expect(shownPayment(paymentOf(decision))).toMatchObject({ ...granted, capture_before: daysLater(31) });
  });

  it('is applied while a capture is under way', () => {
    const decision = receive(
      capture(authorizedPayment(authorized())),
      extended,
      { source: 'sync', flow: 'authorize' },
      at(5),
    );
    expect(shownPayment(paymentOf(decision))).toMatchObject({ capture_before: daysLater(30) });
  });
});

describe('a webhook that reports only the authorization', () => {
  const receiveBy = (source: 'webhook' | 'call' | 'sync', outcome: Outcome, details?: PaymentFields['details']) =>
    kindsOf(receive(authorizing(details), outcome, { source }));

  it('causes a sync at once where an extension is requested', () => {
    const decision = receive(authorizing(), authorized(), { source: 'webhook' });
    expect(effectsOf(decision)[0]).toMatchObject({ kind: 'sync', flow: 'authorize', reference: 'ref_1' });
    const answered = receive(paymentOf(decision), extended, { source: 'sync' }, at(5));
    expect(shownPayment(paymentOf(answered))).toMatchObject(shown(true, later(5).toISOString(), daysLater(30)));
  });

  it('causes no sync where it reports more, without a request, or after a call or a sync with the same report', () => {
    expect(receiveBy('webhook', usual)).toEqual(['reply']);
    expect(receiveBy('webhook', authorized(), {})).toEqual(['reply']);
    expect(receiveBy('call', authorized())).toEqual(['reply']);
    expect(receiveBy('sync', authorized())).toEqual(['reply']);
  });
});

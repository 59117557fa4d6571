import type { Outcome } from '@payorch/contracts';
import { minorUnits } from '@payorch/kernel';
import fc from 'fast-check';
import {
  aContext,
  aPayment,
  effectsOf,
  eur,
  receive,
  kindsOf,
  later,
  merchantId,
  paymentId,
  paymentOf,
} from '../../../../test/builders';
import { shownPayment } from '../../../../test/replies';
import { declined, unknown } from '../../../../test/outcomes';
import type { Payment } from '../payment';
import { activeAttempt } from '../payment';
import { statusOf } from '../payment.status';
import { syncOnSchedule, syncPayment } from '../decide/sync-payment';
import { cancelPayment } from '../decide/cancel-payment';
import { capturePayment } from '../captures/capture-payment';
import { incrementPayment } from './increment-payment';

const about = { merchantId, paymentId };
const at = (seconds: number) => aContext({ now: later(seconds) });
const increment = (payment: Payment | undefined, amount = 1550n) =>
  incrementPayment(payment, { ...about, amount: minorUnits(amount), reason: null }, at(2));
const capture = (payment: Payment, amount: bigint) =>
  capturePayment(payment, { ...about, amountToCapture: minorUnits(amount), details: {} }, at(4));
const authorized = (text: string): Outcome => ({ kind: 'authorized', reference: 'ref_1', money: eur(text) });
const absent: Outcome = { kind: 'absent' };
const notSent: Outcome = {
  kind: 'not_sent',
  error: { code: 'CONNECTION_REFUSED', message: 'no connection', reason: null },
  retry: 'another_account',
};

describe('an increment', () => {
  it('is sent to the account of the authorization, and synced later', () => {
    const decision = increment(aPayment.incrementable());
    expect(effectsOf(decision)).toMatchObject([
      { kind: 'increment', reference: 'ref_1', money: eur('15.50'), authorized: eur('10.50') },
      { kind: 'sync_later' },
    ]);
    expect(shownPayment(paymentOf(decision))).toMatchObject({
      status: 'processing',
      amount: 1050,
      amount_capturable: 1050,
      incremental_authorization_allowed: true,
      authorization_count: 1,
      incremental_authorizations: [
        { amount: 1550, status: 'processing', error_code: null, previously_authorized_amount: 1050 },
      ],
    });
  });

  it.each<[string, Payment | undefined, bigint, string]>([
    ['of no payment', undefined, 1550n, 'payment_not_found'],
    [
      'of a payment without the request for increments',
      aPayment.authorized(),
      1550n,
      'not allowed for incremental_authorization',
    ],
    ['while another is under way', aPayment.incrementing(), 1650n, 'has status processing'],
    ['once captured', aPayment.charged(), 1550n, 'has status succeeded'],
    ['before the confirmation', aPayment.unconfirmed(), 1550n, 'has status requires_confirmation'],
    ['to the same amount', aPayment.incrementable(), 1050n, 'Amount should be greater than original authorized amount'],
    ['to zero', aPayment.incrementable(), 0n, 'Amount should be greater than original authorized amount'],
  ])('is refused %s', (_, payment, amount, reason) => {
    const decision = increment(payment, amount);
    expect(decision.kind).toBe('refused');
    expect(JSON.stringify(decision)).toContain(reason);
  });

  it('is not allowed without the processor’s permission, whatever the request', () => {
    const requested = { captureMethod: 'manual', details: { request_incremental_authorization: true } } as const;
    const payment = paymentOf(receive(aPayment.authorizing(requested), authorized('10.50')));
    expect(shownPayment(payment)['incremental_authorization_allowed']).toBe(false);
    expect(increment(payment).kind).toBe('refused');
    expect(shownPayment(aPayment.authorizing(requested))['incremental_authorization_allowed']).toBeNull();
  });
});

describe('the outcome of an increment', () => {
  const declinedView = { error_code: 'DC_08', error_message: 'Payment declined: Card declined' };

  it.each<[string, Outcome, string, number, string, object]>([
    ['granted', authorized('15.50'), 'requires_capture', 1550, 'success', { error_code: null }],
    ['declined', declined(), 'requires_capture', 1050, 'failure', declinedView],
    ['not sent', notSent, 'requires_capture', 1050, 'failure', { error_code: 'CONNECTION_REFUSED' }],
    ['absent', absent, 'requires_capture', 1050, 'failure', { error_code: null }],
    ['unknown', unknown, 'processing', 1050, 'processing', { error_code: 'TIMEOUT' }],
    ['accepted', { kind: 'accepted', reference: 'ref_1' }, 'processing', 1050, 'processing', {}],
    ['mismatched', { kind: 'mismatched', reference: 'ref_1', money: eur('9') }, 'processing', 1050, 'unresolved', {}],
    ['the old amount', authorized('10.50'), 'processing', 1050, 'processing', {}],
    ['voided meanwhile', { kind: 'voided', reference: 'ref_1' }, 'cancelled', 0, 'unresolved', {}],
  ])('%s', (_, outcome, status, capturable, entry, error) => {
    const shown = shownPayment(paymentOf(receive(aPayment.incrementing(), outcome)));
    expect(shown).toMatchObject({
      status,
      amount: status === 'requires_capture' ? capturable : 1050,
      amount_capturable: capturable,
      error_code: null,
      incremental_authorizations: [{ amount: 1550, status: entry, previously_authorized_amount: 1050, ...error }],
    });
  });

  it('is synced until its outcome is known, and blocks other operations meanwhile', () => {
    const payment = paymentOf(receive(aPayment.incrementing(), unknown));
    const synced = syncOnSchedule(payment, { attemptId: activeAttempt(payment).id }, at(9));
    expect(effectsOf(synced)).toMatchObject([{ kind: 'sync', flow: 'increment', money: eur('15.50') }, {}]);
    expect(capture(payment, 1000n).kind).toBe('refused');
    expect(cancelPayment(payment, { ...about, cancellationReason: null }, at(4)).kind).toBe('refused');
    expect(kindsOf(receive(paymentOf(synced), authorized('15.50'), { source: 'sync' }))).toContain('cancel_sync');
  });

  it('is not read from an outcome of the earlier authorization, unless that reports the new amount', () => {
    const payment = aPayment.incrementing();
    const first = { flow: 'authorize', operationId: 'op_first' as never } as const;
    expect(receive(payment, declined(), first).kind).toBe('unchanged');
    expect(receive(payment, absent, first).kind).toBe('unchanged');
    expect(receive(payment, authorized('10.50'), { ...first, source: 'webhook' }).kind).toBe('unchanged');
    expect(statusOf(paymentOf(receive(payment, authorized('15.50'), first)))).toBe('requires_capture');
    expect(receive(payment, authorized('15.50'), { operationId: 'op_other' as never }).kind).toBe('unchanged');
  });
});

describe('an incremented authorization', () => {
  const incremented = () => paymentOf(receive(aPayment.incrementing(), authorized('15.50')));

  it('may be captured up to the new amount, and no further', () => {
    expect(capture(incremented(), 1551n)).toMatchObject({ code: 'invalid_request' });
    const sent = paymentOf(capture(incremented(), 1550n));
    const charged = paymentOf(receive(sent, { kind: 'captured', reference: 'ref_1', money: eur('15.50') }));
    expect(shownPayment(charged)).toMatchObject({ status: 'succeeded', amount_received: 1550, amount_capturable: 0 });
  });

  it('may be incremented again', () => {
    expect(increment(incremented(), 1550n).kind).toBe('refused');
    const again = paymentOf(increment(incremented(), 1600n));
    expect(shownPayment(again)).toMatchObject({
      authorization_count: 2,
      incremental_authorizations: [{}, { previously_authorized_amount: 1550 }],
    });
  });

  it('is synced as its last increment', () => {
    const decision = syncPayment(
      incremented(),
      { ...about, caller: { kind: 'merchant' }, expandAttempts: false, expandCaptures: false },
      at(9),
    );
    expect(effectsOf(decision)).toMatchObject([{ kind: 'sync', flow: 'increment', money: eur('15.50') }]);
  });

  it('never exceeds the amount that the processor reports, whatever the order of outcomes', () => {
    const outcome = fc.constantFrom<Outcome>(
      authorized('15.50'),
      authorized('10.50'),
      declined(),
      notSent,
      absent,
      unknown,
    );
    fc.assert(
      fc.property(fc.array(outcome, { maxLength: 6 }), (outcomes) => {
        let payment = aPayment.incrementing();
        let granted = false;
        for (const one of outcomes) {
          granted ||=
            payment.attempts[0]!.state === 'increment_initiated' && 'money' in one && one.money.amount === 1550n;
          const decision = receive(payment, one);
          if (decision.kind === 'decided') payment = decision.payment;
        }
        expect(Number(payment.amountCapturable)).toBe(granted ? 1550 : 1050);
      }),
    );
  });
});

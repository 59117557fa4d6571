import type { Outcome } from '@payorch/contracts';
import type { OperationId } from '@payorch/kernel';
import fc from 'fast-check';
import {
  aContext,
  aPayment,
  effectsOf,
  eur,
  receive,
  receiveVoidOutcome,
  kindsOf,
  later,
  merchantId,
  paymentId,
  paymentOf,
  voidOf,
} from '../../../../test/builders';
import { shownPayment, pendingReplyNamed } from '../../../../test/replies';
import { declined, unknown } from '../../../../test/outcomes';
import type { Payment, PendingReply } from '../payment';
import { activeAttempt } from '../payment';
import { statusOf } from '../payment.status';
import { voidRefused, voidReserved } from './void-reservation';
import { syncOnSchedule } from '../decide/sync-payment';
import { cancelPostCapture, syncPostCaptureVoid } from './cancel-post-capture';
import { refundPayment } from '../decide/refund-payment';

const about = { merchantId, paymentId };
const pendingReply = pendingReplyNamed('r1');
const at = (seconds: number, pendingReply: PendingReply | null = null) =>
  aContext({ now: later(seconds), pendingReply });
const requestVoid = (payment: Payment | undefined, pendingReply: PendingReply | null = null) =>
  cancelPostCapture(payment, { ...about, cancellationReason: 'duplicate' }, at(2, pendingReply));
const sync = (payment: Payment | undefined) => syncPostCaptureVoid(payment, about, at(9));
const reservationOf = (payment: Payment, operationId = voidOf(payment).operation) => ({ ...about, operationId });
const voided: Outcome = { kind: 'voided', reference: 'void_1' };
const accepted: Outcome = { kind: 'accepted', reference: 'void_1' };
const absent: Outcome = { kind: 'absent' };
const notSent = (code: string): Outcome => ({
  kind: 'not_sent',
  error: { code, message: 'nothing was sent', reason: null },
  retry: 'never',
});
const shown = (status: string, more: object = {}) => ({
  total_refunded_amount: null,
  total_disputed_amount: null,
  post_capture_void: {
    status,
    connector_reference_id: null,
    description: null,
    updated_at: expect.any(String),
    ...more,
  },
});

describe('a post-capture void', () => {
  it('first reserves the charge at the refunds service, and sends nothing to the processor', () => {
    const decision = requestVoid(aPayment.charged(), pendingReply);
    expect(effectsOf(decision)).toMatchObject([
      { kind: 'reserve_void', charged: eur('10.50') },
      { kind: 'sync_later' },
    ]);
    const payment = paymentOf(decision);
    expect(shownPayment(payment)).toMatchObject({
      status: 'succeeded',
      amount_received: 1050,
      state_metadata: shown('pending'),
    });
    expect(payment.pendingReplies).toEqual([pendingReply]);
  });

  it('is sent to the processor once', () => {
    const payment = aPayment.voidRequested();
    const decision = voidReserved(payment, reservationOf(payment), at(3));
    expect(effectsOf(decision)).toMatchObject([
      { kind: 'post_capture_void', reference: 'ref_1', charged: eur('10.50'), reason: 'duplicate' },
      { kind: 'sync_later' },
    ]);
    expect(voidReserved(paymentOf(decision), reservationOf(payment), at(4))).toEqual({
      kind: 'unchanged',
      effects: [],
    });
  });

  it('is refused after a refund, and does not change the payment', () => {
    const payment = paymentOf(requestVoid(aPayment.charged(), pendingReply));
    const decision = voidRefused(payment, reservationOf(payment), at(3));
    expect(effectsOf(decision)).toMatchObject([
      { kind: 'cancel_sync' },
      {
        kind: 'refuse',
        pendingReplies: [pendingReply],
        refusal: {
          code: 'precondition_failed',
          details: { message: 'Post-capture void cannot be performed after a refund has been issued' },
        },
      },
    ]);
    const { modified_at: _, updated: __, ...after } = shownPayment(paymentOf(decision));
    expect(shownPayment(aPayment.charged())).toMatchObject(after);
    expect(voidRefused(paymentOf(decision), reservationOf(payment), at(4)).kind).toBe('unchanged');
    expect(requestVoid(paymentOf(decision)).kind).toBe('decided');
  });

  it('of a partial capture voids that part', () => {
    const partly = paymentOf(
      receive(aPayment.capturing(600n), { kind: 'captured', reference: 'ref_1', money: eur('6.00') }),
    );
    const payment = aPayment.voidPending(aPayment.voidRequested(partly));
    expect([statusOf(payment), statusOf(paymentOf(receiveVoidOutcome(payment, voided)))]).toEqual([
      'partially_captured',
      'cancelled_post_capture',
    ]);
  });

  it('is synced, not repeated, while one is under way', () => {
    for (const [payment, kind] of [
      [aPayment.voidRequested(), 'reserve_void'],
      [aPayment.voidPending(), 'sync'],
    ] as const) {
      const again = requestVoid(payment, pendingReply);
      expect(kindsOf(again)).toEqual([kind]);
      expect(paymentOf(again)).toMatchObject({
        pendingReplies: [pendingReply],
        postCaptureVoids: payment.postCaptureVoids,
      });
    }
  });

  it('that has ended or is unknown releases its reservation', () => {
    const failed = paymentOf(receiveVoidOutcome(aPayment.voidPending(), declined()));
    const release = (operation: string) => ({ kind: 'unchanged', effects: [{ kind: 'release_void', operation }] });
    const { operation } = voidOf(failed);
    expect(voidReserved(failed, reservationOf(failed), at(5))).toEqual(release(operation));
    const unknownId = 'op_unknown' as OperationId;
    expect(voidReserved(aPayment.charged(), { ...about, operationId: unknownId }, at(5))).toEqual(release(unknownId));
  });
});

describe('the outcome of a post-capture void', () => {
  const refused = { code: 'DC_08', message: 'Payment declined: Card declined' };

  it.each<[string, Outcome, string, object, string[]]>([
    [
      'done',
      voided,
      'cancelled_post_capture',
      shown('succeeded', { connector_reference_id: 'void_1' }),
      ['cancel_sync'],
    ],
    ['accepted', accepted, 'succeeded', shown('pending', { connector_reference_id: 'void_1' }), ['sync_later']],
    ['unknown', unknown, 'succeeded', shown('pending', { description: 'no answer in time' }), ['sync_later']],
    [
      'declined',
      declined(),
      'succeeded',
      shown('failed', { connector_reference_id: 'ref_1', description: refused.message }),
      ['cancel_sync', 'release_void'],
    ],
    [
      'never sent',
      notSent('CONNECTION_REFUSED'),
      'succeeded',
      shown('failed', { description: 'nothing was sent' }),
      ['cancel_sync', 'release_void'],
    ],
    [
      'unknown to them',
      absent,
      'succeeded',
      shown('failed', { description: expect.any(String) }),
      ['cancel_sync', 'release_void'],
    ],
  ])('%s', (_, outcome, status, metadata, kinds) => {
    const payment = { ...aPayment.voidPending(), pendingReplies: [pendingReply] };
    const decision = receiveVoidOutcome(payment, outcome);
    expect(kindsOf(decision)).toEqual([...kinds, 'reply']);
    expect(shownPayment(paymentOf(decision))).toMatchObject({
      status,
      amount_received: 1050,
      amount_capturable: 0,
      error_code: null,
      cancellation_reason: 'duplicate',
      state_metadata: metadata,
    });
  });

  it('`not_supported` refuses the caller, as if no void was requested', () => {
    const payment = { ...aPayment.voidPending(), pendingReplies: [pendingReply] };
    const decision = receiveVoidOutcome(payment, notSent('FLOW_NOT_SUPPORTED'));
    expect(effectsOf(decision)).toMatchObject([
      { kind: 'cancel_sync' },
      { kind: 'release_void' },
      {
        kind: 'refuse',
        pendingReplies: [pendingReply],
        refusal: { code: 'flow_not_supported', details: { flow: 'cancel_post_capture', connector: 'stripe_test' } },
      },
    ]);
    expect(shownPayment(paymentOf(decision))).toMatchObject({
      status: 'succeeded',
      cancellation_reason: null,
      state_metadata: null,
    });
  });

  it('is synced until it is known', () => {
    const payment = paymentOf(receiveVoidOutcome(aPayment.voidPending(), unknown));
    const synced = syncOnSchedule(payment, { attemptId: activeAttempt(payment).id }, at(9));
    expect(effectsOf(synced)).toMatchObject([
      { kind: 'sync', flow: 'post_capture_void', operation: { id: voidOf(payment).operation }, money: eur('10.50') },
      { kind: 'sync_later' },
    ]);
    expect(kindsOf(receiveVoidOutcome(paymentOf(synced), unknown, { source: 'sync' }))).toEqual(['reply']);
    const known = paymentOf(receiveVoidOutcome(paymentOf(synced), voided, { source: 'sync' }));
    expect(statusOf(known)).toBe('cancelled_post_capture');
    expect(syncOnSchedule(known, { attemptId: activeAttempt(known).id }, at(10)).kind).toBe('unchanged');
  });

  it('awaits a reservation, whose request is repeated', () => {
    const payment = aPayment.voidRequested();
    const synced = syncOnSchedule(payment, { attemptId: activeAttempt(payment).id }, at(300));
    expect(kindsOf(synced)).toEqual(['reserve_void', 'sync_later']);
  });

  it('opens an incident where the void succeeds after its failure', () => {
    const failed = paymentOf(receiveVoidOutcome(aPayment.voidPending(), declined()));
    const late = receiveVoidOutcome(failed, voided, { source: 'webhook' });
    expect([statusOf(paymentOf(late)), effectsOf(late)]).toMatchObject([
      'succeeded',
      [{ kind: 'incident', incident: 'late_success' }],
    ]);
  });

  it('opens an incident where the charge has changed meanwhile', () => {
    const pending = aPayment.voidPending();
    const elsewhere = { ...pending, attempts: pending.attempts.map((attempt) => ({ ...attempt, state: 'failure' })) };
    const decision = receiveVoidOutcome(elsewhere as Payment, voided);
    expect(effectsOf(decision)).toMatchObject([{ kind: 'incident', incident: 'late_success' }]);
  });

  it('may be a failure, after which a void may be requested again', () => {
    const failed = paymentOf(receiveVoidOutcome(aPayment.voidPending(), declined()));
    const again = paymentOf(requestVoid(failed));
    expect(voidOf(again)).not.toEqual(voidOf(failed));
    expect(shownPayment(again)['state_metadata']).toEqual(shown('pending'));
  });

  it('is the same for any order of results, and the void is sent once', () => {
    const outcomes = [voided, accepted, unknown, declined(), absent, notSent('CONNECTION_REFUSED')];
    const sources = ['call', 'sync', 'webhook'] as const;
    const result = fc.record({
      outcome: fc.constantFrom(...outcomes),
      source: fc.constantFrom(...sources),
      again: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(result, { maxLength: 8 }), (results) => {
        let payment = aPayment.voidRequested();
        let sent = 0;
        const ends: string[] = [];
        const take = (decision: ReturnType<typeof requestVoid>) => {
          sent +=
            decision.kind === 'refused' ? 0 : kindsOf(decision).filter((kind) => kind === 'post_capture_void').length;
          if (decision.kind === 'decided') payment = decision.payment;
        };
        take(voidReserved(payment, reservationOf(payment), at(3)));
        for (const { outcome, source, again } of results) {
          if (again) take(voidReserved(payment, reservationOf(payment), at(4)));
          take(receiveVoidOutcome(payment, outcome, { source }));
          const { state } = voidOf(payment);
          if (state !== 'pending') ends.push(state);
        }
        expect([sent, new Set(ends).size <= 1]).toEqual([1, true]);
        expect(statusOf(payment)).toBe(ends.includes('succeeded') ? 'cancelled_post_capture' : 'succeeded');
      }),
    );
  });
});

describe('a sync of a post-capture void', () => {
  const never = 'Post-capture sync is allowed only after a post-capture void has been initiated';

  it.each<[string, Payment | undefined, string]>([
    ['of no payment', undefined, 'payment_not_found'],
    ['of a payment without one', aPayment.charged(), never],
    [
      'of one that a refund forestalled',
      paymentOf(voidRefused(aPayment.voidRequested(), reservationOf(aPayment.voidRequested()), at(3))),
      never,
    ],
    [
      'before the capture',
      aPayment.authorized(),
      'You cannot cancel_post_capture this payment because it has status requires_capture',
    ],
    [
      'once it is done',
      paymentOf(receiveVoidOutcome(aPayment.voidPending(), voided)),
      'You cannot cancel_post_capture this payment because it has status cancelled_post_capture',
    ],
  ])('is refused %s', (_, payment, reason) => {
    const decision = sync(payment);
    expect([decision.kind, JSON.stringify(decision)]).toEqual(['refused', expect.stringContaining(reason)]);
  });

  it('is sent while the void is open, and else answered at once', () => {
    expect(kindsOf(sync(aPayment.voidPending()))).toEqual(['sync']);
    expect(kindsOf(sync(paymentOf(receiveVoidOutcome(aPayment.voidPending(), declined()))))).toEqual(['reply']);
  });
});

describe('a refund', () => {
  const command = {
    ...about,
    refundId: 'ref_1',
    amount: null,
    reason: null,
    refundType: 'instant',
    metadata: null,
    splitRefunds: null,
  };

  it('is forwarded while a void is under way, and refused for its status afterwards', () => {
    const refund = (payment: Payment) => refundPayment(payment, command as never);
    expect(refund(aPayment.voidPending())).toMatchObject({ charged: eur('10.50') });
    expect(refund(paymentOf(receiveVoidOutcome(aPayment.voidPending(), voided)))).toMatchObject({
      code: 'wrong_payment_state',
      details: { value: 'cancelled_post_capture' },
    });
  });
});

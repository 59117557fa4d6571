import type { Outcome } from '@payorch/contracts';
import { isFinal, statesOf } from '@payorch/kernel';
import fc from 'fast-check';
import {
  aContext,
  aPayment,
  aProfile,
  effectsOf,
  eur,
  receive,
  kindsOf,
  later,
  paymentOf,
  secondAccount,
} from '../../../../test/builders';
import { declined, unknown } from '../../../../test/outcomes';
import { attemptMachine } from '../attempts/attempt.machine';
import { activeAttempt } from '../payment';
import { statusOf } from '../payment.status';

const charged = (text: string): Outcome => ({ kind: 'captured', reference: 'ref_1', money: eur(text) });
const authorized = (text: string): Outcome => ({ kind: 'authorized', reference: 'ref_1', money: eur(text) });
const accepted: Outcome = { kind: 'accepted', reference: 'ref_1' };
const challenged: Outcome = {
  kind: 'challenged',
  reference: 'ref_1',
  challenge: { url: 'u', method: 'GET', fields: {} },
};
const notSent: Outcome = {
  kind: 'not_sent',
  error: { code: 'CONNECTION_REFUSED', message: 'no connection', reason: null },
  retry: 'another_account',
};

describe('the outcome of an authorization', () => {
  it.each<[string, Outcome, string, number, number | null]>([
    ['charged', charged('10.50'), 'succeeded', 0, 1050],
    ['authorized', authorized('10.50'), 'requires_capture', 1050, null],
    ['declined', declined(), 'failed', 0, null],
    ['not sent', notSent, 'failed', 0, null],
    ['accepted', { kind: 'accepted', reference: 'ref_1' }, 'processing', 1050, null],
    ['unknown', unknown, 'processing', 1050, null],
    ['mismatched', { kind: 'mismatched', reference: 'ref_1', money: eur('9.00') }, 'processing', 1050, null],
    ['absent', { kind: 'absent' }, 'failed', 0, null],
    [
      'to be authenticated',
      { kind: 'challenged', reference: 'ref_1', challenge: { url: 'u', method: 'GET', fields: {} } },
      'requires_customer_action',
      1050,
      null,
    ],
  ])('%s', (_name, outcome, status, capturable, received) => {
    const payment = paymentOf(receive(aPayment.authorizing(), outcome));
    expect(statusOf(payment)).toBe(status);
    expect(Number(payment.amountCapturable)).toBe(capturable);
    expect(payment.amountReceived === null ? null : Number(payment.amountReceived)).toBe(received);
  });

  it('plans a sync while open, and cancels it at the end', () => {
    const open = receive(aPayment.authorizing(), unknown);
    expect(effectsOf(open)).toContainEqual({ kind: 'sync_later', attemptId: 'pay_1_1', delayMs: 2000 });
    const closed = receive(paymentOf(open), charged('10.50'), { source: 'sync' });
    expect(kindsOf(closed)).toContain('cancel_sync');
  });

  it('gives the customer time at the bank, and syncs sooner once the processor has the payment', () => {
    const asking = receive(aPayment.authorizing(), challenged);
    expect(effectsOf(asking)).toContainEqual({ kind: 'sync_later', attemptId: 'pay_1_1', delayMs: 900_000 });
    const still = receive(paymentOf(asking), challenged, { source: 'sync' });
    expect(kindsOf(still)).not.toContain('sync_later');
    for (const source of ['sync', 'webhook'] as const) {
      const taken = receive(paymentOf(asking), accepted, { source });
      expect(statusOf(paymentOf(taken))).toBe('requires_customer_action');
      expect(effectsOf(taken)).toContainEqual({ kind: 'sync_later', attemptId: 'pay_1_1', delayMs: 2000 });
    }
  });

  it('is believed with a different amount only the second time, and then opens an incident', () => {
    const once = paymentOf(receive(aPayment.authorizing(), { kind: 'mismatched', reference: 'r', money: eur('9.00') }));
    const twice = receive(once, { kind: 'mismatched', reference: 'r', money: eur('9.00') }, { source: 'sync' });
    expect(statusOf(paymentOf(twice))).toBe('conflicted');
    expect(effectsOf(twice)).toContainEqual({ kind: 'incident', attemptId: 'pay_1_1', incident: 'amounts_differ' });
  });

  it('with a different amount from a webhook is verified by a sync', () => {
    const mismatched: Outcome = { kind: 'mismatched', reference: 'r', money: eur('9.00') };
    const decision = receive(paymentOf(receive(aPayment.authorizing(), unknown)), mismatched, { source: 'webhook' });
    expect(statusOf(paymentOf(decision))).toBe('processing');
    expect(effectsOf(decision)).toMatchObject([{ kind: 'sync', flow: 'authorize' }]);
    expect(receive(aPayment.charged(), mismatched, { source: 'webhook', flow: 'authorize' }).kind).toBe('unchanged');
  });

  it('answers pending replies once', () => {
    const pendingReply = {
      replyTopic: 't',
      replyCorrelationId: 'c',
      correlationId: 'c',
      traceparent: '',
      view: { kind: 'return' as const },
    };
    const payment = { ...aPayment.authorizing(), pendingReplies: [pendingReply] };
    const decision = receive(payment, charged('10.50'));
    expect(effectsOf(decision)).toContainEqual({ kind: 'reply', pendingReplies: [pendingReply] });
    expect(paymentOf(decision).pendingReplies).toEqual([]);
  });
});

describe('the next account', () => {
  const withFallback = { fallbacks: [secondAccount] };
  const retrying = aContext({ now: later(1), profile: { ...aProfile, autoRetries: true, maxAutoRetries: 1 } });

  it('is tried after `not_sent`', () => {
    const decision = receive(aPayment.authorizing(), notSent, withFallback);
    expect(effectsOf(decision)).toMatchObject([{ kind: 'authorize', account: secondAccount, fallbacks: [] }]);
    expect(paymentOf(decision).attempts.map(({ id, state }) => [id, state])).toEqual([
      ['pay_1_1', 'failure'],
      ['pay_1_2', 'authorizing'],
    ]);
  });

  it('is tried after a decline that allows it, where the profile has retries', () => {
    expect(kindsOf(receive(aPayment.authorizing(), declined('another_account'), withFallback, retrying))).toContain(
      'authorize',
    );
  });

  it.each<[string, Outcome, ReturnType<typeof aContext>]>([
    ['an unknown outcome', unknown, retrying],
    ['`accepted`', { kind: 'accepted', reference: null }, retrying],
    ['a final decline', declined('never'), retrying],
    ['a decline where the profile has no retries', declined('another_account'), aContext({ now: later(1) })],
  ])('is never tried after %s', (_name, outcome, context) => {
    expect(kindsOf(receive(aPayment.authorizing(), outcome, withFallback, context))).not.toContain('authorize');
  });

  it('ends with the number of retries', () => {
    const second = paymentOf(
      receive(
        aPayment.authorizing(),
        declined('another_account'),
        { fallbacks: [secondAccount, secondAccount] },
        retrying,
      ),
    );
    const third = receive(second, declined('another_account'), {}, retrying);
    expect(kindsOf(third)).not.toContain('authorize');
    expect(statusOf(paymentOf(third))).toBe('failed');
  });
});

describe('the outcome of a capture', () => {
  it.each<[string, bigint | undefined, Outcome, string, number, number | null]>([
    ['a full charge', undefined, charged('10.50'), 'succeeded', 0, 1050],
    ['a partial charge', 600n, charged('6.00'), 'partially_captured', 0, 600],
    ['unknown', undefined, unknown, 'processing', 1050, null],
    ['declined', undefined, declined(), 'failed', 0, null],
    ['not sent: the capture can be requested again', undefined, notSent, 'requires_capture', 1050, null],
    ['absent: the capture can be requested again', undefined, { kind: 'absent' }, 'requires_capture', 1050, null],
  ])('%s', (_name, amount, outcome, status, capturable, received) => {
    const payment = paymentOf(receive(aPayment.capturing(amount), outcome));
    expect(statusOf(payment)).toBe(status);
    expect(Number(payment.amountCapturable)).toBe(capturable);
    expect(payment.amountReceived === null ? null : Number(payment.amountReceived)).toBe(received);
  });

  it('is not read from a late outcome of the authorization: the caller still waits', () => {
    const first = { operationId: 'op_first' as never, flow: 'authorize', source: 'webhook' } as const;
    expect(receive(aPayment.capturing(), authorized('10.50'), first).kind).toBe('unchanged');
    expect(statusOf(paymentOf(receive(aPayment.capturing(), { kind: 'voided', reference: 'ref_1' }, first)))).toBe(
      'cancelled',
    );
  });

  it('is not read from an outcome of an earlier capture', () => {
    const payment = aPayment.capturing();
    expect(receive(payment, charged('10.50'), { operationId: 'op_other' as never }).kind).toBe('unchanged');
  });
});

describe('a late outcome', () => {
  it('changes nothing about a payment that is charged', () => {
    expect(receive(aPayment.charged(), declined(), { flow: 'authorize' }).kind).toBe('unchanged');
    expect(receive(aPayment.charged(), charged('10.50'), { flow: 'authorize' }).kind).toBe('unchanged');
  });

  it('`authorized` is voided, and opens an incident', () => {
    const decision = receive(aPayment.declined(), authorized('10.50'), { flow: 'authorize' });
    expect(statusOf(paymentOf(decision))).toBe('failed');
    expect(kindsOf(decision)).toEqual(['incident', 'void']);
  });

  it.each([
    ['declined', aPayment.declined()],
    [
      'voided',
      paymentOf(receive(aPayment.authorized(), { kind: 'voided', reference: 'ref_1' }, { flow: 'authorize' })),
    ],
    ['not captured', paymentOf(receive(aPayment.capturing(), declined()))],
  ])('`captured` of a payment that was %s opens an incident', (_name, payment) => {
    const decision = receive(payment, charged('10.50'), { flow: 'authorize' });
    expect(effectsOf(decision)).toEqual([{ kind: 'incident', attemptId: 'pay_1_1', incident: 'late_success' }]);
  });

  it('`authorized` of a voided payment is stale', () => {
    const voided = paymentOf(
      receive(aPayment.authorized(), { kind: 'voided', reference: 'ref_1' }, { flow: 'authorize' }),
    );
    expect(receive(voided, authorized('10.50'), { flow: 'authorize' }).kind).toBe('unchanged');
  });
});

describe('any order of any outcomes', () => {
  const anyOutcome: fc.Arbitrary<Outcome> = fc.constantFrom(
    charged('10.50'),
    authorized('10.50'),
    declined(),
    notSent,
    unknown,
    { kind: 'accepted', reference: 'ref_1' } as const,
    { kind: 'voided', reference: 'ref_1' } as const,
    { kind: 'absent' } as const,
  );

  it('never leaves a final state, and never charges more than requested', () => {
    fc.assert(
      fc.property(fc.array(anyOutcome, { maxLength: 12 }), (outcomes) => {
        let payment = aPayment.authorizing();
        for (const outcome of outcomes) {
          const before = activeAttempt(payment);
          const decision = receive(payment, outcome, { flow: 'authorize' });
          if (decision.kind === 'decided') payment = decision.payment;
          const after = activeAttempt(payment);
          if (isFinal(attemptMachine, before.state)) expect(after.state).toBe(before.state);
          expect(statesOf(attemptMachine)).toContain(after.state);
          expect((payment.amountReceived ?? 0n) <= payment.money.amount).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  /** M5: what one payment's processor says, in any order and any number of times, comes to one end. */
  it.each<[string, Outcome[], string]>([
    ['a charge', [unknown, accepted, challenged, charged('10.50')], 'succeeded'],
    ['a decline', [unknown, accepted, challenged, declined()], 'failed'],
    ['an authorization captured elsewhere', [unknown, accepted, authorized('10.50'), charged('10.50')], 'succeeded'],
    ['a voided authorization', [unknown, authorized('10.50'), { kind: 'voided', reference: 'ref_1' }], 'cancelled'],
  ])('leads to one final state: %s', (_name, truth, end) => {
    const reported = fc.shuffledSubarray([...truth, ...truth, ...truth], {
      minLength: 3 * truth.length,
      maxLength: 3 * truth.length,
    });
    fc.assert(
      fc.property(reported, (outcomes) => {
        let payment = aPayment.authorizing();
        for (const outcome of outcomes) {
          const decision = receive(payment, outcome, { flow: 'authorize' });
          if (decision.kind === 'decided') payment = decision.payment;
        }
        expect(statusOf(payment)).toBe(end);
      }),
      { numRuns: 2_500, seed: 20_260_105 },
    );
  });
});

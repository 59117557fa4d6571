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
} from '../../../test/builders';
import { declined, unknown } from '../../../test/outcomes';
import { attemptMachine } from '../attempt.machine';
import { activeAttempt } from '../payment';
import { statusOf } from '../payment.status';

const charged = (text: string): Outcome => ({ kind: 'captured', reference: 'ref_1', money: eur(text) });
const held = (text: string): Outcome => ({ kind: 'authorized', reference: 'ref_1', money: eur(text) });
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

describe('what a processor says of an authorization', () => {
  it.each<[string, Outcome, string, number, number | null]>([
    ['charged', charged('10.50'), 'succeeded', 0, 1050],
    ['held', held('10.50'), 'requires_capture', 1050, null],
    ['declined', declined(), 'failed', 0, null],
    ['never sent', notSent, 'failed', 0, null],
    ['taken, to be told later', { kind: 'accepted', reference: 'ref_1' }, 'processing', 1050, null],
    ['silent', unknown, 'processing', 1050, null],
    ['another sum', { kind: 'mismatched', reference: 'ref_1', money: eur('9.00') }, 'processing', 1050, null],
    ['unknown to them', { kind: 'absent' }, 'failed', 0, null],
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

  it('asks later where the outcome is open, and stops asking once it is not', () => {
    const open = receive(aPayment.authorizing(), unknown);
    expect(effectsOf(open)).toContainEqual({ kind: 'sync_later', attemptId: 'pay_1_1', delayMs: 2000 });
    const closed = receive(paymentOf(open), charged('10.50'), { source: 'sync' });
    expect(kindsOf(closed)).toContain('cancel_sync');
  });

  it('gives the customer time at the bank, and asks sooner once the processor has it', () => {
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

  it('takes another sum for the truth only when the processor says so twice, and then tells a person', () => {
    const once = paymentOf(receive(aPayment.authorizing(), { kind: 'mismatched', reference: 'r', money: eur('9.00') }));
    const twice = receive(once, { kind: 'mismatched', reference: 'r', money: eur('9.00') }, { source: 'sync' });
    expect(statusOf(paymentOf(twice))).toBe('conflicted');
    expect(effectsOf(twice)).toContainEqual({ kind: 'incident', attemptId: 'pay_1_1', incident: 'sums_differ' });
  });

  it('asks where a webhook tells of another sum, and believes it of nobody but the processor itself', () => {
    const mismatched: Outcome = { kind: 'mismatched', reference: 'r', money: eur('9.00') };
    const told = receive(paymentOf(receive(aPayment.authorizing(), unknown)), mismatched, { source: 'webhook' });
    expect(statusOf(paymentOf(told))).toBe('processing');
    expect(effectsOf(told)).toMatchObject([{ kind: 'sync', flow: 'authorize' }]);
    expect(receive(aPayment.charged(), mismatched, { source: 'webhook', flow: 'authorize' }).kind).toBe('unchanged');
  });

  it('answers whoever waited, once', () => {
    const pendingReply = {
      replyTopic: 't',
      replyCorrelationId: 'c',
      correlationId: 'c',
      traceparent: '',
      view: { kind: 'return' as const },
    };
    const waiting = { ...aPayment.authorizing(), pendingReplies: [pendingReply] };
    const decision = receive(waiting, charged('10.50'));
    expect(effectsOf(decision)).toContainEqual({ kind: 'answer', pendingReplies: [pendingReply] });
    expect(paymentOf(decision).pendingReplies).toEqual([]);
  });
});

describe('the next account', () => {
  const withFallback = { fallbacks: [secondAccount] };
  const retrying = aContext({ now: later(1), profile: { ...aProfile, autoRetries: true, maxAutoRetries: 1 } });

  it('is tried after a call that never left us', () => {
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
    ['an unknown', unknown, retrying],
    ['an answer to come', { kind: 'accepted', reference: null }, retrying],
    ['a decline for good', declined('never'), retrying],
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

describe('what a processor says of a capture', () => {
  it.each<[string, bigint | undefined, Outcome, string, number, number | null]>([
    ['all of it', undefined, charged('10.50'), 'succeeded', 0, 1050],
    ['a part', 600n, charged('6.00'), 'partially_captured', 0, 600],
    ['nobody knows', undefined, unknown, 'processing', 1050, null],
    ['refused', undefined, declined(), 'failed', 0, null],
    ['never sent: it can be asked for again', undefined, notSent, 'requires_capture', 1050, null],
    ['never heard of: it can be asked for again', undefined, { kind: 'absent' }, 'requires_capture', 1050, null],
  ])('%s', (_name, amount, outcome, status, capturable, received) => {
    const payment = paymentOf(receive(aPayment.capturing(amount), outcome));
    expect(statusOf(payment)).toBe(status);
    expect(Number(payment.amountCapturable)).toBe(capturable);
    expect(payment.amountReceived === null ? null : Number(payment.amountReceived)).toBe(received);
  });

  it('is not read from late news of the authorization: whoever waits for the capture waits on', () => {
    const first = { operationId: 'op_first' as never, flow: 'authorize', source: 'webhook' } as const;
    expect(receive(aPayment.capturing(), held('10.50'), first).kind).toBe('unchanged');
    expect(statusOf(paymentOf(receive(aPayment.capturing(), { kind: 'voided', reference: 'ref_1' }, first)))).toBe(
      'cancelled',
    );
  });

  it('is not read from an answer about an earlier capture', () => {
    const payment = aPayment.capturing();
    expect(receive(payment, charged('10.50'), { operationId: 'op_other' as never }).kind).toBe('unchanged');
  });
});

describe('news that comes too late', () => {
  it('changes nothing about a payment that is charged', () => {
    expect(receive(aPayment.charged(), declined(), { flow: 'authorize' }).kind).toBe('unchanged');
    expect(receive(aPayment.charged(), charged('10.50'), { flow: 'authorize' }).kind).toBe('unchanged');
  });

  it('lets go what turns out to be held after all, and tells a person', () => {
    const decision = receive(aPayment.declined(), held('10.50'), { flow: 'authorize' });
    expect(statusOf(paymentOf(decision))).toBe('failed');
    expect(kindsOf(decision)).toEqual(['incident', 'void']);
  });

  it.each([
    ['declined', aPayment.declined()],
    [
      'let go',
      paymentOf(receive(aPayment.authorized(), { kind: 'voided', reference: 'ref_1' }, { flow: 'authorize' })),
    ],
    ['not captured', paymentOf(receive(aPayment.capturing(), declined()))],
  ])('tells a person of what turns out to be charged though it was %s', (_name, payment) => {
    const decision = receive(payment, charged('10.50'), { flow: 'authorize' });
    expect(effectsOf(decision)).toEqual([{ kind: 'incident', attemptId: 'pay_1_1', incident: 'late_success' }]);
  });

  it('takes the hold of what was let go since for the old news that it is', () => {
    const voided = paymentOf(
      receive(aPayment.authorized(), { kind: 'voided', reference: 'ref_1' }, { flow: 'authorize' }),
    );
    expect(receive(voided, held('10.50'), { flow: 'authorize' }).kind).toBe('unchanged');
  });
});

describe('any order of any news', () => {
  const outcomes: fc.Arbitrary<Outcome> = fc.constantFrom(
    charged('10.50'),
    held('10.50'),
    declined(),
    notSent,
    unknown,
    { kind: 'accepted', reference: 'ref_1' } as const,
    { kind: 'voided', reference: 'ref_1' } as const,
    { kind: 'absent' } as const,
  );

  it('never leaves an end, and never charges more than was asked', () => {
    fc.assert(
      fc.property(fc.array(outcomes, { maxLength: 12 }), (news) => {
        let payment = aPayment.authorizing();
        for (const outcome of news) {
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
    ['a hold that was captured elsewhere', [unknown, accepted, held('10.50'), charged('10.50')], 'succeeded'],
    ['a hold that was let go', [unknown, held('10.50'), { kind: 'voided', reference: 'ref_1' }], 'cancelled'],
  ])('comes to one end: %s', (_name, truth, end) => {
    const told = fc.shuffledSubarray([...truth, ...truth, ...truth], {
      minLength: 3 * truth.length,
      maxLength: 3 * truth.length,
    });
    fc.assert(
      fc.property(told, (news) => {
        let payment = aPayment.authorizing();
        for (const outcome of news) {
          const decision = receive(payment, outcome, { flow: 'authorize' });
          if (decision.kind === 'decided') payment = decision.payment;
        }
        expect(statusOf(payment)).toBe(end);
      }),
      { numRuns: 2_500, seed: 20_260_105 },
    );
  });
});

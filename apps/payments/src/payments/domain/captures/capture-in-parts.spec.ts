import type { Outcome } from '@payorch/contracts';
import { errorBody } from '@payorch/contracts';
import { minorUnits } from '@payorch/kernel';
import fc from 'fast-check';
import {
  aContext,
  aPayment,
  capturedAs,
  capturePart,
  effectsOf,
  eur,
  kindsOf,
  later,
  merchantId,
  paymentId,
  paymentOf,
  receive,
  receiveCaptureOutcome,
} from '../../../../test/builders';
import { declined, outcomes, unknown } from '../../../../test/outcomes';
import { pendingReplyNamed } from '../../../../test/replies';
import type { Decision } from '../decision';
import type { Payment } from '../payment';
import { activeAttempt } from '../payment';
import { statusOf } from '../payment.status';
import { cancelPayment } from '../decide/cancel-payment';
import { capturePayment } from './capture-payment';
import { approvePayment } from '../decide/merchant-decision';
import { syncOnSchedule } from '../decide/sync-payment';

const about = { merchantId, paymentId };
const request = (payment: Payment, amount: bigint | null, context = aContext({ now: later(5) })): Decision =>
  capturePayment(
    payment,
    { ...about, amountToCapture: amount === null ? null : minorUnits(amount), details: {} },
    context,
  );
const cancel = (payment: Payment): Decision =>
  cancelPayment(payment, { ...about, cancellationReason: null }, aContext({ now: later(6) }));
const succeed = (payment: Payment, sequence: number): Payment =>
  paymentOf(receiveCaptureOutcome(payment, sequence, capturedAs(payment, sequence)));
const shownBy = (payment: Payment) => [
  statusOf(payment),
  Number(payment.amountCapturable),
  payment.amountReceived === null ? null : Number(payment.amountReceived),
];
const refusalOf = (decision: Decision): string => {
  if (decision.kind !== 'refused') throw new Error(decision.kind);
  const { error } = errorBody(decision).body;
  return `${error['code']} ${error['message']}`;
};

it('a payment is captured in parts until nothing is left', () => {
  const first = aPayment.capturingInParts(300n);
  expect(shownBy(first)).toEqual(['processing', 750, null]);
  const some = succeed(first, 1);
  expect(shownBy(some)).toEqual(['partially_captured_and_capturable', 750, 300]);
  const second = capturePart(some, 750n);
  expect(shownBy(second)).toEqual(['partially_captured_and_capturable', 0, 300]);
  const all = succeed(second, 2);
  expect(shownBy(all)).toEqual(['succeeded', 0, 1050]);
  expect(all.captures.map(({ id, sequence, status, money }) => [id, sequence, status, money])).toEqual([
    [`${paymentId}_1_1`, 1, 'charged', eur('3.00')],
    [`${paymentId}_1_2`, 2, 'charged', eur('7.50')],
  ]);
  expect(activeAttempt(all).facts).toMatchObject({ charged: eur('10.50') });
});

it('each capture is an operation of its own, and only the one that takes the rest while no other is open is the last', () => {
  const captureIn = (decision: Decision) => effectsOf(decision).find(({ kind }) => kind === 'capture');
  const one = request(aPayment.capturable(), 300n);
  expect(captureIn(one)).toMatchObject({ money: eur('3.00'), authorized: eur('10.50'), multiple: { isLast: false } });
  expect(captureIn(request(paymentOf(one), 750n))).toMatchObject({ multiple: { isLast: false } });
  expect(captureIn(request(succeed(paymentOf(one), 1), 750n))).toMatchObject({ multiple: { isLast: true } });
  expect(captureIn(request(aPayment.capturable(), 1050n))).toMatchObject({ multiple: { isLast: true } });
  const two = paymentOf(request(paymentOf(one), 750n, aContext({ now: later(6) })));
  expect(new Set(two.captures.map(({ operation }) => operation)).size).toBe(2);
});

describe('the captures under way', () => {
  it.each<[string, readonly [number, Outcome | 'success'][], [string, number, number | null]]>([
    ['one succeeds', [[1, 'success']], ['partially_captured_and_capturable', 550, 300]],
    ['the later one succeeds', [[2, 'success']], ['partially_captured_and_capturable', 550, 200]],
    ['one fails', [[1, declined()]], ['processing', 850, null]],
    ['one is unknown', [[1, unknown]], ['processing', 550, null]],
    ['one has another amount', [[1, outcomes.mismatched]], ['processing', 550, null]],
    [
      'one succeeds, one fails',
      [
        [1, 'success'],
        [2, declined()],
      ],
      ['partially_captured_and_capturable', 750, 300],
    ],
    [
      'all fail',
      [
        [1, declined()],
        [2, outcomes.not_sent],
      ],
      ['requires_capture', 1050, null],
    ],
    [
      'one is absent, one is unknown and then succeeds',
      [
        [1, outcomes.absent],
        [2, unknown],
        [2, 'success'],
      ],
      ['partially_captured_and_capturable', 850, 200],
    ],
  ])('%s', (_, reported, shown) => {
    const before = aPayment.capturingInParts(300n, 200n);
    const after = reported.reduce((payment, [sequence, outcome]) => {
      const given = outcome === 'success' ? capturedAs(payment, sequence) : outcome;
      return paymentOf(receiveCaptureOutcome(payment, sequence, given));
    }, before);
    expect(shownBy(after)).toEqual(shown);
  });

  it('are each synced in turn while their outcomes are unknown', () => {
    let payment = aPayment.capturingInParts(300n, 200n);
    const synced = [1, 2, 3].map((round) => {
      const decision = syncOnSchedule(
        payment,
        { attemptId: activeAttempt(payment).id },
        aContext({ now: later(10 + round) }),
      );
      payment = paymentOf(decision);
      const sync = effectsOf(decision).find(({ kind }) => kind === 'sync');
      return sync?.kind === 'sync' && [sync.flow, sync.operation.id, sync.money];
    });
    const [one, two] = payment.captures.map(({ operation, money }) => ['capture', operation, money]);
    expect(synced).toEqual([one, two, one]);
  });

  it('lose their planned sync with the last outcome, and keep it until then', () => {
    const before = aPayment.capturingInParts(300n, 200n);
    const first = receiveCaptureOutcome(before, 1, capturedAs(before, 1));
    expect(kindsOf(first)).toContain('sync_later');
    const last = receiveCaptureOutcome(paymentOf(first), 2, capturedAs(before, 2));
    expect(kindsOf(last)).toContain('cancel_sync');
  });

  it('answer each caller with its own capture', () => {
    const of = (name: string, seconds: number) =>
      aContext({ now: later(seconds), pendingReply: pendingReplyNamed(name) });
    const one = capturePart(aPayment.capturable(), 300n, of('first', 2));
    const both = capturePart(one, 200n, of('second', 3));
    const answered = (decision: Decision) =>
      effectsOf(decision).flatMap((effect) =>
        effect.kind === 'reply' ? effect.pendingReplies.map(({ replyCorrelationId }) => replyCorrelationId) : [],
      );
    const second = receiveCaptureOutcome(both, 2, capturedAs(both, 2));
    expect(answered(second)).toEqual(['second']);
    expect(answered(receiveCaptureOutcome(paymentOf(second), 1, declined()))).toEqual(['first']);
  });
});

describe('a capture is refused', () => {
  it.each<[string, () => Payment, bigint | null, string]>([
    ['without an amount', aPayment.capturable, null, 'IR_04 Missing required param: amount_to_capture'],
    ['of nothing', aPayment.capturable, 0n, 'IR_05 amount contains invalid data. Expected format is positive integer'],
    ['above the authorized amount', aPayment.capturable, 1051n, 'IR_06 amount_to_capture is greater than amount'],
    [
      'above what is left after a capture',
      () => aPayment.capturedInParts(300n),
      751n,
      'IR_06 amount_to_capture is greater than amount',
    ],
    [
      'above what captures under way leave',
      () => aPayment.capturingInParts(300n, 700n),
      51n,
      'IR_06 amount_to_capture is greater than amount',
    ],
    [
      'before the authorization is known',
      () => aPayment.authorizing({ captureMethod: 'manual_multiple' }),
      300n,
      'IR_16 You cannot capture this payment because it has status processing',
    ],
  ])('%s', (_, make, amount, expected) => expect(refusalOf(request(make(), amount))).toBe(expected));
});

describe('a void of what is left', () => {
  const voiding = () => paymentOf(cancel(aPayment.capturedInParts(300n)));

  it('keeps what was captured', () => {
    expect(shownBy(voiding())).toEqual(['processing', 0, 300]);
    const voided = paymentOf(receive(voiding(), { kind: 'voided', reference: 'ref_1' }));
    expect(shownBy(voided)).toEqual(['partially_captured', 0, 300]);
    expect(activeAttempt(voided)).toMatchObject({ state: 'partial_charged', facts: { charged: eur('3.00') } });
  });

  it.each<[string, Outcome, string | null]>([
    ['is refused', declined(), 'DC_08'],
    ['was not sent', outcomes.not_sent, 'CONNECTION_REFUSED'],
    ['is absent', outcomes.absent, null],
  ])('that %s leaves the rest capturable', (_, outcome, code) => {
    const after = paymentOf(receive(voiding(), outcome));
    expect(shownBy(after)).toEqual(['partially_captured_and_capturable', 750, 300]);
    expect(activeAttempt(after).facts).toMatchObject({ error: code === null ? null : { code } });
    expect(shownBy(capturePart(after, 750n))).toEqual(['partially_captured_and_capturable', 0, 300]);
  });

  it('stays under way while its outcome is unknown', () => {
    const after = paymentOf(receive(voiding(), unknown));
    expect([...shownBy(after), activeAttempt(after).state]).toEqual(['processing', 0, 300, 'remainder_void_initiated']);
  });

  it('ends the payment also where only the processor began it', () => {
    const expired = receive(aPayment.capturedInParts(300n), { kind: 'voided', reference: 'ref_1' }, { source: 'sync' });
    expect(shownBy(paymentOf(expired))).toEqual(['partially_captured', 0, 300]);
  });
});

it('an approval captures what is left', () => {
  const approved = approvePayment(aPayment.capturedInParts(300n), about, aContext({ now: later(7) }));
  expect(effectsOf(approved)).toContainEqual(
    expect.objectContaining({ kind: 'capture', money: eur('7.50'), multiple: { isLast: true } }),
  );
});

it('a capture that succeeds after its failure opens an incident and does not change the sums', () => {
  const failed = paymentOf(receiveCaptureOutcome(aPayment.capturingInParts(300n), 1, declined()));
  const late = receiveCaptureOutcome(failed, 1, capturedAs(failed, 1), { source: 'webhook' });
  expect(effectsOf(late)).toEqual([
    { kind: 'incident', attemptId: activeAttempt(failed).id, incident: 'late_success' },
  ]);
  expect(shownBy(paymentOf(late))).toEqual(['requires_capture', 1050, null]);
});

it('another amount that only a webhook reports is verified by a sync of that capture', () => {
  const payment = aPayment.capturingInParts(300n);
  expect(kindsOf(receiveCaptureOutcome(payment, 1, outcomes.mismatched, { source: 'webhook' }))).toEqual(['sync']);
});

describe('any captures, voids and outcomes', () => {
  const step = fc.oneof(
    fc.record({ does: fc.constant('capture' as const), amount: fc.bigInt({ min: 1n, max: 1100n }) }),
    fc.record({ does: fc.constant('void' as const) }),
    fc.record({
      does: fc.constant('outcome' as const),
      of: fc.nat({ max: 20 }),
      outcome: fc.constantFrom<Outcome | 'success'>('success', 'success', ...Object.values(outcomes)),
      source: fc.constantFrom('call' as const, 'sync' as const, 'webhook' as const),
    }),
  );

  it('never capture more than is authorized, and show the sum of the successful captures', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let payment = aPayment.capturable();
        for (const [index, one] of steps.entries()) {
          const decision = taken(payment, one, index);
          payment = decision.kind === 'decided' ? decision.payment : payment;
          const sumOf = (...statuses: readonly string[]) =>
            payment.captures
              .filter(({ status }) => statuses.includes(status))
              .reduce((sum, { money }) => sum + money.amount, 0n);
          expect(sumOf('charged', 'started', 'pending')).toBeLessThanOrEqual(1050n);
          const { state } = activeAttempt(payment);
          if (state !== 'voided') expect(payment.amountReceived ?? 0n).toBe(sumOf('charged'));
          expect((payment.amountReceived ?? 0n) + payment.amountCapturable).toBeLessThanOrEqual(1050n);
        }
      }),
    );
  });

  function taken(
    payment: Payment,
    one: typeof step extends fc.Arbitrary<infer T> ? T : never,
    index: number,
  ): Decision {
    switch (one.does) {
      case 'capture':
        return request(payment, one.amount, aContext({ now: later(10 + index) }));
      case 'void':
        return cancel(payment);
      case 'outcome': {
        const sequence = payment.captures.length === 0 ? 0 : (one.of % payment.captures.length) + 1;
        if (sequence === 0 || activeAttempt(payment).state === 'remainder_void_initiated') {
          // A capture that the merchant did not request is a case of the processor's own: the table of the attempt has it.
          const isOwn = one.outcome === 'success' || one.outcome.kind === 'captured';
          return receive(payment, isOwn ? outcomes.voided : (one.outcome as Outcome), { source: one.source });
        }
        const outcome = one.outcome === 'success' ? capturedAs(payment, sequence) : one.outcome;
        const exact = outcome.kind === 'captured' ? capturedAs(payment, sequence) : outcome;
        return receiveCaptureOutcome(payment, sequence, exact, { source: one.source });
      }
    }
  }
});

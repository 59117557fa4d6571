import type { Outcome } from '@payorch/contracts';
import type { OperationId } from '@payorch/kernel';
import {
  aContext,
  aPayment,
  capturedAs,
  effectsOf,
  kindsOf,
  later,
  merchantId,
  paymentId,
  paymentOf,
  receive,
  receiveCaptureOutcome,
} from '../../../../test/builders';
import { declined } from '../../../../test/outcomes';
import type { Decision } from '../decision';
import type { Payment } from '../payment';
import { activeAttempt } from '../payment';
import { statusOf } from '../payment.status';
import { endReview } from './end-review';

const end = (payment: Payment | undefined, attemptStatus: string): Decision =>
  endReview(payment, { merchantId, paymentId, attemptStatus }, aContext({ now: later(9) }));
const captured = (amount?: bigint): Payment => {
  const capturing = aPayment.capturing(amount);
  return paymentOf(receive(capturing, capturedAs(capturing, 1)));
};
const contradicted = (
  payment: Payment,
  source: 'call' | 'sync' | 'webhook' = 'webhook',
  outcome: Outcome = declined(),
) => receiveCaptureOutcome(payment, 1, outcome, { source });
const seen = (payment: Payment) => [
  statusOf(payment),
  payment.amountReceived,
  payment.amountCapturable,
  payment.captures[0]!.status,
];

describe('a report that a charged capture failed', () => {
  it.each(['webhook', 'sync'] as const)('of a %s brings the payment to review, and moves no money', (source) => {
    const decision = contradicted(captured(), source);
    expect(seen(paymentOf(decision))).toEqual(['review', 1050n, 0n, 'charged']);
    expect(activeAttempt(paymentOf(decision)).facts).toMatchObject({ error: { code: 'DC_08' }, isPart: false });
    expect(effectsOf(decision).filter(({ kind }) => kind !== 'reply')).toEqual([
      { kind: 'incident', attemptId: 'pay_1_1', incident: 'contradicted' },
    ]);
  });

  it('of a part brings a partially captured payment to review', () => {
    expect(seen(paymentOf(contradicted(captured(600n))))).toEqual(['review', 600n, 0n, 'charged']);
  });

  it.each<[string, () => Decision]>([
    ['that the call itself answers late', () => contradicted(captured(), 'call')],
    ['without a definite failure', () => contradicted(captured(), 'webhook', { kind: 'absent' })],
    [
      'about another operation',
      () => receive(captured(), declined(), { flow: 'capture', source: 'webhook', operationId: 'op_x' as OperationId }),
    ],
    ['about the authorization', () => receive(captured(), declined(), { source: 'webhook' })],
    ['about an automatic charge', () => receive(aPayment.charged(), declined(), { source: 'webhook' })],
    ['that comes again in review', () => contradicted(aPayment.inReview())],
  ])('changes nothing %s', (_, report) => expect(report()).toEqual({ kind: 'unchanged', effects: [] }));

  it('beside a post-capture void under way opens an incident alone', () => {
    const voiding = aPayment.voidPending(aPayment.voidRequested(captured()));
    const decision = contradicted(voiding);
    expect(paymentOf(decision)).toEqual(voiding);
    expect(effectsOf(decision)).toEqual([{ kind: 'incident', attemptId: 'pay_1_1', incident: 'contradicted' }]);
  });

  it('of one of several captures opens an incident alone, also once everything is captured', () => {
    for (const payment of [aPayment.capturedInParts(300n), aPayment.capturedInParts(300n, 750n)]) {
      const decision = contradicted(payment);
      expect(paymentOf(decision)).toEqual(payment);
      expect(effectsOf(decision)).toEqual([{ kind: 'incident', attemptId: 'pay_1_1', incident: 'contradicted' }]);
      expect(kindsOf(contradicted(payment, 'call'))).toEqual([]);
    }
  });
});

describe('an operator', () => {
  it.each<[string, bigint | undefined, string, unknown[]]>([
    ['charged', undefined, 'charged', ['succeeded', 1050n, 0n, 'charged']],
    ['charged', 600n, 'partial_charged', ['partially_captured', 600n, 0n, 'charged']],
    ['partial_charged', 600n, 'partial_charged', ['partially_captured', 600n, 0n, 'charged']],
    ['capture_failed', undefined, 'capture_failed', ['failed', 0n, 0n, 'failed']],
    ['capture_failed', 600n, 'capture_failed', ['failed', 0n, 0n, 'failed']],
  ])('ends a review as %s (of %s) in %s, with its audit', (attemptStatus, amount, state, expected) => {
    const decision = end(aPayment.inReview(amount), attemptStatus);
    const payment = paymentOf(decision);
    expect([activeAttempt(payment).state, ...seen(payment)]).toEqual([state, ...expected]);
    expect(effectsOf(decision)).toEqual([
      {
        kind: 'manual_update',
        attemptId: 'pay_1_1',
        statusBefore: 'capture_review',
        command: expect.objectContaining({ attemptStatus, amountCapturable: null }),
      },
      { kind: 'reply', pendingReplies: [] },
    ]);
  });

  it.each([
    [undefined, 'partial_charged'],
    [undefined, 'voided'],
    [600n, 'failure'],
    [undefined, 'capture_review'],
  ])('does not end a review of %s as %s', (amount, attemptStatus) =>
    expect(end(aPayment.inReview(amount), attemptStatus)).toMatchObject({
      code: 'invalid_request',
      details: { message: `attempt_status cannot become ${attemptStatus}: it is capture_review` },
    }),
  );

  it('ends no other payment', () => {
    expect(end(undefined, 'charged')).toMatchObject({ code: 'payment_not_found' });
    expect(end(captured(), 'charged')).toMatchObject({
      details: { message: expect.stringContaining("current status is 'succeeded'") as string },
    });
  });
});

describe('after the decision', () => {
  it.each(['webhook', 'sync'] as const)('the same report of a %s moves nothing', (source) => {
    for (const attemptStatus of ['charged', 'capture_failed']) {
      const decided = paymentOf(end(aPayment.inReview(), attemptStatus));
      expect(contradicted(decided, source)).toEqual({ kind: 'unchanged', effects: [] });
    }
  });

  it('a capture after all, of a payment that failed, is an incident and moves nothing', () => {
    const failed = paymentOf(end(aPayment.inReview(), 'capture_failed'));
    const decision = receiveCaptureOutcome(failed, 1, capturedAs(captured(), 1), { source: 'webhook' });
    expect(paymentOf(decision)).toEqual(failed);
    expect(effectsOf(decision)).toEqual([{ kind: 'incident', attemptId: 'pay_1_1', incident: 'late_success' }]);
  });
});

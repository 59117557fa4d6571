import type { Outcome } from '@payorch/contracts';
import { errorBody, isRefusal } from '@payorch/contracts';
import type { MerchantConnectorId, RefundId } from '@payorch/kernel';
import { minorUnits } from '@payorch/kernel';
import fc from 'fast-check';
import { inState } from '../../../../test/attempt-states';
import {
  aCard,
  aContext,
  aPayment,
  aProfile,
  capturedAs,
  cardFields,
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
import { declined, outcomes as outcomeOf, unknown } from '../../../../test/outcomes';
import { pendingReplyNamed } from '../../../../test/replies';
import { authenticating, receiveAuthentication } from '../../../../test/authentications';
import { isIn } from './attempt';
import type { AttemptStatus } from './attempt-status';
import { attemptStatuses } from './attempt-status';
import { cancelPayment } from '../decide/cancel-payment';
import { capturePayment } from '../captures/capture-payment';
import { confirmPayment } from '../decide/confirm-payment';
import { declarePayment } from '../decide/declare-payment';
import { refundPayment } from '../decide/refund-payment';
import { syncPayment } from '../decide/sync-payment';
import { updatePayment } from '../decide/update-payment';
import type { DecideContext, Decision } from '../decision';
import type { Payment } from '../payment';
import { activeAttempt, netAmount } from '../payment';
import { linkStateOf } from '../client/payment-link';
import { statusOf } from '../payment.status';

const profile = { ...aProfile, manualRetry: true };
const at = (seconds: number): DecideContext => aContext({ now: later(seconds), profile });
const about = { merchantId, paymentId };
const caller = { kind: 'merchant' } as const;
const nothing = {
  errorCode: null,
  errorMessage: null,
  errorReason: null,
  connectorTransactionId: null,
  amountCapturable: null,
};
const declare = (payment: Payment, attemptStatus: AttemptStatus, changes: object = {}): Decision =>
  declarePayment(
    payment,
    { ...about, attemptId: activeAttempt(payment).id, ...nothing, attemptStatus, ...changes },
    at(5),
  );
const claimed = (payment: Payment, status: AttemptStatus, changes: object = {}): Payment =>
  paymentOf(declare(payment, status, changes));

const confirm = (payment: Payment) =>
  confirmPayment(payment, { ...about, caller, fields: cardFields({ card: aCard }), callerIp: null }, at(6));
const update = (payment: Payment, isConfirmed = false) =>
  updatePayment(payment, { ...about, caller, fields: cardFields(), confirm: isConfirmed, callerIp: null }, at(6));
const capture = (payment: Payment, amount: bigint | null = null) =>
  capturePayment(
    payment,
    { ...about, amountToCapture: amount === null ? null : minorUnits(amount), details: {} },
    at(6),
  );
const cancel = (payment: Payment) => cancelPayment(payment, { ...about, cancellationReason: null }, at(6));
const sync = (payment: Payment) =>
  syncPayment(
    payment,
    { ...about, caller, expandAttempts: false, expandCaptures: false },
    aContext({ now: later(7), pendingReply: pendingReplyNamed('r1') }),
  );
const refund = (payment: Payment) =>
  refundPayment(payment, {
    ...about,
    refundId: 'ref_1' as RefundId,
    amount: null,
    reason: null,
    refundType: 'instant',
    metadata: null,
    splitRefunds: null,
  });

const answerOf = (decision: object): string => {
  if (!isRefusal(decision)) return 'allowed';
  const { error } = errorBody(decision).body;
  return `${error['code']} ${error['message']}`;
};
const capturedAll: Outcome = { kind: 'captured', reference: 'ref_1', money: eur('10.50') };

describe('a claim over a charge', () => {
  const charged = aPayment.charged();

  it.each(['failure', 'pending', 'voided', 'confirmation_awaited', 'payment_method_awaited'] as const)(
    'of %s permits neither a second charge nor a refund above the charge',
    (status) => {
      const payment = claimed(charged, status);
      const refused = 'IR_16 You cannot confirm this payment because it has status succeeded';
      expect([answerOf(confirm(payment)), answerOf(update(payment, true)), answerOf(capture(payment, 1n))]).toEqual([
        refused,
        'IR_16 You cannot update this payment because it has status succeeded',
        'IR_04 Missing required param: capture_method',
      ]);
      expect(refund(payment)).toMatchObject({ charged: eur('10.50') });
      expect(linkStateOf(payment, profile, later(6))).toBe('ended');
    },
  );

  it.each(['pending', 'unresolved', 'authorized', 'authentication_pending', 'authorizing'] as const)(
    'of %s is synced, and ends once the processor reports the charge again',
    (status) => {
      const payment = claimed(charged, status);
      const synced = paymentOf(sync(payment));
      expect(effectsOf(sync(payment))).toMatchObject([{ kind: 'sync', flow: 'authorize', money: eur('10.50') }]);
      const open = receive(synced, unknown, { source: 'sync' });
      expect(statusOf(paymentOf(open))).toBe(statusOf(payment));
      const after = receive(paymentOf(sync(paymentOf(open))), capturedAll, { source: 'sync' });
      expect(statusOf(paymentOf(after))).toBe('succeeded');
      expect(kindsOf(after)).toContain('reply');
    },
  );

  it('of an end is not synced; a webhook of the charge ends it, and the late answer of the call does not', () => {
    const payment = claimed(charged, 'failure');
    expect(kindsOf(sync(payment))).toEqual(['request_refund_snapshots']);
    expect(receive(payment, capturedAll).kind).toBe('unchanged');
    expect(receive(payment, declined(), { source: 'webhook' }).kind).toBe('unchanged');
    expect(statusOf(paymentOf(receive(payment, capturedAll, { source: 'webhook' })))).toBe('succeeded');
  });

  it('of a capture by hand is synced by its capture', () => {
    const byHand = paymentOf(receive(aPayment.capturing(600n), { ...capturedAll, money: eur('6.00') }));
    const [operation] = byHand.captures.map((one) => one.operation);
    const payment = paymentOf(sync(claimed(byHand, 'pending')));
    const reported = { source: 'sync', flow: 'capture', operationId: operation! } as const;
    const after = receive(payment, { ...capturedAll, money: eur('6.00') }, reported);
    expect(statusOf(paymentOf(after))).toBe('partially_captured');
  });
});

describe('a claim of a charge', () => {
  it.each([
    ['that was never confirmed', inState.confirmation_awaited, 'requires_confirmation'],
    ['without a payment method', inState.payment_method_awaited, 'requires_payment_method'],
    ['that failed', inState.failure, 'failed'],
  ])('of a payment %s permits no refund, no capture and no charge', (_, given, known) => {
    const payment = claimed(given(), 'charged', { connectorTransactionId: 'ref_9' });
    expect(statusOf(payment)).toBe('succeeded');
    expect(answerOf(refund(payment))).toContain(
      `IR_14 This Payment could not be refund because it has a status of ${known}`,
    );
    expect(answerOf(confirm(payment))).toBe('IR_16 You cannot confirm this payment because it has status succeeded');
    if (known !== 'failed')
      expect(answerOf(update(payment))).toBe('IR_16 You cannot update this payment because it has status succeeded');
    expect(isRefusal(capture(payment))).toBe(true);
    expect(linkStateOf(payment, profile, later(6))).toBe('ended');
  });

  it('that is taken back leaves the payment as it was', () => {
    const payment = inState.confirmation_awaited();
    const again = claimed(claimed(payment, 'charged'), 'confirmation_awaited');
    expect({ ...again, attempts: again.attempts.map(({ modifiedAt: _, ...attempt }) => attempt) }).toEqual({
      ...payment,
      attempts: payment.attempts.map(({ modifiedAt: _, ...attempt }) => attempt),
    });
    expect(answerOf(confirm(again))).toBe('allowed');
  });

  it('lets no customer be charged whose authentication succeeds later', () => {
    const payment = claimed(authenticating.challenged(), 'charged');
    const after = receiveAuthentication(payment, outcomeOf.authenticated);
    expect(kindsOf(after)).not.toContain('route');
    expect(statusOf(paymentOf(after))).toBe('failed');
  });

  it('on an attempt under way lets no decline be retried at another account', () => {
    const other = { connector: 'stripe', merchantConnectorId: 'mca_2' as MerchantConnectorId };
    const context = aContext({ now: later(6), profile: { ...profile, autoRetries: true, maxAutoRetries: 5 } });
    const attemptsAfter = (payment: Payment): number =>
      paymentOf(receive(payment, declined('another_account'), { fallbacks: [other] }, context)).attempts.length;
    expect(attemptsAfter(aPayment.authorizing())).toBe(2);
    expect(attemptsAfter(claimed(aPayment.authorizing(), 'charged'))).toBe(1);
  });
});

it('a known outcome replaces a claim of an end while it was awaited', () => {
  const payment = claimed(aPayment.authorizing(), 'failure');
  expect(statusOf(payment)).toBe('failed');
  expect(statusOf(paymentOf(receive(payment, capturedAll)))).toBe('succeeded');
  expect(statusOf(paymentOf(receive(payment, unknown)))).toBe('processing');
});

it('a command that moves the attempt replaces the claim', () => {
  const payment = claimed(aPayment.authorized(), 'failure');
  expect(statusOf(payment)).toBe('failed');
  expect(statusOf(paymentOf(capture(payment)))).toBe('processing');
  expect(statusOf(paymentOf(cancel(payment)))).toBe('processing');
});

it('a capture among several replaces the claim, although the attempt stays where it is', () => {
  const capturing = aPayment.capturingInParts(300n, 200n);
  const part = paymentOf(receiveCaptureOutcome(capturing, 1, capturedAs(capturing, 1)));
  const payment = claimed(part, 'failure');
  const after = paymentOf(receiveCaptureOutcome(payment, 2, capturedAs(payment, 2)));
  expect([statusOf(payment), statusOf(after)]).toEqual(['failed', 'partially_captured_and_capturable']);
});

/** Steps of a sequence: what merchants, operators and the processor may do, in any order. */
const outcomes: readonly Outcome[] = [
  ...[capturedAll, unknown, declined(), { kind: 'voided', reference: 'ref_1' } as const],
  { kind: 'authorized', reference: 'ref_1', money: eur('10.50') },
];
const step = fc.oneof(
  fc.constantFrom(...attemptStatuses).map((status) => (one: Payment) => declare(one, status)),
  fc
    .constantFrom(...attemptStatuses)
    .map(
      (status) => (one: Payment) =>
        declare(one, status, { amountCapturable: minorUnits(1050n), connectorTransactionId: 'ref_1' }),
    ),
  fc.constantFrom(confirm, update, capture, cancel, sync, (one: Payment) => capture(one, 600n)),
  fc.record({ outcome: fc.constantFrom(...outcomes), source: fc.constantFrom('call', 'sync', 'webhook') }).map(
    ({ outcome, source }) =>
      (one: Payment) =>
        receive(one, outcome, { source }),
  ),
);
const givens = Object.values(inState);

/** The amounts of the attempts that are known to be charged. */
const chargedIn = ({ attempts }: Payment): bigint =>
  attempts.reduce((sum, { state, facts }) => {
    const isCharged = 'charged' in facts && state !== 'voided_post_charge';
    return isCharged ? sum + facts.charged.amount : sum;
  }, 0n);
const mayHoldMoney = ({ attempts }: Payment): number =>
  attempts.filter(
    (attempt) =>
      !isIn(attempt, 'payment_method_awaited', 'confirmation_awaited', 'voided', 'failure', 'expired') &&
      !isIn(attempt, 'voided_post_charge'),
  ).length;

it('no order of claims, commands and outcomes charges twice, or permits a refund above the known charge', () => {
  fc.assert(
    fc.property(fc.constantFrom(...givens), fc.array(step, { maxLength: 12 }), (given, steps) => {
      let payment = given();
      for (const next of steps) {
        const decision = next(payment);
        if (decision.kind === 'decided') ({ payment } = decision);
        expect(mayHoldMoney(payment)).toBeLessThanOrEqual(1);
        expect(chargedIn(payment)).toBeLessThanOrEqual(netAmount(payment).amount);
        expect(payment.amountCapturable + (payment.amountReceived ?? 0n)).toBeLessThanOrEqual(
          netAmount(payment).amount,
        );
        const request = refund(payment);
        if (!isRefusal(request)) expect(request.charged.amount).toBe(chargedIn(payment));
        else expect(isIn(activeAttempt(payment), 'charged', 'partial_charged')).toBe(false);
      }
    }),
    { numRuns: 1000 },
  );
});

import type { DataOf, paymentDeclare } from '@payorch/contracts';
import { errorBody, isRefusal } from '@payorch/contracts';
import type { AttemptId } from '@payorch/kernel';
import { minorUnits, statesOf } from '@payorch/kernel';
import { inState } from '../../../../test/attempt-states';
import {
  aContext,
  aPayment,
  aProfile,
  effectsOf,
  eur,
  kindsOf,
  later,
  merchantId,
  paymentId,
  paymentOf,
} from '../../../../test/builders';
import { pendingReplyNamed } from '../../../../test/replies';
import { errorOf, referenceOf, shownReferenceOf } from '../attempts/attempt';
import type { AttemptState } from '../attempts/attempt.machine';
import { attemptMachine } from '../attempts/attempt.machine';
import { attemptStatuses } from '../attempts/attempt-status';
import type { Decision } from '../decision';
import type { Payment } from '../payment';
import { activeAttempt } from '../payment';
import { attemptStatusIn } from '../attempts/attempt.machine';
import { attemptStatusOf, knownStatusOf, shownCapturable, statusOf } from '../payment.status';
import { declarePayment } from './declare-payment';

const nothing = {
  attemptStatus: null,
  errorCode: null,
  errorMessage: null,
  errorReason: null,
  connectorTransactionId: null,
  amountCapturable: null,
};
const pendingReply = pendingReplyNamed('r1');
const context = aContext({
  now: later(9),
  pendingReply,
  profile: { ...aProfile, autoRetries: true, maxAutoRetries: 9 },
});
const declare = (payment: Payment | undefined, changes: Partial<DataOf<typeof paymentDeclare>>): Decision =>
  declarePayment(
    payment,
    { merchantId, paymentId, attemptId: 'pay_1_1' as AttemptId, ...nothing, ...changes },
    context,
  );

/** The statuses that move the attempt as an outcome would, by its state; every other one is a claim. */
const outcomes: Partial<Record<AttemptState, readonly string[]>> = {
  payment_method_awaited: ['voided'],
  confirmation_awaited: ['voided'],
  authenticating: ['voided'],
  pending: ['authorized', 'charged', 'voided', 'failure'],
  authentication_pending: ['authorized', 'charged', 'voided', 'failure'],
  cancellation_initiated: ['authorized', 'charged', 'voided'],
  authorized: ['charged', 'voided'],
  increment_initiated: ['charged', 'authorized', 'voided'],
  capture_initiated: ['charged', 'voided', 'capture_failed'],
  void_initiated: ['charged', 'voided', 'void_failed'],
};
/** The states in which money is known to have moved, and the statuses that say so. */
const money: readonly (readonly [readonly AttemptState[], readonly string[]])[] = [
  [
    [
      ...(['authorized', 'capture_initiated', 'void_initiated', 'increment_initiated'] as const),
      ...(['multiple_capture_initiated', 'capture_failed', 'void_failed'] as const),
    ],
    ['authorized', 'capture_initiated', 'void_initiated', 'capture_failed', 'void_failed'],
  ],
  [[], ['partially_authorized']],
  [
    [
      ...(['partial_charged_and_chargeable', 'further_capture_initiated'] as const),
      ...(['remainder_void_initiated', 'partial_charged'] as const),
    ],
    ['partial_charged_and_chargeable', 'partial_charged'],
  ],
  [
    ['charged', 'capture_review'],
    ['charged', 'capture_review'],
  ],
  [['voided_post_charge'], ['voided_post_charge', 'auto_refunded']],
  [['integrity_failure'], ['integrity_failure']],
];
const agrees = (state: AttemptState, status: string): boolean =>
  money.findIndex(([states]) => states.includes(state)) === money.findIndex(([, saying]) => saying.includes(status));

const known = ({ amountReceived, amountCapturable, captures, attempts }: Payment) => ({
  amountReceived,
  amountCapturable,
  captures,
  attempts: attempts.map(({ id, state, facts }) => ({ id, state, facts })),
});

describe('a declared status', () => {
  it.each(statesOf(attemptMachine).flatMap((state) => attemptStatuses.map((status) => [state, status] as const)))(
    'in the state %s shows %s, by an outcome or as a claim',
    (state, attemptStatus) => {
      const payment = inState[state]();
      const decision = declare(payment, { attemptStatus, connectorTransactionId: 'ref_9' });
      if (isRefusal(decision)) throw new Error('refused');
      const after = decision.kind === 'decided' ? decision.payment : payment;
      const attempt = activeAttempt(after);
      expect(attemptStatusOf(after, attempt)).toBe(attemptStatus);
      const isOutcome = outcomes[state]?.includes(attemptStatus) === true;
      const isKnown = attemptStatusIn(state) === attemptStatus;
      expect(attempt.claim?.status).toBe(isOutcome || isKnown ? undefined : attemptStatus);
      if (isOutcome) expect(attemptStatusIn(attempt.state)).toBe(attemptStatus);
      else if (!isKnown) expect(known(after)).toEqual(known(payment));
      expect(kindsOf(decision).includes('incident')).toBe(!isOutcome && !isKnown && !agrees(state, attemptStatus));
    },
  );

  it('that the interface does not know is refused', () => {
    expect(declare(aPayment.charged(), { attemptStatus: 'anything' })).toMatchObject({
      kind: 'refused',
      code: 'invalid_value',
      details: { field: 'attempt_status' },
    });
  });

  it('that is the present one changes nothing, so that a repeated request is harmless', () => {
    const decision = declare(aPayment.charged(), { attemptStatus: 'charged' });
    expect(decision).toMatchObject({ kind: 'unchanged', effects: [{ kind: 'reply', pendingReplies: [pendingReply] }] });
  });

  it('`charged` charges the requested amount, ends the syncs and leaves an audit', () => {
    const decision = declare(inState.pending(), { attemptStatus: 'charged', connectorTransactionId: 'ref_9' });
    const payment = paymentOf(decision);
    expect(statusOf(payment)).toBe('succeeded');
    expect(payment.amountReceived).toBe(1050n);
    expect(kindsOf(decision)).toEqual(['cancel_sync', 'reply', 'manual_update', 'reply']);
    expect(effectsOf(decision)[2]).toMatchObject({ attemptId: 'pay_1_1', statusBefore: 'pending' });
  });

  it('of a capture under way has the amount of the capture', () => {
    const payment = paymentOf(declare(aPayment.capturing(600n), { attemptStatus: 'partial_charged' }));
    expect([statusOf(payment), payment.amountReceived]).toEqual(['partially_captured', 600n]);
  });

  it('of an increment under way charges what was authorized before; only its success authorizes more', () => {
    const factsAs = (attemptStatus: string) =>
      activeAttempt(paymentOf(declare(aPayment.incrementing(), { attemptStatus }))).facts;
    expect(factsAs('charged')).toMatchObject({ charged: eur('10.50') });
    expect(factsAs('authorized')).toMatchObject({ authorized: eur('15.50') });
  });

  it('`charged` without the processor’s id is a claim: no refund could name the charge', () => {
    const decision = declare(inState.pending(), { attemptStatus: 'charged' });
    const payment = paymentOf(decision);
    expect([statusOf(payment), knownStatusOf(payment), payment.amountReceived]).toEqual([
      ...['succeeded', 'processing', null],
    ]);
    expect(effectsOf(decision)).toContainEqual({
      kind: 'incident',
      attemptId: 'pay_1_1',
      incident: 'claim_contradicts',
    });
  });

  it('`failure` has the operator’s error, and is not retried', () => {
    const decision = declare(inState.pending(), { attemptStatus: 'failure', errorCode: 'lost', errorMessage: 'Lost' });
    const { facts } = activeAttempt(paymentOf(decision));
    expect(facts).toMatchObject({ error: { code: 'lost', message: 'Lost', reason: null } });
    expect(kindsOf(decision)).not.toContain('authorize');
  });

  it('of an earlier attempt is a claim, which does not change the payment’s status', () => {
    const failed = aPayment.declined();
    const twice = {
      ...failed,
      attempts: [...failed.attempts, { ...activeAttempt(inState.pending()), id: 'pay_1_2' as AttemptId }],
    };
    const after = paymentOf(declare(twice, { attemptStatus: 'charged', connectorTransactionId: 'ref_9' }));
    expect(after.attempts.map((one) => attemptStatusOf(after, one))).toEqual(['charged', 'pending']);
    expect(statusOf(after)).toBe('processing');
  });
});

describe('a correction without a status', () => {
  it('changes the error of a failed attempt', () => {
    const decision = declare(aPayment.declined(), { errorCode: 'A1', errorReason: 'as the processor reports' });
    expect(activeAttempt(paymentOf(decision)).facts).toMatchObject({
      error: { code: 'A1', message: 'Payment declined: Card declined', reason: 'as the processor reports' },
    });
    expect(declare(paymentOf(decision), { errorCode: 'A1' }).kind).toBe('unchanged');
  });

  it('sets the processor’s id while it is unknown; another one is only shown', () => {
    const named = paymentOf(declare(inState.pending(), { connectorTransactionId: 'ref_9' }));
    expect(activeAttempt(named).facts).toMatchObject({ reference: 'ref_9' });
    expect(declare(named, { connectorTransactionId: 'ref_9' }).kind).toBe('unchanged');
    const renamed = activeAttempt(paymentOf(declare(named, { connectorTransactionId: 'ref_8' })));
    expect([referenceOf(renamed), shownReferenceOf(renamed)]).toEqual(['ref_9', 'ref_8']);
  });

  it('is shown as a claim where the attempt has no such fact', () => {
    const decision = declare(aPayment.charged(), { errorCode: 'A1', amountCapturable: minorUnits(5n) });
    const payment = paymentOf(decision);
    expect(errorOf(activeAttempt(payment))).toEqual({ code: 'A1', message: 'No error message', reason: null });
    expect([shownCapturable(payment), payment.amountCapturable]).toEqual([5n, 0n]);
    expect(kindsOf(decision)).toEqual(['manual_update', 'reply']);
    const again = declare(payment, { errorCode: 'A1', amountCapturable: minorUnits(5n) });
    expect(again.kind).toBe('unchanged');
  });

  it('adds to an earlier claim, and a status replaces it', () => {
    const pending = paymentOf(declare(aPayment.charged(), { attemptStatus: 'pending' }));
    const named = paymentOf(declare(pending, { connectorTransactionId: 'ref_8' }));
    expect(activeAttempt(named).claim).toMatchObject({ status: 'pending', error: null, reference: 'ref_8' });
    const failed = activeAttempt(paymentOf(declare(named, { attemptStatus: 'failure' })));
    expect(failed.claim).toMatchObject({ status: 'failure', reference: undefined });
    expect(activeAttempt(paymentOf(declare(named, { attemptStatus: 'charged' }))).claim).toBeUndefined();
  });
});

it.each<[string, Payment | undefined, Partial<DataOf<typeof paymentDeclare>>, string]>([
  ['an unknown payment', undefined, {}, 'Payment does not exist in our records'],
  [
    'an unknown attempt',
    aPayment.charged(),
    { attemptId: 'pay_1_7' as AttemptId },
    'Payment does not exist in our records',
  ],
  [
    'an amount above the payment’s',
    inState.pending(),
    { attemptStatus: 'failure', amountCapturable: minorUnits(1051n) },
    'amount_capturable should be less than or equal to amount',
  ],
])('%s is refused', (_name, payment, changes, message) => {
  const decision = declare(payment, changes);
  if (!isRefusal(decision)) throw new Error('not refused');
  expect(errorBody(decision).body.error['message']).toBe(message);
});

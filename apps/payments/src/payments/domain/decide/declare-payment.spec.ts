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
  kindsOf,
  later,
  merchantId,
  paymentId,
  paymentOf,
} from '../../../../test/builders';
import { pendingReplyNamed } from '../../../../test/replies';
import type { AttemptState } from '../attempt.machine';
import { attemptMachine } from '../attempt.machine';
import type { Decision } from '../decision';
import type { Payment } from '../payment';
import { activeAttempt } from '../payment';
import { attemptStatusIn, statusOf } from '../payment.status';
import { declarePayment } from './declare-payment';

const nothing = {
  ...{ attemptStatus: null, errorCode: null, errorMessage: null, errorReason: null },
  ...{ connectorTransactionId: null, amountCapturable: null },
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

const statuses = [
  ...['authorized', 'charged', 'partial_charged', 'voided', 'failure', 'capture_failed', 'void_failed'],
  ...['pending', 'expired', 'router_declined', 'anything'],
];
/** The statuses that an operator may declare, by the attempt's state. */
const declarable: Partial<Record<AttemptState, readonly string[]>> = {
  pending: ['authorized', 'charged', 'voided', 'failure'],
  authentication_pending: ['authorized', 'charged', 'voided', 'failure'],
  cancellation_initiated: ['authorized', 'charged', 'voided'],
  authorized: ['charged', 'voided'],
  increment_initiated: ['charged', 'authorized', 'voided'],
  capture_initiated: ['charged', 'voided', 'capture_failed'],
  void_initiated: ['charged', 'voided', 'void_failed'],
};

describe('a declared status', () => {
  it.each(statesOf(attemptMachine))('in the state %s is the result, or is refused', (state) => {
    const payment = inState[state]();
    const known = attemptStatusIn(state);
    for (const attemptStatus of statuses.filter((status) => status !== known)) {
      const decision = declare(payment, { attemptStatus, connectorTransactionId: 'ref_9' });
      const result = isRefusal(decision) ? 'refused' : attemptStatusIn(activeAttempt(paymentOf(decision)).state);
      expect([attemptStatus, result]).toEqual([
        attemptStatus,
        declarable[state]?.includes(attemptStatus) ? attemptStatus : 'refused',
      ]);
    }
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

  it('`charged` needs the processor’s id', () => {
    expect(declare(inState.pending(), { attemptStatus: 'charged' })).toMatchObject({
      ...{ kind: 'refused', code: 'missing_param', details: { field: 'connector_transaction_id' } },
    });
  });

  it('`failure` has the operator’s error, and is not retried', () => {
    const decision = declare(inState.pending(), { attemptStatus: 'failure', errorCode: 'lost', errorMessage: 'Lost' });
    const { facts } = activeAttempt(paymentOf(decision));
    expect(facts).toMatchObject({ error: { code: 'lost', message: 'Lost', reason: null } });
    expect(kindsOf(decision)).not.toContain('authorize');
  });

  it('of an earlier attempt is refused', () => {
    const failed = aPayment.declined();
    const twice = {
      ...failed,
      attempts: [...failed.attempts, { ...activeAttempt(inState.pending()), id: 'pay_1_2' as AttemptId }],
    };
    expect(isRefusal(declare(twice, { attemptStatus: 'charged', connectorTransactionId: 'ref_9' }))).toBe(true);
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

  it('sets the processor’s id while it is unknown, and never another one', () => {
    const named = paymentOf(declare(inState.pending(), { connectorTransactionId: 'ref_9' }));
    expect(activeAttempt(named).facts).toMatchObject({ reference: 'ref_9' });
    expect(declare(named, { connectorTransactionId: 'ref_9' }).kind).toBe('unchanged');
    expect(isRefusal(declare(named, { connectorTransactionId: 'ref_8' }))).toBe(true);
    expect(isRefusal(declare(aPayment.charged(), { errorCode: 'A1' }))).toBe(true);
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
  [
    'an amount that the status contradicts',
    inState.pending(),
    { attemptStatus: 'failure', amountCapturable: minorUnits(1n) },
    'amount_capturable follows from the attempt status: it is 0',
  ],
])('%s is refused', (_name, payment, changes, message) => {
  const decision = declare(payment, changes);
  if (!isRefusal(decision)) throw new Error('not refused');
  expect(errorBody(decision).body.error['message']).toBe(message);
});

import type { DataOf, connectorBeginChecked, Outcome } from '@payorch/contracts';
import type { OperationId } from '@payorch/kernel';
import {
  aContext,
  aPayment,
  effectsOf,
  firstAccount,
  receive,
  kindsOf,
  later,
  paymentOf,
  rules,
  secondAccount,
} from '../../../test/builders';
import type { BeginCheck } from '../attempt';
import { accountOf } from '../attempt';
import type { Payment, PendingReply } from '../payment';
import { activeAttempt } from '../payment';
import { statusOf } from '../payment.status';
import { applyBeginCheck, checkBegin } from './begin-check';

type Verdict = DataOf<typeof connectorBeginChecked>['verdict'];

const pendingReply = { replyTopic: 't', replyCorrelationId: 'r' } as PendingReply;
const context = aContext({ now: later(3) });
const waited = (): Payment => ({ ...aPayment.authorizing(), pendingReplies: [pendingReply] });
const check = (payment: Payment) => checkBegin(payment, { attemptId: activeAttempt(payment).id }, context);
const having = (payment: Payment, beginCheck: BeginCheck): Payment => ({
  ...payment,
  attempts: payment.attempts.map((attempt) => ({ ...attempt, beginCheck })),
});
const asked = () => having(waited(), 'asked');
const operationOf = (payment: Payment) => (activeAttempt(payment).facts as { operation: OperationId }).operation;
const told = (payment: Payment, verdict: Verdict, operationId = operationOf(payment)) => {
  const { merchantId, profileId, paymentId } = payment;
  const attemptId = activeAttempt(payment).id;
  const event = { merchantId, profileId, paymentId, attemptId, operationId, account: firstAccount, verdict, round: 1 };
  return applyBeginCheck(payment, event, context);
};
const answer = { kind: 'answer', pendingReplies: [pendingReply] };

describe('an authorization that nobody has told of', () => {
  it('is asked about at routing, which knows its account, and nobody is answered yet', () => {
    const decision = check(waited());
    expect(effectsOf(decision)).toMatchObject([
      { kind: 'check_begin', account: null, operation: { operationId: operationOf(waited()) } },
      { kind: 'check_begin_later', delayMs: rules.beginReplyTimeoutMs },
    ]);
    expect(paymentOf(decision).pendingReplies).toEqual([pendingReply]);
  });

  it('is asked about anew while it waits in a queue', () => {
    const waiting = told(asked(), 'waiting');
    expect(effectsOf(waiting)).toMatchObject([{ kind: 'check_begin_later', delayMs: rules.beginCheckAfterMs }]);
    expect(kindsOf(check(paymentOf(waiting)))).toEqual(['check_begin', 'check_begin_later']);
  });

  it('is waited for, however long it takes, once a worker has begun it', () => {
    const begun = paymentOf(told(asked(), 'begun'));
    expect(accountOf(activeAttempt(begun))).toEqual(firstAccount);
    expect(check(begun)).toEqual({ kind: 'unchanged', effects: [] });
    expect(told(begun, 'alone')).toEqual({ kind: 'unchanged', effects: [] });
  });

  it.each<[string, () => ReturnType<typeof check>]>([
    ['nobody is there who could take it', () => told(asked(), 'alone')],
    ['nobody answers at all', () => check(asked())],
  ])('is left as it is, and whoever waits is told that it is under way, where %s', (_, decide) => {
    const decision = decide();
    expect(effectsOf(decision)).toEqual([answer]);
    expect(statusOf(paymentOf(decision))).toBe('processing');
    expect(paymentOf(decision).pendingReplies).toEqual([]);
    expect(check(paymentOf(decision))).toEqual({ kind: 'unchanged', effects: [] });
  });

  it('is charged if it begins after all', () => {
    const { money } = waited();
    const alone = paymentOf(told(asked(), 'alone'));
    expect(statusOf(paymentOf(receive(alone, { kind: 'captured', reference: 'ref_1', money })))).toBe('succeeded');
  });

  it('goes to the next account on the word that it is shut, and not before', () => {
    const error = { code: 'WORKERS_AWAY', message: 'away', reason: null };
    const shut: Outcome = { kind: 'not_sent', error, retry: 'another_account' };
    const decision = receive(asked(), shut, { fallbacks: [secondAccount] });
    expect(effectsOf(decision)).toMatchObject([{ kind: 'authorize', account: secondAccount }]);
    const next = paymentOf(decision);
    expect([next.attempts.length, next.pendingReplies]).toEqual([2, [pendingReply]]);
    expect(effectsOf(check(next))).toMatchObject([{ kind: 'check_begin', account: secondAccount }, {}]);
  });

  it.each<[string, () => unknown]>([
    ['another operation', () => told(asked(), 'alone', 'op_other' as OperationId)],
    ['one that was answered', () => told(aPayment.charged(), 'alone', 'op_1' as OperationId)],
    ['a capture', () => check(aPayment.capturing())],
  ])('is not changed by what is said of %s', (_, decide) => {
    expect(decide()).toEqual({ kind: 'unchanged', effects: [] });
  });
});

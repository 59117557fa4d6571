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
} from '../../../../test/builders';
import type { BeginCheck } from '../attempts/attempt';
import { accountOf } from '../attempts/attempt';
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
const checking = () => having(waited(), 'checking');
const operationOf = (payment: Payment) => (activeAttempt(payment).facts as { operation: OperationId }).operation;
const verdictOf = (payment: Payment, verdict: Verdict, operationId = operationOf(payment), at = context) => {
  const { merchantId, profileId, paymentId } = payment;
  const attemptId = activeAttempt(payment).id;
  const event = { merchantId, profileId, paymentId, attemptId, operationId, account: firstAccount, verdict, round: 1 };
  return applyBeginCheck(payment, event, at);
};
const answer = { kind: 'reply', pendingReplies: [pendingReply] };

describe('an authorization without an outcome', () => {
  it('is checked at routing, which knows its account, and no caller is answered yet', () => {
    const decision = check(waited());
    expect(effectsOf(decision)).toMatchObject([
      { kind: 'check_begin', account: null, operation: { operationId: operationOf(waited()) } },
      { kind: 'check_begin_later', delayMs: rules.beginReplyTimeoutMs },
    ]);
    expect(paymentOf(decision).pendingReplies).toEqual([pendingReply]);
  });

  it.each([
    [1, rules.beginCheckAfterMs],
    [3, 9_000],
    [12, 36_000],
    [86_400, rules.beginWithinMs],
  ])('is checked again while the command waits in a queue: after %d s, %d ms later', (seconds, delayMs) => {
    const waiting = verdictOf(checking(), 'waiting', undefined, aContext({ now: later(seconds) }));
    expect(effectsOf(waiting)).toMatchObject([{ kind: 'check_begin_later', delayMs }]);
    expect(kindsOf(check(paymentOf(waiting)))).toEqual(['check_begin', 'check_begin_later']);
  });

  it('is awaited without a limit once a worker has begun it', () => {
    const begun = paymentOf(verdictOf(checking(), 'begun'));
    expect(accountOf(activeAttempt(begun))).toEqual(firstAccount);
    expect(check(begun)).toEqual({ kind: 'unchanged', effects: [] });
    expect(verdictOf(begun, 'no_other_account')).toEqual({ kind: 'unchanged', effects: [] });
  });

  it.each<[string, () => ReturnType<typeof check>]>([
    ['no worker can take it', () => verdictOf(checking(), 'no_other_account')],
    ['no worker answers', () => check(checking())],
  ])('does not change, and callers get `processing`, where %s', (_, decide) => {
    const decision = decide();
    expect(effectsOf(decision)).toEqual([answer]);
    expect(statusOf(paymentOf(decision))).toBe('processing');
    expect(paymentOf(decision).pendingReplies).toEqual([]);
    expect(check(paymentOf(decision))).toEqual({ kind: 'unchanged', effects: [] });
  });

  it('is charged if it begins later', () => {
    const { money } = waited();
    const alone = paymentOf(verdictOf(checking(), 'no_other_account'));
    expect(statusOf(paymentOf(receive(alone, { kind: 'captured', reference: 'ref_1', money })))).toBe('succeeded');
  });

  it('goes to the next account only after the outcome `not_sent`', () => {
    const error = { code: 'WORKERS_AWAY', message: 'away', reason: null };
    const shut: Outcome = { kind: 'not_sent', error, retry: 'another_account' };
    const decision = receive(checking(), shut, { fallbacks: [secondAccount] });
    expect(effectsOf(decision)).toMatchObject([{ kind: 'authorize', account: secondAccount }]);
    const next = paymentOf(decision);
    expect([next.attempts.length, next.pendingReplies]).toEqual([2, [pendingReply]]);
    expect(effectsOf(check(next))).toMatchObject([{ kind: 'check_begin', account: secondAccount }, {}]);
  });

  it.each<[string, () => unknown]>([
    ['another operation', () => verdictOf(checking(), 'no_other_account', 'op_other' as OperationId)],
    [
      'an authorization with an outcome',
      () => verdictOf(aPayment.charged(), 'no_other_account', 'op_1' as OperationId),
    ],
    ['a capture', () => check(aPayment.capturing())],
  ])('is not changed by a result about %s', (_, decide) => {
    expect(decide()).toEqual({ kind: 'unchanged', effects: [] });
  });
});

import type { Refusal, RefundRequest } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { Money } from '@payorch/kernel';
import type { DecideContext, Decision } from '../decision';
import { decided, later, waitersOf } from '../decision';
import type { PaymentRefunds } from '../payment-refunds';
import { nothingGivenBack, refundedOf, refundIn, withCharged, withRefund } from '../payment-refunds';
import type { Refund } from '../refund';
import { sendRefund } from '../send';

/** The least that may be asked for, in minor units of any currency. */
const leastAmount = 100n;
const longestId = 30;
const refundableForMs = 365 * 86_400_000;

const voidedText = 'Refund void cannot be performed after a post-capture void has been issued';

/** Reserves the sum and sends the refund, at once or at its time. This row is the only place where money is reserved. */
export function requestRefund(
  known: PaymentRefunds | undefined,
  command: RefundRequest,
  context: DecideContext,
): Decision {
  const refunds = withCharged(known ?? nothingGivenBack(command, command.charged), command.charged);
  const money = { ...command.charged, amount: command.amount ?? command.charged.amount };
  const refusal =
    checkAmount(refunds, command, money) ?? checkRequest(command, context) ?? checkRefunds(refunds, command, context);
  if (refusal) return refusal;
  const refund = newRefund(command, money, context);
  if (command.refundType === 'scheduled') {
    const answer = { kind: 'answer', refundId: refund.id, waiters: waitersOf(context) } as const;
    return decided(withRefund(refunds, refund), [answer]);
  }
  const sent = { ...sendRefund(refund, context), waiters: waitersOf(context) };
  return decided(withRefund(refunds, sent), [{ kind: 'refund', refund: sent }]);
}

/** In the order of the wire: what is left, whether a void takes all of it, then what may be asked for at all. */
function checkAmount(refunds: PaymentRefunds, { amount }: RefundRequest, money: Money): Refusal | undefined {
  if (money.amount > refunds.charged.amount - refundedOf(refunds)) return refuse('refund_exceeds_charged');
  if (refunds.voidedBy !== null) return refuse('precondition_failed', { message: voidedText });
  if (money.amount === 0n) return refuse('invalid_format', { field: 'amount', expected: 'positive integer' });
  if (amount !== null && amount < leastAmount)
    return refuse('invalid_format', { field: 'amount', expected: `at least ${leastAmount}` });
  return undefined;
}

/** What was said wrongly, and what is too long ago. */
function checkRequest(
  { refundId, merchantId, namedMerchant = merchantId, paymentCreatedAt }: RefundRequest,
  { now }: DecideContext,
): Refusal | undefined {
  const wrong = (field: string, expected: string): Refusal => refuse('invalid_format', { field, expected });
  if (refundId.length > longestId) return wrong('refund_id', `length should be less than ${longestId} characters`);
  if (namedMerchant !== merchantId) return wrong('merchant_id', 'merchant_id from merchant account');
  const isOld = paymentCreatedAt !== undefined && now.getTime() - Date.parse(paymentCreatedAt) > refundableForMs;
  return isOld ? wrong('created_at', 'created_at not older than 365 days') : undefined;
}

/** As the wire counts: a refund more than the limit is let through. */
function checkRefunds(
  refunds: PaymentRefunds,
  { refundId, account: { connector }, method }: RefundRequest,
  { rules, paymentOf }: DecideContext,
): Refusal | undefined {
  if (refunds.refunds.length > rules.refundsPerPayment) return refuse('refund_limit_reached');
  if (method && !rules.canRefund(connector, method)) {
    return refuse('refund_not_supported', { type: method.paymentMethodType ?? method.paymentMethod, connector });
  }
  return refundIn(refunds, refundId) || paymentOf(refundId) !== undefined ? refuse('refund_exists') : undefined;
}

const newRefund = (
  { refundId, profileId, attemptId, account, reference, method, reason, metadata, splitRefunds }: RefundRequest,
  money: Money,
  { now, rules, newOperationId }: DecideContext,
): Refund<'scheduled'> => ({
  id: refundId,
  version: 0,
  operation: newOperationId(),
  profileId,
  attemptId,
  account,
  paymentReference: reference,
  cardNetwork: method?.cardNetwork ?? null,
  money,
  reason,
  metadata,
  splitRefunds,
  asked: 0,
  dueAt: later(now, rules.scheduledForMs),
  createdAt: now,
  modifiedAt: now,
  waiters: [],
  state: 'scheduled',
  facts: {},
});

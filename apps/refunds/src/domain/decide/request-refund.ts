import type { Refusal, RefundRequest } from '@payorch/contracts';
import { differing, firstRefusal, refuse } from '@payorch/contracts';
import { isSameValue, type Money } from '@payorch/kernel';
import { decided } from '@payorch/operations';
import type { DecideContext, Decision } from '../decision';
import { later } from '../decision';
import type { PaymentRefunds } from '../payment-refunds';
import { disputedOf, unrefundedPayment, refundedOf, refundIn, withCharged, withRefund } from '../payment-refunds';
import type { Refund } from '../refund';
import { sendRefund } from '../send-refund';
import { checkSplitRefund, splitRefundOf } from '../split-refund';

/** The lowest explicit amount, in minor units of any currency. */
const minAmount = 100n;
const maxIdLength = 30;
const refundableForMs = 365 * 86_400_000;

const voidedText = 'Refund void cannot be performed after a post-capture void has been issued';

/** Reserves the amount and sends the refund, at once or when it is due. The payment's row is the only place where money is reserved. */
export function requestRefund(
  known: PaymentRefunds | undefined,
  command: RefundRequest,
  context: DecideContext,
): Decision {
  const refunds = withCharged(known ?? unrefundedPayment(command, command.charged), command.charged);
  const money = { ...command.charged, amount: command.amount ?? command.charged.amount };
  const refusal = firstRefusal(rules, { refunds, command, money }, context);
  if (refusal) return refusal;
  const refund = newRefund(command, money, context);
  const { pendingReplies } = context;
  if (command.refundType === 'scheduled')
    return decided(withRefund(refunds, refund), [{ kind: 'reply', refundId: refund.id, pendingReplies }]);
  const sent = { ...sendRefund(refund, context), pendingReplies };
  return decided(withRefund(refunds, sent), [{ kind: 'refund', refundId: sent.id }]);
}

interface Requested {
  readonly refunds: PaymentRefunds;
  readonly command: RefundRequest;
  readonly money: Money;
}

type Rule = (requested: Requested, context: DecideContext) => Refusal | undefined;

const invalid = (field: string, expected: string): Refusal => refuse('invalid_format', { field, expected });

/** The refundable amount, which disputes lower, a post-capture void, then the format of the amount. */
const amountRules: readonly Rule[] = [
  ({ refunds, money }) =>
    money.amount > refunds.charged.amount - refundedOf(refunds) - disputedOf(refunds)
      ? refuse('refund_exceeds_charged', { path: 'amount' })
      : undefined,
  ({ refunds }) =>
    refunds.voidedBy === null ? undefined : refuse('precondition_failed', { message: voidedText, path: 'payment_id' }),
  ({ money }) => (money.amount === 0n ? invalid('amount', 'positive integer') : undefined),
  ({ command: { amount } }) =>
    amount !== null && amount < minAmount ? invalid('amount', `at least ${minAmount}`) : undefined,
];

/** The fields of the request and the age of the payment. */
const requestRules: readonly Rule[] = [
  ({ command: { refundId } }) =>
    refundId.length > maxIdLength
      ? invalid('refund_id', `length should be less than ${maxIdLength} characters`)
      : undefined,
  ({ command: { merchantId, namedMerchant = merchantId } }) =>
    namedMerchant === merchantId ? undefined : invalid('merchant_id', 'merchant_id from merchant account'),
  ({ command: { paymentCreatedAt } }, { now }) =>
    paymentCreatedAt !== undefined && now.getTime() - Date.parse(paymentCreatedAt) > refundableForMs
      ? invalid('created_at', 'created_at not older than 365 days')
      : undefined,
  ({ command }) => checkSplitRefund(command),
];

const checkSupport: Rule = ({ command: { account, method } }, { rules }) =>
  method && !rules.canRefund(account.connector, method)
    ? refuse('refund_not_supported', {
        type: method.paymentMethodType ?? method.paymentMethod,
        connector: account.connector,
        path: 'payment_id',
      })
    : undefined;

/** The interface accepts one refund above the limit, so this check does too. */
const checkLimit: Rule = ({ refunds }, { rules }) =>
  refunds.refunds.length > rules.maxRefundsPerPayment
    ? refuse('refund_limit_reached', { path: 'payment_id' })
    : undefined;

const checkUnused: Rule = ({ refunds, command }, { paymentOf }) => {
  const { refundId } = command;
  const earlier = refundIn(refunds, refundId);
  const path = 'refund_id';
  if (earlier) return refuse('refund_exists', { ...differing(differingFields(earlier, command)), path });
  return paymentOf(refundId) === undefined
    ? undefined
    : refuse('refund_exists', { ...differing(['payment_id']), path });
};

/** In the order of the interface. */
const rules: readonly Rule[] = [...amountRules, ...requestRules, checkLimit, checkSupport, checkUnused];

/** The wire names of the fields with another value than the refund of the same id; an absent amount is the whole charge. */
function differingFields(earlier: Refund, command: RefundRequest): readonly string[] {
  const isSame = {
    amount: earlier.money.amount === (command.amount ?? command.charged.amount),
    reason: isSameValue(earlier.reason, command.reason),
    metadata: isSameValue(earlier.metadata, command.metadata),
    split_refunds: isSameValue(earlier.splitRefunds, command.splitRefunds),
  };
  return Object.entries(isSame).flatMap(([name, same]) => (same ? [] : [name]));
}

const newRefund = (
  command: RefundRequest,
  money: Money,
  { now, rules, newOperationId }: DecideContext,
): Refund<'scheduled'> => ({
  id: command.refundId,
  version: 0,
  operation: newOperationId(),
  profileId: command.profileId,
  attemptId: command.attemptId,
  account: command.account,
  paymentReference: command.reference,
  cardNetwork: command.method?.cardNetwork ?? null,
  money,
  reason: command.reason,
  metadata: command.metadata,
  splitRefunds: command.splitRefunds,
  splitRefund: splitRefundOf(command),
  syncCount: 0,
  dueAt: later(now, rules.scheduledDelayMs),
  createdAt: now,
  modifiedAt: now,
  pendingReplies: [],
  state: 'scheduled',
  facts: {},
});

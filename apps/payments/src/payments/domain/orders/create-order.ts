import type { DataOf, paymentCreateOrder, Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { OperationId } from '@payorch/kernel';
import { isZero } from '@payorch/kernel';
import { isIn } from '../attempts/attempt';
import { checkCaller } from '../client/caller';
import type { DecideContext, Decision, NamedAccount } from '../decision';
import { decided, pendingRepliesOf, unchanged } from '../decision';
import { refuseDeletedCustomer } from '../fields';
import { orderAt, orderSync, type OrderTerms, orderTermsOf } from './orders';
import type { Order } from './order';
import type { Payment, PendingReply } from '../payment';
import { activeAttempt, netAmount } from '../payment';
import { cannot } from '../state-refusals';
import { pricedWith } from '../terms/surcharge';

const action = 'create a session token for';

/** A browser causes a call with each order that its processor refuses. */
const maxOrders = 20;

/**
 * Creates an order at the account, or replies with the one that the payment has there for its present sum. While an order is
 * under way, a second request syncs it.
 */
export function createOrder(
  payment: Payment | undefined,
  { caller, merchantConnectorId }: DataOf<typeof paymentCreateOrder>,
  context: DecideContext,
): Decision {
  if (!payment) return refuse('payment_not_found');
  const refusal = checkCaller(payment, caller, context.now) ?? checkOrderable(payment, context);
  if (refusal) return refusal;
  const account = context.accounts.account(merchantConnectorId);
  if (!account || account.profileId !== payment.profileId) {
    return refuse('connector_account_not_found', { reason: merchantConnectorId });
  }
  const { payment: priced } = pricedWith(payment, orderedMethod, context.settings.merchantRules?.surcharge);
  const present = orderAt(priced, account);
  if (present?.state === 'created') {
    return unchanged([{ kind: 'reply', pendingReplies: callersFor(present.operation, context) }]);
  }
  if (present) return decided(waitingFor(present.operation, payment, context), [orderSync(payment, present)]);
  return payment.orders.length < maxOrders
    ? newOrder({ payment, terms: orderTermsOf(priced), account }, context)
    : cannot(action, payment, `has ${maxOrders} orders`);
}

function checkOrderable(payment: Payment, { records: { customer } }: DecideContext): Refusal | undefined {
  const deleted = refuseDeletedCustomer(payment, customer);
  if (deleted) return deleted;
  if (!isIn(activeAttempt(payment), 'payment_method_awaited', 'confirmation_awaited')) return cannot(action, payment);
  if (isZero(netAmount(payment))) {
    return refuse('not_implemented', { message: 'post_session_tokens of an amount of zero is not implemented' });
  }
  return payment.terms.splitAt === null
    ? undefined
    : refuse('not_implemented', { message: 'post_session_tokens of a split payment is not implemented' });
}

/** The payment method of an order: its sum has the surcharge of that. */
const orderedMethod = { paymentMethod: 'wallet', paymentMethodType: 'paypal', cardNetwork: null } as const;

interface Ordered {
  readonly payment: Payment;
  readonly terms: OrderTerms;
  readonly account: NamedAccount;
}

function newOrder(
  { payment, terms, account: { connector, merchantConnectorId } }: Ordered,
  context: DecideContext,
): Decision {
  const order: Order = {
    ...terms,
    operation: context.newOperationId(),
    attemptId: activeAttempt(payment).id,
    account: { connector, merchantConnectorId },
    state: 'pending',
    reference: null,
    error: null,
    modifiedAt: context.now,
  };
  const { operation: id, attemptId, account, money, capture } = order;
  return decided({ ...waitingFor(id, payment, context), orders: [...payment.orders, order] }, [
    { kind: 'create_order', operation: { id, attemptId, account }, money, capture },
  ]);
}

/** The caller sees the order of its own request, whatever other orders the payment has. */
const callersFor = (operation: OperationId, context: DecideContext): readonly PendingReply[] =>
  pendingRepliesOf(context).map((pendingReply) => ({ ...pendingReply, view: { kind: 'order', operation } }));

const waitingFor = (operation: OperationId, payment: Payment, context: DecideContext): Payment => ({
  ...payment,
  pendingReplies: [...payment.pendingReplies, ...callersFor(operation, context)],
});

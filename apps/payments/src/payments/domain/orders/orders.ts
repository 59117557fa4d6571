import type { AccountRef, Refusal, StraightThrough } from '@payorch/contracts';
import type { AuthorizeOperation } from '@payorch/operations';
import { refuse } from '@payorch/contracts';
import { digestOf, equals } from '@payorch/kernel';
import { isRequested } from '@payorch/routing-rules';
import type { Effect } from '../decision';
import type { Order } from './order';
import type { Payment } from '../payment';
import { activeAttempt, isManual, netAmount } from '../payment';
import { cannot } from '../state-refusals';
import { requestedExtrasOf } from '../payment';
import { narrowedStraightThrough } from '../terms/straight-through';

export type OrderTerms = Pick<Order, 'money' | 'requested' | 'capture'>;

/** What an order of the payment asks for at present. */
export const orderTermsOf = (payment: Payment): OrderTerms => ({
  money: netAmount(payment),
  ...(payment.ruled?.surcharge && { requested: netAmount({ ...payment, extras: requestedExtrasOf(payment) }) }),
  capture: isManual(payment.captureMethod) ? 'manual' : 'automatic',
});

/** Whether the order asks for what the payment would charge: its processor charges an order for exactly its own sum. */
function isForCharge(payment: Payment, { money, capture }: Order): boolean {
  const terms = orderTermsOf(payment);
  return equals(money, terms.money) && capture === terms.capture;
}

/** Whether the order still asks for what the payment does; before a confirmation names it, the payment lacks the order's surcharge. */
export function fitsPayment(payment: Payment, order: Order): boolean {
  const { money, requested = money, capture } = order;
  const terms = orderTermsOf(payment);
  return equals(requested, terms.requested ?? terms.money) && capture === terms.capture;
}

/** The order under way or created for the payment as it is now. */
export const presentOrder = (payment: Payment): Order | undefined =>
  payment.orders.findLast((one) => one.state !== 'failed' && fitsPayment(payment, one));

/** The order under way or created at the account for what the payment would charge. */
export const orderAt = (payment: Payment, { merchantConnectorId }: AccountRef): Order | undefined =>
  payment.orders.findLast(
    (one) =>
      one.state !== 'failed' && isForCharge(payment, one) && one.account.merchantConnectorId === merchantConnectorId,
  );

/** The sync of an order under way. */
export const orderSync = (payment: Payment, { operation: id, attemptId, account, money }: Order): Effect => ({
  kind: 'sync',
  flow: 'create_order',
  operation: { id, attemptId, account },
  reference: null,
  money,
  round: payment.version,
});

/** The order that the confirmation names; undefined where it names none, or none of this payment. */
function confirmedOrder(payment: Payment): Order | undefined {
  const named = activeAttempt(payment).method?.orderDigest;
  return named === undefined
    ? undefined
    : payment.orders.find(({ reference }) => reference !== null && digestOf(reference) === named);
}

/**
 * Refuses a confirmation whose order is not this payment's, or is not for its present sum. An order of another payment and one
 * that does not exist get the same refusal. A recurring charge pays no order.
 */
export function refuseOrder(payment: Payment): Refusal | undefined {
  if (activeAttempt(payment).method?.orderDigest === undefined) return undefined;
  const order = payment.recurring === null ? confirmedOrder(payment) : undefined;
  if (!order) return refuse('invalid_value', { field: 'payment_method_data.wallet.paypal_sdk.token' });
  if (!isForCharge(payment, order)) return cannot('confirm', payment, 'has changed since its order was created');
  const requested = narrowedStraightThrough(payment);
  return requested === null || isRequested(requested, order.account) ? undefined : refuse('no_eligible_connector');
}

/** The order that an authorization pays. */
export const orderReferenceOf = (payment: Payment): Pick<AuthorizeOperation, 'orderReference'> => {
  const order = confirmedOrder(payment);
  return order?.reference ? { orderReference: order.reference } : {};
};

/** An order is at one account: its confirmation goes to that account or to none. */
export function straightToOrder(payment: Payment): StraightThrough | null {
  const order = confirmedOrder(payment);
  return order ? { kind: 'accounts', algorithm: 'single', accounts: [{ ...order.account }] } : null;
}

import type { AccountRef, AuthorizeOperation, Refusal, StraightThrough } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { OperationId } from '@payorch/kernel';
import { digestOf, equals } from '@payorch/kernel';
import { isRequested } from '@payorch/routing-rules';
import type { Effect } from '../decision';
import type { Order, Payment } from '../payment';
import { activeAttempt, isManual, netAmount } from '../payment';
import { cannot } from '../state-refusals';
import { narrowedStraightThrough } from '../terms/straight-through';

/** What an order of the payment asks for at present. */
export const orderTermsOf = (payment: Payment): Pick<Order, 'money' | 'capture'> => ({
  money: netAmount(payment),
  capture: isManual(payment.captureMethod) ? 'manual' : 'automatic',
});

/** Whether the order still asks for what the payment does: its processor charges an order for exactly its own sum. */
export function fitsPayment(payment: Payment, { money, capture }: Order): boolean {
  const terms = orderTermsOf(payment);
  return equals(money, terms.money) && capture === terms.capture;
}

export const orderIn = ({ orders }: Payment, operation: OperationId): Order | undefined =>
  orders.find((one) => one.operation === operation);

/** The order under way or created for the payment as it is now; at `account`, if it is given. */
export const presentOrder = (payment: Payment, account?: AccountRef): Order | undefined =>
  payment.orders.findLast(
    (one) =>
      one.state !== 'failed' &&
      fitsPayment(payment, one) &&
      (account === undefined || one.account.merchantConnectorId === account.merchantConnectorId),
  );

export const withOrder = (payment: Payment, changed: Order): Payment => ({
  ...payment,
  orders: payment.orders.map((one) => (one.operation === changed.operation ? changed : one)),
});

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
  if (!fitsPayment(payment, order)) return cannot('confirm', payment, 'has changed since its order was created');
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

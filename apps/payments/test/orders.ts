import type { Outcome, PaymentFields, SealedData } from '@payorch/contracts';
import { digestOf } from '@payorch/kernel';
import { confirmPayment } from '../src/payments/domain/decide/confirm-payment';
import { createOrder } from '../src/payments/domain/orders/create-order';
import { updatePayment } from '../src/payments/domain/decide/update-payment';
import type { Decision, NamedAccount } from '../src/payments/domain/decision';
import type { Order } from '../src/payments/domain/orders/order';
import type { Payment, View } from '../src/payments/domain/payment';
import { viewFor } from '../src/payments/queries/payment/view-for';
import {
  aCard,
  aContext,
  aPayment,
  aProfile,
  firstAccount,
  later,
  merchantId,
  paymentId,
  paymentOf,
  profileId,
  receive,
  rules,
  secondAccount,
  type ContextChanges,
} from './builders';
import { pendingReplyNamed } from './replies';

export const about = { merchantId, paymentId };
export const merchant = { kind: 'merchant' } as const;
export const accounts: readonly NamedAccount[] = [firstAccount, secondAccount].map((one) => ({ ...one, profileId }));
/** The context of a decision this many seconds after the beginning, with a caller named after them. */
export const at = (seconds: number, changes: ContextChanges = {}) =>
  aContext({
    now: later(seconds),
    account: (id) => accounts.find(({ merchantConnectorId }) => merchantConnectorId === id),
    pendingReply: { ...pendingReplyNamed(`r${seconds}`), view: { kind: 'order' } },
    ...changes,
  });
/** Requests an order of the payment. */
export const order = (payment: Payment, seconds = 3, account = firstAccount, changes: ContextChanges = {}): Decision =>
  createOrder(
    payment,
    { ...about, caller: merchant, merchantConnectorId: account.merchantConnectorId },
    at(seconds, changes),
  );
export const lastOrder = ({ orders }: Payment): Order => orders.at(-1)!;
/** Applies an outcome to the last order. */
export const receiveOrderOutcome = (payment: Payment, outcome: Outcome, source: 'call' | 'sync' = 'call'): Decision =>
  receive(payment, outcome, { flow: 'create_order', operationId: lastOrder(payment).operation, source }, at(4));
/** The outcome of the last order: the processor numbers the orders of the payment. */
export const created = (payment: Payment): Outcome => ({
  kind: 'order_created',
  reference: `order_${payment.orders.length}`,
  money: lastOrder(payment).money,
});
/** A payment with an order under way. */
export const pending = (payment: Payment = aPayment.withoutMethod(), seconds = 3): Payment =>
  paymentOf(order(payment, seconds));
/** A payment with a created order. */
export const ordered = (payment: Payment = aPayment.withoutMethod(), seconds = 3): Payment => {
  const open = pending(payment, seconds);
  return paymentOf(receiveOrderOutcome(open, created(open)));
};
/** The step that a caller sees. */
export const shown = (payment: Payment, view: View = { kind: 'order' }): unknown =>
  JSON.parse(
    viewFor(payment, view, {
      settings: {
        profile: () => aProfile,
        merchant: () => undefined,
        global: { gsmRule: () => undefined, config: () => undefined },
      },
      rules,
    }).toString(),
  );
export const update = (payment: Payment, fields: Partial<PaymentFields>): Payment =>
  paymentOf(
    updatePayment(
      payment,
      { ...about, caller: merchant, confirm: null, fields: { details: {}, ...fields }, callerIp: null },
      at(5),
    ),
  );
export const sealedMethodData: SealedData = { reference: aCard.reference, sealed: 'sealed' };
/** The fields of a confirmation by an order. */
export const byOrder = (reference: string): PaymentFields => ({
  paymentMethod: 'wallet',
  paymentMethodType: 'paypal',
  sealedMethodData,
  details: {},
  orderDigest: digestOf(reference),
});
export const confirm = (payment: Payment, fields: PaymentFields): Decision =>
  confirmPayment(payment, { ...about, caller: merchant, fields, callerIp: null }, at(6));
/** The step that follows an order; null while there is none. */
export const step = (orderId: string | null) => ({
  payment_id: paymentId,
  next_action: orderId && {
    type: 'invoke_sdk_client',
    next_action_data: { next_action: 'complete_authorize', order_id: orderId },
  },
  status: 'requires_payment_method',
});

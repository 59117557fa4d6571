import type { Refusal } from '../../../kit/calls/refusal';
import type { Variation } from '../../../kit/faults/plan';
import type { Moment } from '../../../kit/moment';
import type { Order } from '../order';
import type { Decision } from '../payment';
import { orderCompleted, orderDiffers, orderNotApproved, orderNotFound } from '../refusals';
import { createPayment, type PaymentRequest } from './create-payment';

function refusalOf(
  order: Order,
  { connector, account, amount, currency, capture }: PaymentRequest,
): Refusal | undefined {
  if (order.connector !== connector || order.account !== account) return orderNotFound;
  if (order.status === 'completed') return orderCompleted;
  if (order.amount !== amount || order.currency !== currency || order.capture !== capture) return orderDiffers;
  return order.status === 'approved' ? undefined : orderNotApproved;
}

/** Authorizes or charges an approved order, once and for exactly its sum. A refused call leaves the order as it is. */
export function payOrder(
  order: Order | undefined,
  request: PaymentRequest,
  moment: Moment,
  variation: Variation,
): Decision {
  const refusal = order ? refusalOf(order, request) : orderNotFound;
  if (!order || refusal) return { refusal: refusal ?? orderNotFound };
  return { ...createPayment(request, moment, variation), order: { ...order, status: 'completed' } };
}

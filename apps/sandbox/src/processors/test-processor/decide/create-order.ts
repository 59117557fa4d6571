import type { Variation } from '../../../kit/faults/plan';
import type { Moment } from '../../../kit/moment';
import type { Order } from '../order';
import type { Decision } from '../payment';

export type OrderRequest = Pick<Order, 'connector' | 'account' | 'reference' | 'amount' | 'currency' | 'capture'>;

/** Always creates a new order, as at a processor without idempotency keys: the ledger shows an order that is sent twice. */
export const createOrder = (
  request: OrderRequest,
  { nowMs, newId }: Moment,
  { amountDelta = 0 }: Variation,
): Decision => ({
  order: { ...request, id: newId('order'), status: 'created', amount: request.amount + amountDelta, createdMs: nowMs },
});

/** The customer approves the order on its page. */
export const approveOrder = (order: Order): Decision =>
  order.status === 'created' ? { order: { ...order, status: 'approved' } } : {};

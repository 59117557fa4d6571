import type { Outcome } from '@payorch/contracts';
import type { FlowOperations } from '@payorch/connector-kit';
import { otherOperation, unknown, unseenStatus } from '@payorch/connector-kit';
import { equals } from '@payorch/kernel';
import type { WireOrder } from './wire';
import { moneyOf } from './wire';

/** The statuses of an order that exists, also after its approval and its payment. */
const existing = ['created', 'approved', 'completed'];

/** The outcome of the creation of an order, from the call or a lookup. */
export function orderOf(
  { id, status, amount, currency, reference }: WireOrder,
  requested: Pick<FlowOperations['createOrder'], 'id' | 'money'>,
): Outcome {
  if (reference && reference !== requested.id) return otherOperation(id);
  if (!existing.includes(status)) return unseenStatus(status, id);
  const money = moneyOf(amount, currency);
  if (!money) return unknown('UNSEEN_CURRENCY', 'The processor reports a currency that we do not know', id);
  return { kind: equals(money, requested.money) ? 'order_created' : 'mismatched', reference: id, money };
}

import type { Outcome } from '@payorch/contracts';
import { entryOf, otherOperation, unknown, unseenStatus } from '@payorch/connector-kit';
import type { Money, OperationId } from '@payorch/kernel';
import { equals } from '@payorch/kernel';
import { declinedBy } from '../errors';
import type { WireRefund } from './wire';
import { moneyOf } from './wire';

interface RequestedRefund {
  readonly id: OperationId;
  readonly money: Money;
}

function refunded(
  { id: reference, refund_amount, currency }: WireRefund,
  { money: requested }: RequestedRefund,
): Outcome {
  const money = moneyOf(refund_amount, currency);
  if (!money) return unknown('UNSEEN_CURRENCY', 'The processor reports a currency that we do not know', reference);
  return { kind: equals(money, requested) ? 'refunded' : 'mismatched', reference, money };
}

const readings: Readonly<Record<string, (refund: WireRefund, requested: RequestedRefund) => Outcome>> = {
  succeeded: refunded,
  processing: ({ id }) => ({ kind: 'accepted', reference: id }),
  failed: ({ id, error }) => declinedBy({ error: error ?? { code: '', message: '' } }, id),
};

/** The outcome of a refund. A refund that names another operation id is unknown. */
export function refundOf(refund: WireRefund, requested: RequestedRefund): Outcome {
  const { id, status, reference } = refund;
  if (reference && reference !== requested.id) return otherOperation(id);
  const read = entryOf(readings, status);
  return read ? read(refund, requested) : unseenStatus(status, id);
}

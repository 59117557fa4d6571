import type { Outcome } from '@payorch/contracts';
import { unknown } from '@payorch/connector-kit';
import type { Money, OperationId } from '@payorch/kernel';
import { equals } from '@payorch/kernel';
import { declinedBy } from './declines';
import type { WireRefund } from './wire';
import { moneyOf } from './wire';

interface Asked {
  readonly id: OperationId;
  readonly money: Money;
}

function given({ id: reference, refund_amount, currency }: WireRefund, { money: asked }: Asked): Outcome {
  const money = moneyOf(refund_amount, currency);
  if (!money) return unknown('UNSEEN_CURRENCY', 'The processor reports a currency that we do not know', reference);
  return { kind: equals(money, asked) ? 'refunded' : 'mismatched', reference, money };
}

const readings: Readonly<Record<string, (refund: WireRefund, asked: Asked) => Outcome>> = {
  succeeded: given,
  processing: ({ id }) => ({ kind: 'accepted', reference: id }),
  failed: ({ id, error }) => declinedBy({ error: error ?? { code: '', message: '' } }, id),
};

/** What a refund says of itself. One that names another operation of ours is no answer to this one. */
export function refundOf(refund: WireRefund, asked: Asked): Outcome {
  const { id, status, reference } = refund;
  if (reference && reference !== asked.id)
    return unknown('OTHER_REFERENCE', 'The processor answered for another operation', id);
  const read = Object.hasOwn(readings, status) ? readings[status] : undefined;
  return read
    ? read(refund, asked)
    : unknown('UNSEEN_STATUS', `The processor's status ${status.slice(0, 64)} is none that we know`, id);
}

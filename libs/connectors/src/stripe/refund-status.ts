import type { Outcome } from '@payorch/contracts';
import type { RefundOperation } from '@payorch/connector-kit';
import { unknown } from '@payorch/connector-kit';
import { equals } from '@payorch/kernel';
import { moneyOf } from './amounts';
import { declinedBy } from './declines';
import { accepted, unseen } from './status';
import type { WireRefund } from './wire';

type Asked = Pick<RefundOperation, 'id' | 'money'>;

const failed = ({ id, failure_reason, status }: WireRefund): Outcome =>
  declinedBy(
    { type: 'refund_error', code: failure_reason ?? `refund_${status ?? 'failed'}`, message: reasonOf(failure_reason) },
    id,
  );

/** `lost_or_stolen_card` is all that Stripe says. */
const reasonOf = (reason: string | null | undefined): string =>
  reason ? `The refund failed: ${reason.replaceAll('_', ' ')}` : 'The refund failed';

const refunds: Readonly<Record<string, (refund: WireRefund, asked: Asked) => Outcome>> = {
  succeeded(refund, { money }) {
    const given = moneyOf(refund.amount, refund.currency);
    if (!given) return unknown('UNSEEN_AMOUNT', 'The processor reports a sum that we cannot read', refund.id);
    return equals(given, money)
      ? { kind: 'refunded', reference: refund.id, money: given }
      : { kind: 'mismatched', reference: refund.id, money: given };
  },
  pending: accepted,
  // The customer is asked where the money is to go, or a person at Stripe looks at it.
  requires_action: ({ id }) => ({ kind: 'under_review', reference: id }),
  failed,
  canceled: failed,
};

/** What a refund says of itself. One that names another operation of ours is no answer to this one. */
export function refundOf(refund: WireRefund, asked: Asked): Outcome {
  const named = refund.metadata?.['operation_id'];
  if (named && named !== asked.id) {
    return unknown('OTHER_REFERENCE', 'The processor answered for another operation', refund.id);
  }
  const { id, status } = { ...refund, status: refund.status ?? '' };
  const read = Object.hasOwn(refunds, status) ? refunds[status] : undefined;
  return read ? read(refund, asked) : unseen({ id, status });
}

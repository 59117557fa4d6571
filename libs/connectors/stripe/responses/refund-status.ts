import type { Outcome } from '@payorch/contracts';
import type { FlowOperations } from '@payorch/connector-kit';
import { entryOf, otherOperation, unknown } from '@payorch/connector-kit';
import { equals } from '@payorch/kernel';
import { moneyOf } from '../amounts';
import { declinedBy } from '../errors';
import { accepted, unseen } from './status';
import type { WireRefund } from './wire';

type RequestedRefund = Pick<FlowOperations['refund'], 'id' | 'money'>;

const failed = ({ id, failure_reason, status }: WireRefund): Outcome =>
  declinedBy(
    { type: 'refund_error', code: failure_reason ?? `refund_${status ?? 'failed'}`, message: reasonOf(failure_reason) },
    id,
  );

/** Stripe gives only a code such as `lost_or_stolen_card`. */
const reasonOf = (reason: string | null | undefined): string =>
  reason ? `The refund failed: ${reason.replaceAll('_', ' ')}` : 'The refund failed';

const refunds: Readonly<Record<string, (refund: WireRefund, requested: RequestedRefund) => Outcome>> = {
  succeeded(refund, { money }) {
    const reported = moneyOf(refund.amount, refund.currency);
    if (!reported) return unknown('UNSEEN_AMOUNT', 'The processor reports a sum that we cannot read', refund.id);
    return equals(reported, money)
      ? { kind: 'refunded', reference: refund.id, money: reported }
      : { kind: 'mismatched', reference: refund.id, money: reported };
  },
  pending: accepted,
  // The customer must name a bank account, or Stripe reviews the refund.
  requires_action: ({ id }) => ({ kind: 'under_review', reference: id }),
  failed,
  canceled: failed,
};

/** The outcome of a refund. A refund that names another operation id is unknown. */
export function refundOf(refund: WireRefund, requested: RequestedRefund): Outcome {
  const named = refund.metadata?.['operation_id'];
  if (named && named !== requested.id) return otherOperation(refund.id);
  const { id, status } = { ...refund, status: refund.status ?? '' };
  const read = entryOf(refunds, status);
  return read ? read(refund, requested) : unseen({ id, status });
}

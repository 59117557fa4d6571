import {
  amountFormats,
  entryOf,
  otherOperation,
  outcomeForPayout,
  unknown,
  unseenStatus,
} from '@payorch/connector-kit';
import type { Outcome } from '@payorch/contracts';
import type { Money, OperationId } from '@payorch/kernel';
import { isCurrency } from '@payorch/kernel';
import { declinedBecause } from '../errors';
import type { WireTransfer } from './wire';

interface Requested {
  readonly id: OperationId;
  readonly money: Money;
}
type Reading = (transfer: WireTransfer, requested: Requested) => Outcome;

const accepted: Reading = ({ id }) => ({ kind: 'accepted', reference: id });

const withAmount =
  (kind: 'initiated' | 'paid'): Reading =>
  ({ id, amount: { currency, value } }, { money }) => {
    const reported = isCurrency(currency) ? amountFormats.minor_integer.read(value, currency) : undefined;
    if (!reported) return unknown('UNSEEN_AMOUNT', 'The processor reports an amount that we cannot read', id);
    return outcomeForPayout(kind, id, reported, money);
  };

/** A booked transfer that fails has left the balance account, and comes back to it. */
const failed: Reading = (transfer) =>
  transfer.events?.some(({ status }) => status === 'booked')
    ? { kind: 'reversed', reference: transfer.id }
    : declinedBecause(transfer);

/**
 * The statuses of transfers to banks and cards (docs.adyen.com/payouts/payout-service/payout-webhooks). `booked`: Adyen has debited
 * the balance account and sent the money. That the recipient's bank has it (`tracking`) is known of some banks only, and changes no
 * status, so a booked transfer counts as paid until it is returned.
 */
const readings: Readonly<Record<string, Reading>> = {
  received: accepted,
  pending: accepted,
  pendingApproval: accepted,
  approvalPending: accepted,
  pendingExecution: accepted,
  authorised: withAmount('initiated'),
  booked: withAmount('paid'),
  refused: declinedBecause,
  rejected: declinedBecause,
  error: declinedBecause,
  failed,
  returned: ({ id }) => ({ kind: 'reversed', reference: id }),
  expired: ({ id }) => ({ kind: 'expired', reference: id }),
  cancelled: ({ id }) => ({ kind: 'voided', reference: id }),
};

/** The outcome of the payout that a transfer shows. A transfer with another reference is unknown. */
export function transferOf(transfer: WireTransfer, requested: Requested): Outcome {
  const { id, reference, status } = transfer;
  if (reference && reference !== requested.id) return otherOperation(id);
  const read = entryOf(readings, status);
  return read ? read(transfer, requested) : unseenStatus(status, id);
}

import {
  amountFormats,
  entryOf,
  errorOf,
  otherOperation,
  outcomeForPayout,
  type PayoutSyncOperation,
  unknown,
  unseenStatus,
} from '@payorch/connector-kit';
import type { Outcome } from '@payorch/contracts';
import { isCurrency, type Money } from '@payorch/kernel';
import type { WireTransfer } from './wire';

/** A transfer in a state, with its amount where Wise names it. */
export interface TransferState {
  readonly reference: string;
  readonly state: string;
  readonly money: Money;
}
type Reading = (transfer: TransferState, requested: PayoutSyncOperation) => Outcome;
type Readings = Readonly<Record<string, Reading>>;

const pending: Reading = ({ reference }) => ({ kind: 'accepted', reference });
const voided: Reading = ({ reference }) => ({ kind: 'voided', reference });
const reversed: Reading = ({ reference }) => ({ kind: 'reversed', reference });
const paid: Reading = ({ reference, money }, requested) => outcomeForPayout('paid', reference, money, requested.money);
const created: Reading = ({ reference, money }, requested) =>
  outcomeForPayout('payout_created', reference, money, requested.money);
/** Our payout sends no money before its creation is known: another client of Wise funded the transfer, and a person must look at it. */
const fundedElsewhere: Reading = ({ reference }) =>
  unknown('FUNDED_ELSEWHERE', 'The transfer was funded, and not by us', reference);
const notCancelled: Reading = ({ reference, state }) => ({
  kind: 'declined',
  reference,
  error: errorOf('NOT_CANCELLED', `The transfer was not cancelled: it is ${state}`),
  retry: 'never',
});

/**
 * What each state says of a funding. A transfer that waits for its payment is no proof that the funding never came, and one that
 * bounced back is sent again or refunded.
 */
const fundings: Readings = {
  incoming_payment_waiting: pending,
  incoming_payment_initiated: pending,
  processing: pending,
  funds_converted: pending,
  bounced_back: pending,
  outgoing_payment_sent: paid,
  cancelled: voided,
  funds_refunded: reversed,
  charged_back: reversed,
};

const ofEach = (reading: Reading): Readings =>
  Object.fromEntries(Object.keys(fundings).map((state) => [state, reading]));

const creations: Readings = {
  ...ofEach(fundedElsewhere),
  incoming_payment_waiting: created,
  incoming_payment_initiated: created,
  cancelled: voided,
};

/** Only a transfer without its payment can be cancelled: while it waits, the cancellation has not come. */
const cancellations: Readings = {
  ...ofEach(notCancelled),
  incoming_payment_waiting: () => ({ kind: 'absent' }),
  cancelled: voided,
};

/** A transfer says nothing of the steps before it. */
const readings: { readonly [Flow in PayoutSyncOperation['flow']]?: Readings } = {
  payout_create: creations,
  payout_fulfill: fundings,
  payout_cancel: cancellations,
};

/** The outcome of a step of a payout from the state of its transfer. */
export function stepOf(transfer: TransferState, requested: PayoutSyncOperation): Outcome {
  const { reference, state } = transfer;
  if (requested.reference !== null && requested.reference !== reference) return otherOperation(reference);
  const read = entryOf(readings[requested.flow] ?? {}, state);
  return read ? read(transfer, requested) : unseenStatus(state, reference);
}

const moneyOf = ({ targetCurrency: currency, targetValue }: WireTransfer): Money | undefined =>
  isCurrency(currency) ? amountFormats.major_number.read(targetValue, currency) : undefined;

/** The same from the transfer itself. */
export function transferOutcome(transfer: WireTransfer, requested: PayoutSyncOperation): Outcome {
  const { id: reference, status: state } = transfer;
  const money = moneyOf(transfer);
  if (!money) return unknown('UNSEEN_AMOUNT', 'The processor reports an amount that we cannot read', reference);
  return stepOf({ reference, state, money }, requested);
}

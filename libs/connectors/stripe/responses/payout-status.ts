import type { Outcome } from '@payorch/contracts';
import type { FlowOperations } from '@payorch/connector-kit';
import { entryOf, otherOperation, outcomeForPayout, unknown } from '@payorch/connector-kit';
import { equals } from '@payorch/kernel';
import { moneyOf } from '../amounts';
import { declinedBy } from '../errors';
import type { ExternalAccount, Payout, Recipient, Reversal, Transfer } from './payout-wire';
import { unseen, voided } from './status';

type Requested = Pick<FlowOperations['payoutSync'], 'id' | 'money'>;

/** The outcome for the reported amount of a transfer or a payout, which may not name another operation. */
function outcomeFor(
  kind: Parameters<typeof outcomeForPayout>[0],
  { id: reference, amount, currency, metadata }: Transfer | Payout,
  { id, money }: Requested,
): Outcome {
  const named = metadata?.['operation_id'];
  if (named && named !== id) return otherOperation(reference);
  const reported = moneyOf(amount, currency);
  return reported
    ? outcomeForPayout(kind, reference, reported, money)
    : unknown('UNSEEN_AMOUNT', 'The processor reports a sum that we cannot read', reference);
}

export const createdBy = (transfer: Transfer, requested: Requested): Outcome =>
  outcomeFor('payout_created', transfer, requested);

/** The outcome of a reversal's call: a reversal of another sum leaves money with the recipient. */
export function reversedBy(
  { amount, currency }: Reversal,
  { money, reference }: { money: Requested['money']; reference: string },
): Outcome {
  const reported = moneyOf(amount, currency);
  return reported && equals(reported, money)
    ? voided({ id: reference })
    : unknown('OTHER_AMOUNT', 'The processor reversed another sum than the payout', reference);
}

export const cancelledBy = (transfer: Transfer): Outcome => (transfer.reversed ? voided(transfer) : { kind: 'absent' });

/** The money of a failed or cancelled payout is on the recipient's account at Stripe, so no other account may pay it. */
const failed = ({ id, status, failure_code, failure_message }: Payout): Outcome =>
  declinedBy(
    {
      type: 'payout_error',
      code: failure_code ?? `payout_${status}`,
      message: failure_message ?? `The payout has ended with the status ${status}`,
    },
    id,
  );

const payouts: Readonly<Record<string, (payout: Payout, requested: Requested) => Outcome>> = {
  paid: (payout, requested) =>
    payout.reversed_by ? { kind: 'reversed', reference: payout.id } : outcomeFor('paid', payout, requested),
  pending: (payout, requested) => outcomeFor('initiated', payout, requested),
  in_transit: (payout, requested) => outcomeFor('initiated', payout, requested),
  failed,
  canceled: failed,
};

/** The outcome of a payout. One that failed after it was paid has the same status: Stripe took it back within days. */
export function payoutOf(payout: Payout, requested: Requested): Outcome {
  const named = payout.metadata?.['operation_id'];
  if (named && named !== requested.id) return otherOperation(payout.id);
  const read = entryOf(payouts, payout.status);
  return read ? read(payout, requested) : unseen(payout);
}

/** Whether the recipient can be paid to this account of theirs, as the connected account shows it. */
function readinessOf(recipient: Recipient | undefined, reference: string): Outcome {
  const reason = recipient?.requirements?.disabled_reason ?? '';
  if (reason.startsWith('rejected.')) {
    return declinedBy({ type: 'account_error', code: reason, message: 'Stripe rejected the recipient' }, reference);
  }
  const isReady = recipient?.capabilities?.transfers === 'active' && recipient.payouts_enabled === true;
  return { kind: isReady ? 'prepared' : 'vendor_account_required', reference };
}

export const accountAdded = ({ id, account }: ExternalAccount): Outcome =>
  readinessOf(typeof account === 'object' && account !== null ? account : undefined, id);

/** The bank accounts and cards of a recipient that name an operation of ours. */
export const accountsIn = ({ external_accounts: accounts }: Recipient): [reference: string, operationId: string][] =>
  (accounts?.data ?? []).flatMap(({ id, metadata }) => {
    const named = metadata?.['operation_id'];
    return named ? [[id, named]] : [];
  });

export function recipientAccountOf(recipient: Recipient, { id }: Pick<Requested, 'id'>): Outcome {
  const own = accountsIn(recipient).find(([, operationId]) => operationId === id);
  if (own) return readinessOf(recipient, own[0]);
  return recipient.external_accounts?.has_more === false
    ? { kind: 'absent' }
    : unknown('NOT_LISTED', 'The processor does not list all accounts of the recipient', recipient.id);
}

import { readinessOf } from '../decide/recipients';
import type { ExternalAccount, Payout, Recipient, Transfer } from '../objects/records';
import { listView } from './charge.view';

/** `accounts`: as the API shows them. */
export function recipientFields(recipient: Recipient, accounts: readonly ExternalAccount[], views: readonly object[]) {
  const { transfers, payouts, currently_due } = readinessOf(recipient, accounts);
  return {
    capabilities: recipient.requested ? { transfers: transfers ? 'active' : 'inactive' } : {},
    details_submitted: transfers,
    external_accounts: listView(`/v1/accounts/${recipient.id}/external_accounts`, views),
    payouts_enabled: payouts,
    requirements: {
      currently_due,
      disabled_reason: recipient.rejected ?? (currently_due.length > 0 ? 'requirements.past_due' : null),
      eventually_due: currently_due,
      past_due: [],
    },
  };
}

export const transferFields = ({ id, amount, amount_reversed }: Transfer, reversals: readonly object[]) => ({
  balance_transaction: id.replace('tr_', 'txn_tr_'),
  destination_payment: id.replace('tr_', 'py_'),
  reversals: listView(`/v1/transfers/${id}/reversals`, reversals),
  reversed: amount_reversed === amount,
});

const dayS = 86_400;
export const payoutFields = ({ id, created, failure_code: failure }: Payout) => ({
  arrival_date: created + dayS,
  balance_transaction: id.replace('po_', 'txn_'),
  failure_balance_transaction: failure === null ? null : id.replace('po_', 'txn_f'),
  failure_message: failure === null ? null : `The payout failed: ${failure.replaceAll('_', ' ')}.`,
});

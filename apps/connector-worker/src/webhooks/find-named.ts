import type { connectorOperationsNamed, DataOf, NamedResources } from '@payorch/contracts';
import type { OpenedAccounts } from '../accounts/opened-accounts';
import { isOfPayout, type Operation } from '../domain/operation';
import type { OperationRepository } from '../persistence/operation.repository';

export type NamedQuery = DataOf<typeof connectorOperationsNamed>;

/** The payments and refunds of this account that an unsigned webhook names, each once. */
export async function findNamed(
  rows: Pick<OperationRepository, 'about'>,
  accounts: Pick<OpenedAccounts, 'idsOf'>,
  { merchantId, account, named }: NamedQuery,
): Promise<NamedResources> {
  const ids = accounts.idsOf(merchantId, account);
  const found = await Promise.all(named.map((name) => rows.about(merchantId, ids, name)));
  return resourcesOf(found.flat());
}

/** A relay, an authentication or a payout is no resource that the gateway could sync here: its own schedule syncs it. */
function resourcesOf(found: readonly Operation[]): NamedResources {
  const operations = found.filter((one) => one.relayId === null && one.authenticationId === null && !isOfPayout(one));
  const payments = operations.filter(({ flow }) => flow !== 'refund').map(({ paymentId }) => paymentId);
  const refunds = operations.flatMap(({ refund, paymentId }) =>
    refund ? [[refund.refundId, { refundId: refund.refundId, paymentId }] as const] : [],
  );
  return { payments: [...new Set(payments)], refunds: [...new Map(refunds).values()] };
}

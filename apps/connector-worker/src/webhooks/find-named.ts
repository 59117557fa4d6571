import type { connectorOperationsNamed, DataOf, NamedResources } from '@payorch/contracts';
import type { Operation } from '../domain/operation';
import type { OperationRepository } from '../persistence/operation.repository';

export type NamedQuery = DataOf<typeof connectorOperationsNamed>;

/** The payments and refunds of this account that an unsigned webhook names, each once. */
export async function findNamed(
  rows: Pick<OperationRepository, 'about'>,
  { merchantId, account, named }: NamedQuery,
): Promise<NamedResources> {
  const { merchantConnectorId } = account;
  const found = await Promise.all(named.map((name) => rows.about(merchantId, merchantConnectorId, name)));
  return resourcesOf(found.flat());
}

function resourcesOf(operations: readonly Operation[]): NamedResources {
  const payments = operations.filter(({ flow }) => flow !== 'refund').map(({ paymentId }) => paymentId);
  const refunds = operations.flatMap(({ refund, paymentId }) =>
    refund ? [[refund.refundId, { refundId: refund.refundId, paymentId }] as const] : [],
  );
  return { payments: [...new Set(payments)], refunds: [...new Map(refunds).values()] };
}

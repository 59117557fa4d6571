import { customerDelete } from '@payorch/contracts';
import type { CustomerId, MerchantId } from '@payorch/kernel';
import { keyOf } from '@payorch/kernel';
import type { Incoming } from '@payorch/platform/kafka';
import type { Sql } from '@payorch/platform/postgres';
import type { BatchCustomers } from '../../../customers/domain/batch-customers';
import { accountsWith } from '../../../customers/domain/customer-owners';
import { redactionDue } from '../../../customers/persistence/jobs';
import { findActiveMandates } from '../../../mandates/persistence/customers-mandates';
import type { BatchMandates } from '../../../mandates/persistence/mandates';
import { findRedactionPages, type DueRedaction } from '../redaction-pages';

const dataOf = <Data>(batch: readonly Incoming[], { type }: { readonly type: string }): readonly Data[] =>
  batch.filter(({ message }) => message.type === type).map(({ data }) => data as Data);

/** Queries the database only where the batch deletes a customer, or erases the payments of a deleted one. */
export async function loadDeletions(
  sql: Sql,
  batch: readonly Incoming[],
  shared: Pick<BatchCustomers, 'accountsSharing'> & { readonly mandates: BatchMandates },
): Promise<Partial<Pick<BatchCustomers, 'hasActiveMandate' | 'redactionPages'>>> {
  const deletions = dataOf<{ merchantId: MerchantId; customerId: CustomerId }>(batch, customerDelete);
  const due = dataOf<DueRedaction>(batch, redactionDue);
  const places = deletions.flatMap(({ merchantId, customerId }) =>
    accountsWith(shared, merchantId).map((account) => [account, customerId] as const),
  );
  const merchants = places.map(([account]) => account);
  const customerIds = places.map(([, customerId]) => customerId);
  const active = deletions.length > 0 ? await findActiveMandates(sql, merchants, customerIds) : undefined;
  return {
    ...(active && {
      hasActiveMandate: (merchantId, customerId) =>
        accountsWith(shared, merchantId).some((account) =>
          shared.mandates.isAnyActive(account, customerId, active.get(keyOf(account, customerId)) ?? []),
        ),
    }),
    ...(due.length > 0 && { redactionPages: await findRedactionPages(sql, due) }),
  };
}

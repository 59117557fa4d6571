import { connectorMandateReported, type DataOf } from '@payorch/contracts';
import type { Incoming } from '@payorch/platform/kafka';
import type { Sql } from '@payorch/platform/postgres';
import type { SharedMandates } from '../../../mandates/persistence/shared-mandates';
import { findReportedMandates } from '../../../mandates/persistence/reported-mandates';

/** Queries the database only where a processor reported a payment method in the batch. */
export async function loadReportedMandates(
  sql: Sql,
  batch: readonly Incoming[],
): Promise<Partial<Pick<SharedMandates, 'reportedMandates'>>> {
  const reports = batch
    .filter(({ message }) => message.type === connectorMandateReported.type)
    .map(({ data }) => data as DataOf<typeof connectorMandateReported>);
  return reports.length > 0 ? { reportedMandates: await findReportedMandates(sql, reports) } : {};
}

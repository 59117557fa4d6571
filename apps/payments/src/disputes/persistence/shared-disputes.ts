import { aggregateKindOf, type connectorDisputeReported, type DataOf } from '@payorch/contracts';
import type { Incoming } from '@payorch/platform/kafka';
import type { Sql } from '@payorch/platform/postgres';
import type { Dispute } from '../domain/dispute';
import { findReturnedSums, type PaymentRef, type ReturnedSums } from './returned-sums';

/** What the disputes of a batch share. */
export interface SharedDisputes {
  /** By the keys of the disputed payments. */
  readonly returned: ReadonlyMap<string, ReturnedSums>;
}

type Report = DataOf<typeof connectorDisputeReported>;

/** Queries the database only where a message of the batch is about a dispute. */
export async function loadSharedDisputes(
  sql: Sql,
  batch: readonly Incoming[],
  loading: Promise<ReadonlyMap<string, unknown>> | undefined,
): Promise<SharedDisputes> {
  const about = batch.filter(({ key }) => aggregateKindOf(key ?? '') === 'disputes');
  if (about.length === 0) return { returned: new Map() };
  const loaded = await loading;
  const payments = about.flatMap(({ key, data }): PaymentRef[] => {
    const known = loaded?.get(key!) as Dispute | undefined;
    const { merchantId, paymentId } = known ?? (data as Report);
    return paymentId ? [{ merchantId, paymentId }] : [];
  });
  return { returned: await findReturnedSums(sql, payments) };
}

import type { DataOf } from '@payorch/contracts';
import { paymentFilterValues, paymentList, paymentStatusCounts, refuse } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import type { Reply } from '@payorch/platform/kafka';
import type { Sql } from '@payorch/platform/postgres';
import { jsonReply } from '@payorch/platform/resources';
import type { RowSeals } from '@payorch/platform/sealing';
import { countByStatus, countPayments, findFilterValues, findPage } from '../persistence/list/payment-list';
import { listItem } from './payment-list.view';
import type { ViewParts } from './payment/view-context';
import { viewContextOf } from './payment/view-context';

export interface ListParts extends ViewParts {
  readonly seals: RowSeals;
  readonly read: <T>(merchantId: MerchantId, work: (sql: Sql) => Promise<T>) => Promise<T>;
}

/** A page of a merchant's payments, newest first by default. */
export async function listPayments(parts: ListParts, query: DataOf<typeof paymentList>): Promise<Reply> {
  const { merchantId, filters, page, withTotal } = query;
  const [payments, total] = await parts.read(merchantId, (sql) =>
    Promise.all([
      findPage(sql, parts.seals, merchantId, filters, page),
      withTotal ? countPayments(sql, parts.seals, merchantId, filters) : undefined,
    ]),
  );
  if (!payments) return refuse('payment_not_found');
  const data = payments.map((payment) => listItem(payment, viewContextOf(payment, parts)));
  return jsonReply(
    total === undefined ? { size: data.length, data } : { count: data.length, total_count: total, data },
  );
}

/** Every status of the interface, also those that no payment has. */
const statuses = [
  ...['succeeded', 'failed', 'cancelled', 'cancelled_post_capture', 'processing', 'requires_customer_action'],
  ...['requires_merchant_action', 'requires_payment_method', 'requires_confirmation', 'requires_capture'],
  ...['partially_captured', 'partially_captured_and_capturable', 'partially_authorized_and_requires_capture'],
  ...['partially_captured_and_processing', 'conflicted', 'expired', 'review'],
];

export async function countStatuses(parts: ListParts, query: DataOf<typeof paymentStatusCounts>): Promise<Reply> {
  const counts = await parts.read(query.merchantId, (sql) => countByStatus(sql, query));
  return jsonReply({ status_with_count: Object.fromEntries(statuses.map((status) => [status, counts[status] ?? 0])) });
}

export async function listFilterValues(parts: ListParts, query: DataOf<typeof paymentFilterValues>): Promise<Reply> {
  return jsonReply(await parts.read(query.merchantId, (sql) => findFilterValues(sql, query)));
}

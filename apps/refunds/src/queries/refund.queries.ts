import type { DataOf, FindGsmRule, Json } from '@payorch/contracts';
import {
  refundFilterValues,
  refundGet,
  refundList,
  refundObject,
  refundStatusCounts,
  refuse,
} from '@payorch/contracts';
import type { MerchantId, PaymentId } from '@payorch/kernel';
import type { MessageContext, Reply } from '@payorch/platform/kafka';
import type { Sql } from '@payorch/platform/postgres';
import { answering } from '@payorch/platform/shell';
import type { Refund } from '../domain/refund';
import { refundStatuses } from '../domain/refund.status';
import { snapshotOf } from '../messages/snapshot';
import { countByStatus, findFilterValues, findPage } from '../persistence/refund-list';
import type { RefundRepository } from '../persistence/refund.repository';

export interface QueryParts {
  readonly repository: Pick<RefundRepository, 'find'>;
  readonly gsmRule: FindGsmRule;
  readonly read: <T>(merchantId: MerchantId, work: (sql: Sql) => Promise<T>) => Promise<T>;
}

const reply = (body: Json): Reply => ({ kind: 'answer', body: Buffer.from(JSON.stringify(body)) });

const objectOf = (
  merchantId: MerchantId,
  { paymentId, refund }: { paymentId: PaymentId; refund: Refund },
  gsmRule: FindGsmRule,
): Json => refundObject(snapshotOf({ merchantId, paymentId }, refund, gsmRule));

async function getRefund(
  { repository, read, gsmRule }: QueryParts,
  query: DataOf<typeof refundGet>,
  { onlyProfile }: Pick<MessageContext, 'onlyProfile'>,
): Promise<Reply> {
  const { merchantId, refundId } = query;
  const found = await read(merchantId, (sql) => repository.find(sql, merchantId, refundId));
  const isHidden = found && onlyProfile !== undefined && found.refund.profileId !== onlyProfile;
  return found && !isHidden ? reply(objectOf(merchantId, found, gsmRule)) : refuse('refund_not_found');
}

async function listRefunds({ read, gsmRule }: QueryParts, query: DataOf<typeof refundList>): Promise<Reply> {
  const { refunds, total } = await read(query.merchantId, (sql) => findPage(sql, query));
  const data = refunds.map((found) => objectOf(query.merchantId, found, gsmRule));
  return reply({ count: data.length, total_count: total, data });
}

/** Counts every status of the interface, also those without refunds. */
async function countStatuses({ read }: QueryParts, query: DataOf<typeof refundStatusCounts>): Promise<Reply> {
  const counts = await read(query.merchantId, (sql) => countByStatus(sql, query));
  return reply({
    status_with_count: Object.fromEntries(refundStatuses.map((status) => [status, counts[status] ?? 0])),
  });
}

async function listFilterValues({ read }: QueryParts, query: DataOf<typeof refundFilterValues>): Promise<Reply> {
  return reply(await read(query.merchantId, (sql) => findFilterValues(sql, query)));
}

/** Every query of the service with its handler. */
export const queryHandlers = [
  answering(refundGet, getRefund),
  answering(refundList, listRefunds),
  answering(refundStatusCounts, countStatuses),
  answering(refundFilterValues, listFilterValues),
];

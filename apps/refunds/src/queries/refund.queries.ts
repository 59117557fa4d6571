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
import type { KeyedDelivery, Reply } from '@payorch/platform/kafka';
import { MessageController } from '@payorch/platform/kafka';
import type { Sql } from '@payorch/platform/postgres';
import { isHidden, jsonReply } from '@payorch/platform/resources';
import { Query } from '@payorch/platform/shell';
import type { Refund } from '../domain/refund';
import { refundStatuses } from '../domain/refund.status';
import { snapshotOf } from './snapshot';
import { countByShown, findFilterValues, findPage } from '../persistence/refund-list';
import type { RefundRepository } from '../persistence/refund.repository';

export abstract class QueryParts {
  abstract readonly repository: Pick<RefundRepository, 'find'>;
  abstract readonly gsmRule: FindGsmRule;
  abstract readonly read: <T>(merchantId: MerchantId, work: (sql: Sql) => Promise<T>) => Promise<T>;
}

const objectOf = (
  merchantId: MerchantId,
  { paymentId, refund }: { paymentId: PaymentId; refund: Refund },
  gsmRule: FindGsmRule,
): Json => refundObject(snapshotOf({ merchantId, paymentId }, refund, gsmRule));

/** Every query of the service. */
@MessageController()
export class RefundQueries {
  constructor(private readonly parts: QueryParts) {}

  @Query(refundGet)
  async get(query: DataOf<typeof refundGet>, { incoming }: KeyedDelivery): Promise<Reply> {
    const { repository, read, gsmRule } = this.parts;
    const { merchantId, refundId } = query;
    const found = await read(merchantId, (sql) => repository.find(sql, merchantId, refundId));
    if (!found || isHidden(found.refund, incoming)) return refuse('refund_not_found');
    return jsonReply(objectOf(merchantId, found, gsmRule));
  }

  @Query(refundList)
  async list(query: DataOf<typeof refundList>): Promise<Reply> {
    const { refunds, total } = await this.parts.read(query.merchantId, (sql) => findPage(sql, query));
    const data = refunds.map((found) => objectOf(query.merchantId, found, this.parts.gsmRule));
    return jsonReply({ count: data.length, total_count: total, data });
  }

  /** Counts every status of the interface, also those without refunds. */
  @Query(refundStatusCounts)
  async statusCounts(query: DataOf<typeof refundStatusCounts>): Promise<Reply> {
    const counts = await this.parts.read(query.merchantId, (sql) => countByShown(sql, query));
    return jsonReply({
      status_with_count: Object.fromEntries(refundStatuses.map((status) => [status, counts[status] ?? 0])),
    });
  }

  @Query(refundFilterValues)
  async filterValues(query: DataOf<typeof refundFilterValues>): Promise<Reply> {
    return jsonReply(await this.parts.read(query.merchantId, (sql) => findFilterValues(sql, query)));
  }
}

import type { DataOf } from '@payorch/contracts';
import {
  refundListIncidents,
  refundListRecords,
  refundListWaiting,
  refundResolveIncident,
  refundTrace,
} from '@payorch/contracts';
import type { KeyedDelivery, Reply } from '@payorch/platform/kafka';
import { MessageController } from '@payorch/platform/kafka';
import { OperatorAnswers } from '@payorch/platform/operators';
import { jsonReply } from '@payorch/platform/resources';
import { Query } from '@payorch/platform/shell';
import { RefundRepository } from '../persistence/refund.repository';
import { refundRecords } from './refund-records';
import { traceRefunds } from './trace';

/** What operators read and resolve. */
@MessageController()
export class OpsHandlers {
  constructor(
    private readonly operators: OperatorAnswers,
    private readonly repository: RefundRepository,
  ) {}

  @Query(refundListWaiting)
  waiting(query: DataOf<typeof refundListWaiting>): Promise<Reply> {
    return this.operators.waiting(query);
  }

  @Query(refundListIncidents)
  incidents(query: DataOf<typeof refundListIncidents>): Promise<Reply> {
    return this.operators.incidents(query);
  }

  @Query(refundResolveIncident)
  resolve(resolution: DataOf<typeof refundResolveIncident>, delivery: KeyedDelivery): Promise<Reply> {
    return this.operators.resolve(resolution, delivery);
  }

  @Query(refundListRecords)
  records(query: DataOf<typeof refundListRecords>): Promise<Reply> {
    return this.operators.records(refundRecords, query);
  }

  @Query(refundTrace)
  async trace(query: DataOf<typeof refundTrace>): Promise<Reply> {
    return jsonReply(await this.operators.read([query.merchantId], (sql) => traceRefunds(sql, this.repository, query)));
  }
}

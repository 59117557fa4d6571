import type { DataOf } from '@payorch/contracts';
import {
  isRefusal,
  paymentListIncidents,
  paymentListRecords,
  paymentListWaiting,
  paymentResolveIncident,
  paymentTrace,
  refuse,
} from '@payorch/contracts';
import type { KeyedDelivery, Reply } from '@payorch/platform/kafka';
import { MessageController } from '@payorch/platform/kafka';
import { OperatorAnswers } from '@payorch/platform/operators';
import { jsonReply } from '@payorch/platform/resources';
import { Query } from '@payorch/platform/shell';
import { PaymentRepository } from '../payments/persistence/payment/payment.repository';
import { attemptRecords } from './attempt-records';
import { disputeRecords } from './dispute-records';
import { merchantOf, tracePayment } from './trace';

/** What operators read and resolve. */
@MessageController()
export class OpsHandlers {
  constructor(
    private readonly operators: OperatorAnswers,
    private readonly repository: PaymentRepository,
  ) {}

  @Query(paymentListWaiting)
  waiting(query: DataOf<typeof paymentListWaiting>): Promise<Reply> {
    return this.operators.waiting(query);
  }

  @Query(paymentListIncidents)
  incidents(query: DataOf<typeof paymentListIncidents>): Promise<Reply> {
    return this.operators.incidents(query);
  }

  @Query(paymentResolveIncident)
  resolve(resolution: DataOf<typeof paymentResolveIncident>, delivery: KeyedDelivery): Promise<Reply> {
    return this.operators.resolve(resolution, delivery);
  }

  @Query(paymentListRecords)
  records({ kind, ...query }: DataOf<typeof paymentListRecords>): Promise<Reply> {
    return kind === 'payment'
      ? this.operators.records(attemptRecords, query)
      : this.operators.records(disputeRecords, query);
  }

  @Query(paymentTrace)
  async trace({ merchantId: named, paymentId }: DataOf<typeof paymentTrace>): Promise<Reply> {
    const merchantId = named ?? (await this.operators.read('every', (sql) => merchantOf(sql, paymentId)));
    if (isRefusal(merchantId)) return merchantId;
    const about = { merchantId, paymentId };
    const found = await this.operators.read([merchantId], (sql) => tracePayment(sql, this.repository, about));
    return found ? jsonReply(found) : refuse('payment_not_found');
  }
}

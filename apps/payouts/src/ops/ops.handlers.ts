import type { DataOf } from '@payorch/contracts';
import { payoutListIncidents, payoutListRecords, payoutListWaiting, payoutResolveIncident } from '@payorch/contracts';
import type { KeyedDelivery, Reply } from '@payorch/platform/kafka';
import { MessageController } from '@payorch/platform/kafka';
import { OperatorAnswers } from '@payorch/platform/operators';
import { Query } from '@payorch/platform/shell';
import { payoutRecords } from './payout-records';

/** What operators read and resolve. */
@MessageController()
export class OpsHandlers {
  constructor(private readonly operators: OperatorAnswers) {}

  @Query(payoutListWaiting)
  waiting(query: DataOf<typeof payoutListWaiting>): Promise<Reply> {
    return this.operators.waiting(query);
  }

  @Query(payoutListIncidents)
  incidents(query: DataOf<typeof payoutListIncidents>): Promise<Reply> {
    return this.operators.incidents(query);
  }

  @Query(payoutResolveIncident)
  resolve(resolution: DataOf<typeof payoutResolveIncident>, delivery: KeyedDelivery): Promise<Reply> {
    return this.operators.resolve(resolution, delivery);
  }

  @Query(payoutListRecords)
  records(query: DataOf<typeof payoutListRecords>): Promise<Reply> {
    return this.operators.records(payoutRecords, query);
  }
}

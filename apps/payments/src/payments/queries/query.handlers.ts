import type { DataOf } from '@payorch/contracts';
import {
  paymentChallenge,
  paymentFilterValues,
  paymentGet,
  paymentList,
  paymentMethodsFor,
  paymentPoll,
  paymentRouting,
  paymentSession,
  paymentStatusCounts,
} from '@payorch/contracts';
import type { KeyedDelivery, Reply } from '@payorch/platform/kafka';
import { MessageController } from '@payorch/platform/kafka';
import { Query } from '@payorch/platform/shell';
import { countStatuses, listFilterValues, listPayments } from './list-payments';
import {
  getChallenge,
  getMethodList,
  getPayment,
  getPoll,
  getRouting,
  getSession,
  QueryParts,
} from './payments.queries';

/** Every query of the service. */
@MessageController()
export class PaymentQueries {
  constructor(private readonly parts: QueryParts) {}

  @Query(paymentGet)
  get(query: DataOf<typeof paymentGet>, { incoming }: KeyedDelivery): Promise<Reply> {
    return getPayment(this.parts, query, incoming.context);
  }

  @Query(paymentRouting)
  routing(query: DataOf<typeof paymentRouting>, { incoming }: KeyedDelivery): Promise<Reply> {
    return getRouting(this.parts, query, incoming.context);
  }

  @Query(paymentChallenge)
  challenge(query: DataOf<typeof paymentChallenge>): Promise<Reply> {
    return getChallenge(this.parts, query);
  }

  @Query(paymentSession)
  session(query: DataOf<typeof paymentSession>, { incoming }: KeyedDelivery): Promise<Reply> {
    return getSession(this.parts, query, incoming.context);
  }

  @Query(paymentPoll)
  poll(query: DataOf<typeof paymentPoll>, { incoming }: KeyedDelivery): Promise<Reply> {
    return getPoll(this.parts, query, incoming.context);
  }

  @Query(paymentMethodsFor)
  methodList(query: DataOf<typeof paymentMethodsFor>, { incoming }: KeyedDelivery): Promise<Reply> {
    return getMethodList(this.parts, query, incoming.context);
  }

  @Query(paymentList)
  list(query: DataOf<typeof paymentList>): Promise<Reply> {
    return listPayments(this.parts, query);
  }

  @Query(paymentStatusCounts)
  statusCounts(query: DataOf<typeof paymentStatusCounts>): Promise<Reply> {
    return countStatuses(this.parts, query);
  }

  @Query(paymentFilterValues)
  filterValues(query: DataOf<typeof paymentFilterValues>): Promise<Reply> {
    return listFilterValues(this.parts, query);
  }
}

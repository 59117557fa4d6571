import type { DataOf, Json } from '@payorch/contracts';
import {
  isRefusal,
  paymentListIncidents,
  paymentListWaiting,
  paymentResolveIncident,
  paymentTrace,
  refuse,
} from '@payorch/contracts';
import { resolveIncident } from '@payorch/platform/incidents';
import type { KeyedDelivery, Reply } from '@payorch/platform/kafka';
import { MessageController } from '@payorch/platform/kafka';
import type { MerchantScope, Sql } from '@payorch/platform/postgres';
import { Query } from '@payorch/platform/shell';
import type { PaymentRepository } from '../payments/persistence/payment.repository';
import { findIncident, listIncidents } from './incidents';
import { merchantOf, tracePayment } from './trace';
import { waitingPage, waitingTotals } from './waiting';

export abstract class OpsParts {
  abstract readonly repository: Pick<PaymentRepository, 'find'>;
  abstract readonly read: <T>(merchants: MerchantScope, work: (sql: Sql) => Promise<T>) => Promise<T>;
  abstract readonly change: <T>(merchants: MerchantScope, work: (sql: Sql) => Promise<T>) => Promise<T>;
}

const reply = (body: object): Reply => ({ kind: 'response', body: Buffer.from(JSON.stringify(body as Json)) });

/** What operators read and resolve. */
@MessageController()
export class OpsHandlers {
  constructor(private readonly parts: OpsParts) {}

  @Query(paymentListWaiting)
  async waiting({ olderThanMs, first }: DataOf<typeof paymentListWaiting>): Promise<Reply> {
    const [totals, data] = await this.parts.read('every', (sql) =>
      Promise.all([waitingTotals(sql, olderThanMs), waitingPage(sql, olderThanMs, first)]),
    );
    return reply({ totals, data });
  }

  @Query(paymentListIncidents)
  async incidents({ withResolved, first }: DataOf<typeof paymentListIncidents>): Promise<Reply> {
    return reply(await this.parts.read('every', (sql) => listIncidents(sql, withResolved, first)));
  }

  @Query(paymentResolveIncident)
  resolve(command: DataOf<typeof paymentResolveIncident>, { incoming: { context } }: KeyedDelivery): Promise<Reply> {
    return this.parts.change('every', async (sql) => {
      const refusal = await resolveIncident(sql, command, context.correlationId);
      if (refusal) return refusal;
      const incident = await findIncident(sql, command.incidentId);
      return incident ? reply(incident) : refuse('incident_not_found');
    });
  }

  @Query(paymentTrace)
  async trace({ merchantId: named, paymentId }: DataOf<typeof paymentTrace>): Promise<Reply> {
    const { read, repository } = this.parts;
    const merchantId = named ?? (await read('every', (sql) => merchantOf(sql, paymentId)));
    if (isRefusal(merchantId)) return merchantId;
    const found = await read([merchantId], (sql) => tracePayment(sql, repository, { merchantId, paymentId }));
    return found ? reply(found) : refuse('payment_not_found');
  }
}

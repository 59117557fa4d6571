import type { DataOf, Json } from '@payorch/contracts';
import { refundListIncidents, refundListWaiting, refundResolveIncident, refundTrace, refuse } from '@payorch/contracts';
import { resolveIncident } from '@payorch/platform/incidents';
import type { KeyedDelivery, Reply } from '@payorch/platform/kafka';
import { MessageController } from '@payorch/platform/kafka';
import type { MerchantScope, Sql } from '@payorch/platform/postgres';
import { Query } from '@payorch/platform/shell';
import type { RefundRepository } from '../persistence/refund.repository';
import { findIncident, listIncidents } from './incidents';
import { traceRefunds } from './trace';
import { waitingPage, waitingTotals } from './waiting';

export abstract class OpsParts {
  abstract readonly repository: Pick<RefundRepository, 'load'>;
  abstract readonly read: <T>(merchants: MerchantScope, work: (sql: Sql) => Promise<T>) => Promise<T>;
  abstract readonly change: <T>(merchants: MerchantScope, work: (sql: Sql) => Promise<T>) => Promise<T>;
}

const reply = (body: object): Reply => ({ kind: 'response', body: Buffer.from(JSON.stringify(body as Json)) });

/** What operators read and resolve. */
@MessageController()
export class OpsHandlers {
  constructor(private readonly parts: OpsParts) {}

  @Query(refundListWaiting)
  async waiting({ olderThanMs, first }: DataOf<typeof refundListWaiting>): Promise<Reply> {
    const [totals, data] = await this.parts.read('every', (sql) =>
      Promise.all([waitingTotals(sql, olderThanMs), waitingPage(sql, olderThanMs, first)]),
    );
    return reply({ totals, data });
  }

  @Query(refundListIncidents)
  async incidents({ withResolved, first }: DataOf<typeof refundListIncidents>): Promise<Reply> {
    return reply(await this.parts.read('every', (sql) => listIncidents(sql, withResolved, first)));
  }

  @Query(refundResolveIncident)
  resolve(command: DataOf<typeof refundResolveIncident>, { incoming: { context } }: KeyedDelivery): Promise<Reply> {
    return this.parts.change('every', async (sql) => {
      const refusal = await resolveIncident(sql, command, context.correlationId);
      if (refusal) return refusal;
      const incident = await findIncident(sql, command.incidentId);
      return incident ? reply(incident) : refuse('incident_not_found');
    });
  }

  @Query(refundTrace)
  async trace(query: DataOf<typeof refundTrace>): Promise<Reply> {
    const { read, repository } = this.parts;
    return reply(await read([query.merchantId], (sql) => traceRefunds(sql, repository, query)));
  }
}

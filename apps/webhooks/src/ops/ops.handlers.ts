import { type DataOf, webhookListIncidents, webhookResolveIncident, webhookTrace } from '@payorch/contracts';
import type { KeyedDelivery, Reply } from '@payorch/platform/kafka';
import { MessageController } from '@payorch/platform/kafka';
import { IncidentAnswers } from '@payorch/platform/operators';
import { jsonReply } from '@payorch/platform/resources';
import { Query } from '@payorch/platform/shell';
import { traceEvents } from './trace-events';

/** What operators read of webhooks and their deliveries, and resolve of their endpoints. */
@MessageController()
export class OpsHandlers {
  constructor(private readonly operators: IncidentAnswers) {}

  @Query(webhookTrace)
  async trace({ merchantId, objectIds }: DataOf<typeof webhookTrace>): Promise<Reply> {
    const events = await this.operators.read([merchantId], (sql) => traceEvents(sql, merchantId, objectIds));
    return jsonReply({ events });
  }

  @Query(webhookListIncidents)
  incidents(query: DataOf<typeof webhookListIncidents>): Promise<Reply> {
    return this.operators.incidents(query);
  }

  @Query(webhookResolveIncident)
  resolve(resolution: DataOf<typeof webhookResolveIncident>, delivery: KeyedDelivery): Promise<Reply> {
    return this.operators.resolve(resolution, delivery);
  }
}

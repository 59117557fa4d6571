import { type DataOf, webhookTrace } from '@payorch/contracts';
import type { Reply } from '@payorch/platform/kafka';
import { MessageController } from '@payorch/platform/kafka';
import { reading } from '@payorch/platform/postgres';
import { Query } from '@payorch/platform/shell';
import { DataSource } from 'typeorm';
import { traceEvents } from './trace-events';

/** What operators read of webhooks and their deliveries. */
@MessageController()
export class OpsHandlers {
  constructor(private readonly database: DataSource) {}

  @Query(webhookTrace)
  async trace({ merchantId, objectIds }: DataOf<typeof webhookTrace>): Promise<Reply> {
    const events = await reading(this.database, [merchantId], (sql) => traceEvents(sql, merchantId, objectIds));
    return { kind: 'response', body: Buffer.from(JSON.stringify({ events })) };
  }
}

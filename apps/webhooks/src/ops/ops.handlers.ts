import { type DataOf, webhookTrace } from '@payorch/contracts';
import type { Reply } from '@payorch/platform/kafka';
import { MessageController } from '@payorch/platform/kafka';
import type { MerchantScope, Sql } from '@payorch/platform/postgres';
import { Query } from '@payorch/platform/shell';
import { traceEvents } from './trace-events';

export abstract class OpsParts {
  abstract readonly read: <T>(merchants: MerchantScope, work: (sql: Sql) => Promise<T>) => Promise<T>;
}

/** What operators read of webhooks and their deliveries. */
@MessageController()
export class OpsHandlers {
  constructor(private readonly parts: OpsParts) {}

  @Query(webhookTrace)
  async trace({ merchantId, objectIds }: DataOf<typeof webhookTrace>): Promise<Reply> {
    const events = await this.parts.read([merchantId], (sql) => traceEvents(sql, merchantId, objectIds));
    return { kind: 'response', body: Buffer.from(JSON.stringify({ events })) };
  }
}

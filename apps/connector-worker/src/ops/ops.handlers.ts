import { type DataOf, operationTrace } from '@payorch/contracts';
import type { Reply } from '@payorch/platform/kafka';
import { MessageController } from '@payorch/platform/kafka';
import type { MerchantScope, Sql } from '@payorch/platform/postgres';
import { Query } from '@payorch/platform/shell';
import { traceOperations } from './trace-operations';

export abstract class OpsParts {
  abstract readonly read: <T>(merchants: MerchantScope, work: (sql: Sql) => Promise<T>) => Promise<T>;
}

/** What operators read of the workers' ledger. */
@MessageController()
export class OpsHandlers {
  constructor(private readonly parts: OpsParts) {}

  @Query(operationTrace)
  async trace({ merchantId, operationIds }: DataOf<typeof operationTrace>): Promise<Reply> {
    const events = await this.parts.read([merchantId], (sql) => traceOperations(sql, operationIds));
    return { kind: 'response', body: Buffer.from(JSON.stringify({ events })) };
  }
}

import { type DataOf, operationTrace } from '@payorch/contracts';
import type { Reply } from '@payorch/platform/kafka';
import { MessageController } from '@payorch/platform/kafka';
import { reading } from '@payorch/platform/postgres';
import { Query } from '@payorch/platform/shell';
import { DataSource } from 'typeorm';
import { traceOperations } from './trace-operations';

/** What operators read of the workers' ledger. */
@MessageController()
export class OpsHandlers {
  constructor(private readonly database: DataSource) {}

  @Query(operationTrace)
  async trace({ merchantId, operationIds }: DataOf<typeof operationTrace>): Promise<Reply> {
    const events = await reading(this.database, [merchantId], (sql) => traceOperations(sql, operationIds));
    return { kind: 'response', body: Buffer.from(JSON.stringify({ events })) };
  }
}

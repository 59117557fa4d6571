import { freshSchema, testPlans } from '@payorch/harness';
import type { MerchantId, OperationId } from '@payorch/kernel';
import { Secret } from '@payorch/kernel';
import { openDatabase } from '@payorch/platform/postgres';
import { silentLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { shopSeals as seals } from '../../test/builders';
import { anAccount, anOperation, captured } from '../../test/operations';
import { OperationRepository } from './operation.repository';
import { entities, migrations, schema } from './schema';

const merchantId = 'merchant_1' as MerchantId;

describe('the statements of an operation', () => {
  let database: DataSource;
  let drop: () => Promise<void>;
  let rows: OperationRepository;
  let count = 0;

  beforeAll(async () => {
    const fresh = await freshSchema('connector_worker');
    drop = fresh.drop;
    const url = new Secret(fresh.url);
    database = await openDatabase({ url, schema, entities, migrations, logger: silentLogger, poolSize: 1 });
    await database.query('ANALYZE');
    rows = new OperationRepository(database, seals);
  });
  afterAll(async () => {
    await database.destroy();
    await drop();
  });

  async function handle(size: number): Promise<void> {
    const ids = Array.from({ length: size }, () => `op_${++count}` as OperationId);
    const claims = ids.map((operationId) => ({
      facts: anOperation({ operationId }),
      state: 'sent' as const,
      leaseToken: operationId,
      outcome: null,
    }));
    await rows.write(claims, []);
    const outcomes = ids.map((operationId) => ({
      merchantId,
      operationId,
      leaseToken: operationId,
      outcome: captured,
    }));
    expect((await rows.write([], outcomes)).stored.size).toBe(size);
    await rows.load(merchantId, ids[0]!);
    await rows.about(merchantId, [anAccount.merchantConnectorId], { reference: 'none', operationIds: ids.slice(0, 2) });
    await rows.countAbsence(merchantId, ids[0]!, { readAt: new Date(), countsAfterMs: 0 });
  }
  testPlans({
    runQuery: (text) => database.query(text),
    handle,
    indexes: {
      operations: ['operations_pkey', 'operations_reference'],
    },
  });
});

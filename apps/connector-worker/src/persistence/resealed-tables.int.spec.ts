import { rotatingSeals } from '@payorch/harness';
import { inTransaction } from '@payorch/platform/postgres';
import { knownDataKeys, ResealWalk } from '@payorch/platform/rewrap';
import type { DataSource } from 'typeorm';
import { Shop } from '../../test/builders';
import { workerDatabase } from '../../test/worker';
import { factsOf } from '../operations/commands/call-command';
import { OperationLog } from '../operations/operation-log';
import { OperationRepository } from './operation.repository';
import { resealedTables } from './resealed-tables';

describe('operations under older data keys', () => {
  let database: DataSource;
  let drop: () => Promise<void>;
  const { seals, source } = rotatingSeals();
  const shop = new Shop();

  beforeAll(async () => {
    ({ database, drop } = await workerDatabase());
  });
  afterAll(() => drop());

  const rows = <Row>(text: string, params: readonly unknown[] = []) =>
    inTransaction(database, { merchants: 'every' }, (sql) => sql.query<Row>(text, params));
  const newWalk = () => new ResealWalk({ tables: resealedTables, seals, pageRows: 2, againMs: 0, restMs: 0 });
  async function walk(): Promise<void> {
    const walks = newWalk();
    const keys = knownDataKeys(source.rotatedDataKeys());
    for (let isWalking = true; isWalking;) {
      const step = await inTransaction(database, { merchants: 'every' }, (sql) => walks.step(sql, keys));
      isWalking = step.kind === 'walked';
    }
  }
  const stored = () =>
    rows<{ operation_id: string; outcome: { sealed?: string; whole?: string }; row: object }>(
      `SELECT operation_id, outcome, to_jsonb(o) - 'outcome' AS row FROM operations o ORDER BY operation_id`,
    );

  it('both seals of an outcome move to the current key, an outcome without one is not written, and no claim changes', async () => {
    const repository = new OperationRepository(database, seals);
    const log = new OperationLog(repository);
    const claims = [];
    for (let count = 0; count < 5; count++)
      claims.push(await log.claim(factsOf({ flow: 'authorize', data: shop.authorize() })));
    const [both, responseOnly, bare, plain, open] = claims.map(({ operation }) => operation);
    const money = both!.money!;
    const challenged = {
      ...({ kind: 'challenged', reference: 'ref_1' } as const),
      challenge: { url: 'https://processor.example/3ds', method: 'GET', fields: {} } as const,
    };
    await log.storeResult(both!, { ...challenged, whole: '{"name":"Jo"}' });
    await log.storeResult(responseOnly!, { kind: 'captured', reference: 'r', money, whole: '{"name":"Bo"}' });
    await log.storeResult(bare!, { kind: 'voided', reference: 'r' });
    await log.storeResult(plain!, challenged);
    await rows('UPDATE operations SET outcome = $2 WHERE operation_id = $1', [
      plain!.operationId,
      JSON.stringify({ ...challenged, whole: '{"version":"v1.1.0"}' }),
    ]);
    const before = await stored();
    const bareBefore = await rows('SELECT xmin::text FROM operations WHERE operation_id = $1', [bare!.operationId]);
    const loaded = () =>
      Promise.all(
        [both, responseOnly, bare, plain, open].map((one) => repository.load(shop.merchantId, one!.operationId)),
      );
    const opened = await loaded();
    await walk();
    source.rotate(shop.merchantId);
    await walk();
    source.retire(shop.merchantId, 1);
    expect(await loaded()).toEqual(opened);
    const after = await stored();
    expect(after.map(({ row }) => row)).toEqual(before.map(({ row }) => row));
    for (const { outcome } of after)
      for (const seal of [outcome?.sealed, outcome?.whole]) if (seal) expect(seal).toMatch(/^d1\.2\./);
    expect(after.filter(({ outcome }) => outcome?.sealed)).toHaveLength(2);
    expect(after.filter(({ outcome }) => outcome?.whole)).toHaveLength(3);
    expect(await rows('SELECT xmin::text FROM operations WHERE operation_id = $1', [bare!.operationId])).toEqual(
      bareBefore,
    );
  });

  it('a page is read by the primary key', async () => {
    const { text, params } = newWalk().pageOf(resealedTables[0]!, knownDataKeys(new Map([['m', 2]])), ['m', 'e']);
    const filled = text.replace(/\$(\d)/g, (_, at: string) => `'${String(params[Number(at) - 1])}'`);
    const plan = await inTransaction(database, { merchants: 'every' }, async (sql) => {
      await sql.query('SET LOCAL enable_sort TO off');
      return sql.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${filled}`);
    });
    expect(plan.map((row) => row['QUERY PLAN']).join()).toContain('Index Scan using operations_pkey');
  });
});

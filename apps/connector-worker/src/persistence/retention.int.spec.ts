import { freshSchema } from '@payorch/harness';
import { Secret, statesOf } from '@payorch/kernel';
import { inTransaction, openDatabase, type Sql } from '@payorch/platform/postgres';
import { deletionOf, type ExpiringRows, RetentionWorker } from '@payorch/platform/retention';
import { silentLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { openKinds } from '../domain/operation';
import { operationMachine } from '../domain/operation.machine';
import { expiringEvents, expiringOperations } from './operation.rows';
import { entities, migrations, schema } from './schema';

const hour = 3_600_000;
const kinds = [...openKinds, 'authorized', 'captured', 'declined', 'refunded', 'absent'];

let database: DataSource;
let drop: () => Promise<void>;
beforeAll(async () => {
  const fresh = await freshSchema(schema);
  drop = fresh.drop;
  database = await openDatabase({ schema, entities, migrations, url: new Secret(fresh.url), logger: silentLogger });
});
afterAll(async () => {
  await database?.destroy();
  await drop?.();
});
beforeEach(() => everywhere((sql) => sql.query('DELETE FROM operations', [])));

const everywhere = <T>(work: (sql: Sql) => Promise<T>): Promise<T> =>
  inTransaction(database, { merchants: 'every' }, work);

interface Stored {
  readonly id: string;
  readonly state: string;
  readonly kind: string | null;
  readonly hours: number;
  readonly isSent: boolean;
}

const store = (rows: readonly Stored[]) =>
  everywhere((sql) =>
    sql.query(
      `INSERT INTO operations (operation_id, merchant_id, profile_id, payment_id, attempt_id, flow, connector,
         merchant_connector_id, state, sent_at, outcome)
       SELECT id, 'm', 'pro', 'pay', 'pay_1', 'authorize', 'stripe_test', 'mca', state,
         CASE WHEN "isSent" THEN now() - make_interval(hours => hours) END,
         CASE WHEN kind IS NOT NULL THEN jsonb_build_object('kind', kind) END
       FROM jsonb_to_recordset($1::jsonb) AS row (id text, state text, kind text, hours int, "isSent" boolean)`,
      [JSON.stringify(rows)],
    ),
  );
const left = async (): Promise<string[]> =>
  (await everywhere((sql) => sql.query<{ operation_id: string }>('SELECT operation_id FROM operations', [])))
    .map(({ operation_id: id }) => id)
    .sort();
const worker = (rows: ExpiringRows) =>
  new RetentionWorker({ database, expiring: [{ rows, retentionMs: hour }], everyMs: hour, logger: silentLogger });

it('an old operation is deleted only with a final outcome: of every state and every outcome, at every age', async () => {
  const rows = statesOf(operationMachine).flatMap((state) =>
    [null, ...kinds].flatMap((kind) =>
      [0, 2].flatMap((hours) =>
        [true, false].map((isSent) => ({ id: [state, kind, hours, isSent].join('/'), state, kind, hours, isSent })),
      ),
    ),
  );
  await store(rows);
  await worker(expiringOperations).round();
  const isDeleted = ({ state, kind, hours, isSent }: Stored): boolean =>
    hours > 1 && isSent && state === 'answered' && kind !== null && !(openKinds as readonly string[]).includes(kind);
  const stays = rows.filter((row) => !isDeleted(row)).map(({ id }) => id);
  expect(rows.length - stays.length).toBe(kinds.length - openKinds.length);
  expect(await left()).toEqual(stays.sort());
});

it('an operation that waits on disk stays, however old it is', async () => {
  const old = { state: 'answered', kind: 'declined', hours: 2, isSent: true };
  await store([
    { ...old, id: 'deferred' },
    { ...old, id: 'other' },
  ]);
  await everywhere((sql) =>
    sql.query(
      `INSERT INTO deferred_operations (operation_id, merchant_id, connector, merchant_connector_id, message)
       VALUES ('deferred', 'm', 'stripe_test', 'mca', '{}')`,
      [],
    ),
  );
  await worker(expiringOperations).round();
  expect(await left()).toEqual(['deferred']);
});

it('an operation that a worker has locked is left for the next round', async () => {
  await store([{ id: 'locked', state: 'answered', kind: 'captured', hours: 2, isSent: true }]);
  await everywhere(async (sql) => {
    await sql.query(`SELECT 1 FROM operations WHERE operation_id = 'locked' FOR UPDATE`, []);
    await worker(expiringOperations).round();
  });
  expect(await left()).toEqual(['locked']);
  await worker(expiringOperations).round();
  expect(await left()).toEqual([]);
});

it.each([
  ['operations', expiringOperations, 'operations_sent'],
  ['events', expiringEvents, 'processor_events_received'],
])('the deletion finds old rows of %s by an index', async (_, rows, index) => {
  const many = Array.from({ length: 4_000 }, (_, n) => ({
    id: `op_${n}`,
    state: 'answered',
    kind: 'captured',
    hours: n % 100,
    isSent: true,
  }));
  await store(many);
  await everywhere((sql) =>
    sql.query(
      `INSERT INTO processor_events (merchant_id, merchant_connector_id, event_id, received_at)
       SELECT 'm', 'mca', 'evt_' || n, now() - make_interval(hours => n % 100) FROM generate_series(1, 4000) n
       ON CONFLICT DO NOTHING`,
      [],
    ),
  );
  await database.query('ANALYZE operations, processor_events');
  const plan = await everywhere((sql) =>
    sql.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${deletionOf(rows)}`, [98 * hour, 100]),
  );
  const text = plan.map((line) => line['QUERY PLAN']).join('\n');
  expect(text).toContain(index);
  expect(text).not.toContain(`Seq Scan on ${rows.table}`);
});

import { freshSchema } from '@payorch/harness';
import { Secret, statesOf } from '@payorch/kernel';
import { inTransaction, openDatabase, type Sql } from '@payorch/platform/postgres';
import { deletionOf, type ExpiringRows, RetentionWorker } from '@payorch/platform/retention';
import { silentLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { openAuthenticationStates, standaloneMachine } from '../authentications/domain/standalone.machine';
import { expiringAuthentications } from '../authentications/persistence/authentication.rows';
import { paymentMethodStatuses } from '../payment-methods/domain/payment-method';
import { expiringPaymentMethods } from '../payment-methods/persistence/payment-method.rows';
import { database as described } from './database';

const hour = 3_600_000;
let database: DataSource;
let drop: () => Promise<void>;
beforeAll(async () => {
  const fresh = await freshSchema('payments');
  drop = fresh.drop;
  database = await openDatabase({ ...described, url: new Secret(fresh.url), logger: silentLogger });
});
afterAll(async () => {
  await database?.destroy();
  await drop?.();
});

const everywhere = <T>(work: (sql: Sql) => Promise<T>): Promise<T> =>
  inTransaction(database, { merchants: 'every' }, work);
const round = (rows: ExpiringRows): Promise<void> =>
  new RetentionWorker({
    database,
    expiring: [{ rows, retentionMs: hour }],
    everyMs: hour,
    logger: silentLogger,
  }).round();
/** Rows of every table, whatever its columns without a default have: `column` is the one that the rule is about. */
async function store(table: string, rows: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  await everywhere(async (sql) => {
    const columns = Object.keys(rows[0]!).map((name) => `"${name}"`);
    await sql.query(
      `INSERT INTO ${table} (${columns.join(', ')})
       SELECT ${columns.join(', ')} FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`,
      [JSON.stringify(rows)],
    );
  });
}
const ids = async (table: string, id: string): Promise<string[]> =>
  (await everywhere((sql) => sql.query<{ id: string }>(`SELECT ${id} AS id FROM ${table}`, [])))
    .map((row) => row.id)
    .sort();
const ago = (hours: number): string => new Date(Date.now() - hours * hour).toISOString();

const authentication = (id: string, state: string, hours: number) => ({
  merchant_id: 'm',
  authentication_id: id,
  profile_id: 'pro',
  partition: 0,
  amount: 100,
  currency: 'EUR',
  expires_at: ago(hours),
  state,
  created_at: ago(hours),
  modified_at: ago(hours),
  version: 1,
  body: {},
});
const paymentMethod = (id: string, status: string, hours: number | null) => ({
  merchant_id: 'm',
  payment_method_id: id,
  customer_id: 'c',
  status,
  method: {},
  processor_references: {},
  created_at: ago(10),
  modified_at: ago(10),
  version: 1,
  client_secret_expires_at: hours === null ? null : ago(hours),
  last_used_at: ago(10),
});

it('an authentication is deleted after its retention only in a state that ends', async () => {
  const rows = statesOf(standaloneMachine).flatMap((state) =>
    [0, 2].map((hours) => authentication(`${state}/${hours}`, state, hours)),
  );
  await store('authentications', rows);
  await round(expiringAuthentications);
  const isOpen = (state: string): boolean => (openAuthenticationStates as readonly string[]).includes(state);
  const stays = rows.filter((row) => row.authentication_id.endsWith('/0') || isOpen(row.state));
  expect(stays.length).toBeLessThan(rows.length);
  expect(await ids('authentications', 'authentication_id')).toEqual(
    stays.map(({ authentication_id: id }) => id).sort(),
  );
});

it('a payment method is deleted only if no data came for it and none can come any more', async () => {
  const rows = paymentMethodStatuses.flatMap((status) =>
    [null, -1, 0, 2].map((hours) => paymentMethod(`${status}/${hours}`, status, hours)),
  );
  await store('payment_methods', rows);
  await round(expiringPaymentMethods);
  const stays = rows.map((row) => row.payment_method_id).filter((id) => id !== 'awaiting_data/2');
  expect(await ids('payment_methods', 'payment_method_id')).toEqual(stays.sort());
});

it.each([
  ['authentications', expiringAuthentications, 'authentications_ended'],
  ['payment methods', expiringPaymentMethods, 'payment_methods_awaiting'],
])('the deletion finds old rows of %s by an index', async (_, rows, index) => {
  const numbers = Array.from({ length: 3_000 }, (_, n) => n);
  await store(
    'authentications',
    numbers.map((n) => authentication(`${index}_${n}`, 'succeeded', n % 100)),
  );
  await store(
    'payment_methods',
    numbers.map((n) => paymentMethod(`${index}_${n}`, n % 2 ? 'active' : 'awaiting_data', n % 100)),
  );
  await database.query('ANALYZE authentications, payment_methods');
  const plan = await everywhere((sql) =>
    sql.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${deletionOf(rows)}`, [98 * hour, 100]),
  );
  const text = plan.map((line) => line['QUERY PLAN']).join('\n');
  expect(text).toContain(index);
  expect(text).not.toContain(`Seq Scan on ${rows.table}`);
});

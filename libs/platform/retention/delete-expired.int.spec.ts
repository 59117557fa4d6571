import { freshSchema } from '@payorch/harness';
import { Secret } from '@payorch/kernel';
import { inTransaction, openDatabase, type Sql } from '@payorch/platform/postgres';
import { silentLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { deleteExpired } from './delete-expired';
import { deleteMarked, expiringInbox, InboxRow, OutboxRow } from '@payorch/platform/outbox';

const hour = 3_600_000;
const retentionMs = hour;

describe('rows older than their retention', () => {
  let database: DataSource;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const fresh = await freshSchema('payments');
    drop = fresh.drop;
    database = await openDatabase({
      url: new Secret(fresh.url),
      schema: 'payments',
      entities: [OutboxRow, InboxRow],
      migrations: [],
      logger: silentLogger,
    });
    await database.synchronize();
  });
  afterAll(async () => {
    await database.destroy();
    await drop();
  });
  beforeEach(() => database.query('TRUNCATE outbox, inbox'));

  const transact = <T>(work: (sql: Sql) => Promise<T>): Promise<T> =>
    inTransaction(database, { merchants: [], commit: 'asynchronous' }, work);
  const handled = (count: number, hours: number) =>
    database.query(
      `INSERT INTO inbox (message_id, received_at)
       SELECT $2::int || '/' || n, now() - make_interval(hours => $2::int) FROM generate_series(1, $1) n`,
      [count, hours],
    );
  const count = async (table: 'inbox' | 'outbox') => {
    const [row] = (await database.query(`SELECT count(*)::int AS n FROM ${table}`)) as unknown as { n: number }[];
    return row?.n;
  };

  it('all old rows are deleted in one run, and no other row', async () => {
    await handled(12_000, 2);
    await handled(500, 0);
    expect(await deleteExpired({ rows: expiringInbox, transact, retentionMs })).toBe(12_000);
    expect(await count('inbox')).toBe(500);
  });

  it('old rows are deleted by one instance at a time: the other skips them', async () => {
    await handled(100, 2);
    const both = await Promise.all([
      deleteExpired({ rows: expiringInbox, transact, retentionMs }),
      deleteExpired({ rows: expiringInbox, transact, retentionMs }),
    ]);
    expect(both.sort()).toEqual([0, 100].sort());
    expect(await count('inbox')).toBe(0);
  });

  it('the remaining old rows stay until the next run when the service stops', async () => {
    await handled(100, 2);
    expect(
      await deleteExpired({ rows: expiringInbox, transact, retentionMs, atOnce: 10, shouldStop: () => true }),
    ).toBe(10);
  });

  it('rows that a former release has marked as published are deleted, and unpublished rows stay', async () => {
    await database.query(
      `INSERT INTO outbox (partition, topic, value, headers, published_at)
       SELECT 1, 't', 'v', '{}', CASE WHEN n > 3 THEN now() END FROM generate_series(1, 10) n`,
    );
    await transact(deleteMarked);
    expect(await count('outbox')).toBe(3);
  });
});

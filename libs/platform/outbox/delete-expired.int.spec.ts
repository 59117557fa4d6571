import { freshSchema } from '@payorch/harness';
import { Secret } from '@payorch/kernel';
import { inTransaction, openDatabase, type Sql } from '@payorch/platform/postgres';
import { silentLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { deleteExpired } from './delete-expired';
import { InboxRow, OutboxRow } from './outbox.rows';

const hour = 3_600_000;
const retention = { outboxRetentionMs: hour, inboxRetentionMs: hour };

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
  const messages = (count: number, hours: number, published: boolean) =>
    database.query(
      `INSERT INTO outbox (partition, topic, value, headers, created_at, published_at)
       SELECT 1, 't', 'v', '{}', now() - make_interval(hours => $2::int), CASE WHEN $3 THEN now() - make_interval(hours => $2::int) END
       FROM generate_series(1, $1)`,
      [count, hours, published],
    );
  const handled = (count: number, hours: number) =>
    database.query(
      `INSERT INTO inbox (message_id, received_at)
       SELECT $2::int || '/' || n, now() - make_interval(hours => $2::int) FROM generate_series(1, $1) n`,
      [count, hours],
    );
  const counts = async () => {
    const [row] = (await database.query(
      'SELECT (SELECT count(*) FROM outbox)::int AS outbox, (SELECT count(*) FROM inbox)::int AS inbox',
    )) as unknown as { outbox: number; inbox: number }[];
    return row;
  };

  it('all old rows are deleted in one run, and no other row', async () => {
    await messages(12_000, 2, true);
    await messages(3, 2, false);
    await messages(500, 0, true);
    await handled(12_000, 2);
    await handled(500, 0);
    expect(await deleteExpired({ transact, retention })).toEqual({ outbox: 12_000, inbox: 12_000 });
    expect(await counts()).toEqual({ outbox: 503, inbox: 500 });
  });

  it('old rows are found behind unpublished messages', async () => {
    await messages(50, 2, false);
    await messages(50, 2, true);
    expect(await deleteExpired({ transact, retention, atOnce: 10 })).toMatchObject({ outbox: 50 });
    expect(await counts()).toMatchObject({ outbox: 50 });
  });

  it('old rows behind young rows are not searched', async () => {
    await messages(30, 0, true);
    await messages(30, 2, true);
    expect(await deleteExpired({ transact, retention, atOnce: 10 })).toMatchObject({ outbox: 0 });
  });

  it('old rows are deleted by one instance at a time: the other skips them', async () => {
    await messages(100, 2, true);
    await handled(100, 2);
    const both = await Promise.all([deleteExpired({ transact, retention }), deleteExpired({ transact, retention })]);
    expect(both.map(({ outbox }) => outbox).sort()).toEqual([0, 100].sort());
    expect(await counts()).toEqual({ outbox: 0, inbox: 0 });
  });

  it('the remaining old rows stay until the next run when the service stops', async () => {
    await messages(100, 2, true);
    expect(await deleteExpired({ transact, retention, atOnce: 10, shouldStop: () => true })).toMatchObject({
      outbox: 10,
    });
  });
});

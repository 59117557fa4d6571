import { randomBytes } from 'node:crypto';
import { InvariantError, Secret } from '@payorch/kernel';
import { silentLogger } from '@payorch/platform/telemetry';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Client } from 'pg';
import { Check, Column, DataSource, Entity, PrimaryColumn, type MigrationInterface, type QueryRunner } from 'typeorm';
import {
  bigintColumn,
  CommitUnknownError,
  exactly,
  inOneTrip,
  inTransaction,
  inTransactionEndingWith,
  insertIfAbsent,
  isTransient,
  isVersionConflict,
  openDatabase,
  reading,
  readingAtOnce,
  type Sql,
  sqlStateOf,
} from './index';
import { poolOf } from './connection';

@Entity('balances')
@Check('balances_not_negative', 'amount >= 0')
class BalanceRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'balances_pkey', name: 'merchant_id' }) merchantId!: string;
  @PrimaryColumn('text', { primaryKeyConstraintName: 'balances_pkey' }) id!: string;
  @Column('bigint', { transformer: bigintColumn }) amount!: bigint;
}

class Balances1 implements MigrationInterface {
  name = 'Balances1700000000000';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE balances (
      merchant_id text, id text, amount bigint NOT NULL,
      CONSTRAINT balances_pkey PRIMARY KEY (merchant_id, id), CONSTRAINT balances_not_negative CHECK (amount >= 0))`);
    const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
    const visible = `merchant_id = ANY (${scope}) OR '*' = ANY (${scope})`;
    await runner.query(`ALTER TABLE balances ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY`);
    await runner.query(`CREATE POLICY balances_merchant ON balances USING (${visible}) WITH CHECK (${visible})`);
    await runner.query(`CREATE FUNCTION version_conflict() RETURNS integer LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'another transaction wrote first' USING ERRCODE = 'VC001'; END $$`);
  }
  async down(): Promise<void> {
    throw new Error('never');
  }
}

const name = `test_${randomBytes(6).toString('hex')}`;
const schema = 'ledger';
const admin = (): string => process.env['DATABASE_URL'] ?? 'DATABASE_URL is not set';

async function asAdmin<T>(work: (client: Client) => Promise<T>, database?: string): Promise<T> {
  const url = new URL(admin());
  if (database !== undefined) url.pathname = `/${database}`;
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The service's own role, not a superuser: row-level security does not restrict superusers. */
const ownUrl = (): Secret => {
  const url = new URL(admin());
  Object.assign(url, { username: name, password: 'pw', pathname: `/${name}` });
  return new Secret(url.href);
};

const open = (more: { poolSize?: number; statementTimeoutMs?: number } = {}): Promise<DataSource> =>
  openDatabase({
    url: ownUrl(),
    schema,
    entities: [BalanceRow],
    migrations: [Balances1],
    logger: silentLogger,
    poolSize: 2,
    ...more,
  });

let database: DataSource;

/** Also waits until the pool has noticed: a connection that is borrowed in between may break under the next query. */
async function terminateAll(): Promise<void> {
  await asAdmin((client) =>
    client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]),
  );
  const pool = poolOf(database);
  while (pool.idleCount > 0) await new Promise((resolve) => setTimeout(resolve, 5));
}

beforeAll(async () => {
  await asAdmin(async (client) => {
    await client.query(`CREATE ROLE ${name} LOGIN PASSWORD 'pw'`);
    await client.query(`CREATE DATABASE ${name}`);
  });
  await asAdmin((client) => client.query(`CREATE SCHEMA ${schema} AUTHORIZATION ${name}`), name);
  database = await open();
});

afterAll(async () => {
  await database.destroy();
  await asAdmin(async (client) => {
    await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await client.query(`DROP ROLE ${name}`);
  });
});

const insert = 'INSERT INTO balances (merchant_id, id, amount) VALUES ($1, $2, $3)';
const put = (merchant: string, id: string, amount = 1n): Promise<unknown> =>
  inTransaction(database, { merchants: [merchant] }, (sql) => sql.query(insert, [merchant, id, amount]));
const idsSeenBy = async (merchants: readonly string[] | 'every', id: string): Promise<string[]> => {
  const rows = await reading(database, merchants, (sql) =>
    sql.query<{ merchant_id: string }>('SELECT merchant_id FROM balances WHERE id = $1 ORDER BY 1', [id]),
  );
  return rows.map((row) => row.merchant_id);
};

describe('opening', () => {
  it('two replicas that start together migrate once', async () => {
    await asAdmin(
      (client) => client.query(`DROP SCHEMA ${schema} CASCADE; CREATE SCHEMA ${schema} AUTHORIZATION ${name}`),
      name,
    );
    const replicas = await Promise.all([open(), open(), open()]);
    const rows: unknown[] = await replicas[0].query('SELECT name FROM migrations');
    expect(rows).toEqual([{ name: 'Balances1700000000000' }]);
    await Promise.all(replicas.map((replica) => replica.destroy()));
  });

  it('a connection uses its own schema and ends a slow statement', async () => {
    const [row] = (await database.query(
      "SELECT current_schema() AS schema, current_setting('statement_timeout') AS timeout, current_setting('application_name') AS application",
    )) as object[];
    expect(row).toEqual({ schema, timeout: '10s', application: schema });
  });
});

describe('a transaction', () => {
  it('a transaction reads and writes rows of its merchants only', async () => {
    await put('m_a', 'order-1');
    await put('m_b', 'order-1');
    expect(await idsSeenBy(['m_a'], 'order-1')).toEqual(['m_a']);
    expect(await idsSeenBy(['m_a', 'm_b'], 'order-1')).toEqual(['m_a', 'm_b']);
    expect(await idsSeenBy([], 'order-1')).toEqual([]);
    expect(await idsSeenBy('every', 'order-1')).toEqual(['m_a', 'm_b']);
    const foreign = inTransaction(database, { merchants: ['m_a'] }, (sql) => sql.query(insert, ['m_b', 'order-2', 1]));
    await expect(foreign).rejects.toMatchObject({ code: '42501' });
    const moved = inTransaction(database, { merchants: ['m_a'] }, (sql) =>
      sql.query("UPDATE balances SET merchant_id = 'm_b'"),
    );
    await expect(moved).rejects.toMatchObject({ code: '42501' });
    // The scope ends with its transaction: the same connection without a scope sees nothing.
    expect(await database.query('SELECT * FROM balances')).toEqual([]);
  });

  it('a merchant id that could escape its quotes is refused', async () => {
    const work = jest.fn();
    await expect(inTransaction(database, { merchants: [`m'; RESET ALL; --`] }, work)).rejects.toThrow(InvariantError);
    expect(work).not.toHaveBeenCalled();
    expect(await idsSeenBy(['null', 'NULL'], 'order-1')).toEqual([]);
  });

  it('a transaction commits all or nothing, and returns its connection in both cases', async () => {
    for (let i = 0; i < 5; i++) {
      const failing = inTransaction(database, { merchants: ['m_c'] }, async (sql) => {
        await sql.query(insert, ['m_c', 'a', 1]);
        throw new Error('changed my mind');
      });
      await expect(failing).rejects.toThrow('changed my mind');
    }
    expect(await idsSeenBy(['m_c'], 'a')).toEqual([]);
    await put('m_c', 'a');
    expect(await idsSeenBy(['m_c'], 'a')).toEqual(['m_c']);
  });

  it('a transaction whose work swallowed an error is not reported as committed', async () => {
    const swallowing = inTransaction(database, { merchants: ['m_d'] }, async (sql) => {
      await sql.query(insert, ['m_d', 'a', 1]);
      await sql.query(insert, ['m_d', 'a', 1]).catch(() => undefined);
    });
    await expect(swallowing).rejects.toThrow(InvariantError);
    expect(await idsSeenBy(['m_d'], 'a')).toEqual([]);
  });

  it('bigint values are exact, in both directions', async () => {
    const most = 9_007_199_254_740_993n;
    await put('m_e', 'a', most);
    const row = await database.transaction(async (manager) => {
      await manager.query(`SET LOCAL payorch.merchants = '{m_e}'`);
      return manager.findOneByOrFail(BalanceRow, { amount: most });
    });
    expect(row).toEqual({ merchantId: 'm_e', id: 'a', amount: most });
  });

  it("TypeORM's repositories read and write inside the transaction and its scope", async () => {
    const rows = await inTransaction(database, { merchants: ['m_u'] }, async (sql) => {
      await sql.query(insert, ['m_u', 'a', 1]);
      const balances = sql.repository(BalanceRow);
      expect(await insertIfAbsent(balances, { merchantId: 'm_u', id: 'b', amount: 2n })).toBe(true);
      expect(await insertIfAbsent(balances, { merchantId: 'm_u', id: 'b', amount: 3n })).toBe(false);
      return balances.find({ order: { id: 'ASC' } });
    });
    expect(rows).toEqual([
      { merchantId: 'm_u', id: 'a', amount: 1n },
      { merchantId: 'm_u', id: 'b', amount: 2n },
    ]);
  });

  it('what a repository saved is rolled back with its transaction', async () => {
    const failing = inTransaction(database, { merchants: ['m_v'] }, async (sql) => {
      await sql.repository(BalanceRow).save({ merchantId: 'm_v', id: 'a', amount: 1n });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await idsSeenBy(['m_v'], 'a')).toEqual([]);
  });

  it("an error of a repository is the server's, without the parameters", async () => {
    const negative: unknown = await inTransaction(database, { merchants: ['m_w'] }, (sql) =>
      sql.repository(BalanceRow).insert({ merchantId: 'm_w', id: 'secret-id', amount: -1n }),
    ).catch((thrown: unknown) => thrown);
    expect(sqlStateOf(negative)).toBe('23514');
    expect(negative).not.toHaveProperty('parameters');
  });

  it('a repository accepts no statement after the end of its transaction', async () => {
    const balances = await inTransaction(database, { merchants: ['m_x'] }, async (sql) => sql.repository(BalanceRow));
    await expect(balances.find()).rejects.toThrow('after the end of its transaction');
  });

  it('a read at once cannot write, refuses a later statement, and leaves a usable connection after every error', async () => {
    const faulty: ((sql: Sql) => Promise<unknown>)[] = [
      (sql) => sql.query(insert, ['m_f', 'a', 1]),
      (sql) => sql.query('SELECT 1/0'),
      async (sql) => {
        await sql.query('SELECT 1');
        return sql.query('SELECT 2');
      },
      () => {
        throw new Error('before the first statement');
      },
    ];
    // More often than the pool has connections: one that was not returned would be missed.
    for (let round = 0; round < 20; round++)
      for (const work of faulty) await expect(readingAtOnce(database, ['m_f'], work)).rejects.toThrow();
    expect(await readingAtOnce(database, ['m_f'], (sql) => sql.query('SELECT 1 AS one'))).toEqual([{ one: 1 }]);
  });

  it('a reading transaction cannot write', async () => {
    const writing = reading(database, ['m_f'], (sql) => sql.query(insert, ['m_f', 'a', 1]));
    await expect(writing).rejects.toMatchObject({ code: '25006' });
  });

  it('a transaction accepts several queries at once', async () => {
    const rows = await reading(database, ['m_a'], (sql) =>
      Promise.all([1, 2, 3].map((n) => sql.query<{ n: string }>('SELECT $1::int AS n', [n]))),
    );
    expect(rows).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]]);
  });
});

describe('one statement in one round trip', () => {
  const inOneTripAs = (merchant: string, params: readonly unknown[], text = `${insert} RETURNING id`) =>
    inOneTrip<{ id: string }>(database, { merchants: [merchant] }, text, params);

  it('the statement is committed within its scope when it returns', async () => {
    expect(await inOneTripAs('m_o', ['m_o', 'a', 1])).toEqual([{ id: 'a' }]);
    expect(await idsSeenBy(['m_o'], 'a')).toEqual(['m_o']);
    await expect(inOneTripAs('m_o', ['m_p', 'b', 1])).rejects.toThrow('row-level security');
  });

  it("a failed statement has the server's error text, changes nothing, and leaves the connection usable", async () => {
    for (let attempt = 0; attempt < 4; attempt++) {
      const negative: unknown = await inOneTripAs('m_q', ['m_q', 'a', -1]).catch((thrown: unknown) => thrown);
      expect(sqlStateOf(negative)).toBe('23514');
    }
    expect(await inOneTripAs('m_q', ['m_q', 'a', 1])).toEqual([{ id: 'a' }]);
  });

  it('the statement waits for the disk or not, as requested, each time', async () => {
    const waits = async (commit: 'synchronous' | 'asynchronous') => {
      const setting = 'SELECT current_setting($1) AS value';
      const scope = { merchants: ['m_s'], commit };
      const [row] = await inOneTrip<{ value: string }>(database, scope, setting, ['synchronous_commit']);
      return row?.value;
    };
    expect([await waits('asynchronous'), await waits('synchronous'), await waits('asynchronous')]).toEqual([
      'off',
      'on',
      'off',
    ]);
  });

  it('a statement whose connection breaks has an unknown effect', async () => {
    const lost = expect(inOneTripAs('m_r', [5], 'SELECT pg_sleep($1)')).rejects.toThrow(CommitUnknownError);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await terminateAll();
    await lost;
  });
});

describe('statements that are sent with COMMIT', () => {
  const end = (rows: readonly (readonly [string, number])[], meant: number) =>
    inTransactionEndingWith(database, { merchants: ['m_t'] }, async (sql) => {
      await sql.query(insert, ['m_t', `${rows[0]![0]}-first`, 1]);
      const [ids, amount] = [rows.map(([id]) => id), rows.map(([, sum]) => sum)];
      const text = `
        WITH written AS (INSERT INTO balances (merchant_id, id, amount)
          SELECT 'm_t', * FROM unnest($1::text[], $2::int[]) ON CONFLICT DO NOTHING RETURNING 1)
        SELECT ${exactly('(SELECT count(*) FROM written)', '$3::int')} AS one`;
      return { statements: [{ text, params: [ids, amount, meant] }], result: ([rows]) => rows![0]?.['one'] };
    });

  it('the last statements are committed with the work before them', async () => {
    expect(await end([['a', 1]], 1)).toBe(1);
    expect(await idsSeenBy(['m_t'], 'a')).toEqual(['m_t']);
    expect(await idsSeenBy(['m_t'], 'a-first')).toEqual(['m_t']);
  });

  it('a last statement that fails, or writes fewer rows than required, rolls everything back and leaves the connection usable', async () => {
    const taken: unknown = await end(
      [
        ['b', 1],
        ['a', 1],
      ],
      2,
    ).catch((thrown: unknown) => thrown);
    expect(isVersionConflict(taken)).toBe(true);
    await expect(end([['c', -1]], 1)).rejects.toThrow('balances_not_negative');
    for (const id of ['b', 'b-first', 'c-first']) expect(await idsSeenBy(['m_t'], id)).toEqual([]);
    expect(await end([['d', 1]], 1)).toBe(1);
  });
});

describe('a fault of the infrastructure', () => {
  it('a connection lost during a transaction is transient, and the pool recovers', async () => {
    const lost = inTransaction(database, { merchants: ['m_g'] }, async (sql) => {
      await sql.query(insert, ['m_g', 'a', 1]);
      await terminateAll();
      await sql.query(insert, ['m_g', 'b', 1]);
    });
    const error: unknown = await lost.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(CommitUnknownError);
    expect(isTransient(error)).toBe(true);
    await put('m_g', 'c');
    expect(await idsSeenBy(['m_g'], 'a')).toEqual([]);
  });

  it('after one of several concurrent queries fails, a later query is refused and reaches no other transaction', async () => {
    let goOn!: () => void;
    const later = new Promise<void>((resolve) => (goOn = resolve));
    let straggler: Promise<unknown> | undefined;
    const failed = inTransaction(database, { merchants: ['m_s'] }, (sql) => {
      straggler = later.then(() => sql.query(insert, ['m_s', 'late', 1]));
      return Promise.all([straggler, sql.query(insert, ['m_s', 'a', -1])]);
    });
    await expect(failed).rejects.toThrow('balances_not_negative');
    await inTransaction(database, { merchants: ['m_s'] }, async (sql) => {
      goOn();
      await expect(straggler).rejects.toThrow('after the end of its transaction');
      await sql.query(insert, ['m_s', 'b', 1]);
    });
    expect(await idsSeenBy(['m_s'], 'late')).toEqual([]);
    expect(await idsSeenBy(['m_s'], 'b')).toEqual(['m_s']);
  });

  it('connections that are lost while idle do no harm', async () => {
    await Promise.all([put('m_h', 'a'), put('m_h', 'b')]);
    await terminateAll();
    await put('m_h', 'c');
    expect(await idsSeenBy(['m_h'], 'c')).toEqual(['m_h']);
  });

  it('a connection that ends before its borrower continues does not end the process', async () => {
    const pool = poolOf(database);
    const acquired = await Promise.all([pool.connect(), pool.connect()]);
    for (const client of acquired) expect(() => client.emit('error', new Error('ended by the server'))).not.toThrow();
    for (const client of acquired) client.release(true);
  });

  it('a COMMIT without an answer is unknown', async () => {
    const lost = inTransaction(database, { merchants: ['m_i'] }, async (sql) => {
      await sql.query(insert, ['m_i', 'a', 1]);
      await terminateAll();
    });
    await expect(lost).rejects.toThrow(CommitUnknownError);
  });

  it('a deadlock and a refusal of the server are recognized', async () => {
    await put('m_j', 'a');
    await put('m_j', 'b');
    // Each transaction locks its first row before either waits for the other's.
    const onLocked: (() => void)[] = [];
    const bothLocked = [0, 1].map(() => new Promise<void>((resolve) => onLocked.push(resolve)));
    const raise = (first: string, second: string): Promise<unknown> =>
      inTransaction(database, { merchants: ['m_j'] }, async (sql) => {
        await sql.query('UPDATE balances SET amount = amount + 1 WHERE id = $1', [first]);
        onLocked.pop()?.();
        await Promise.all(bothLocked);
        await sql.query('UPDATE balances SET amount = amount + 1 WHERE id = $1', [second]);
      });
    const outcomes = await Promise.allSettled([raise('a', 'b'), raise('b', 'a')]);
    const failed = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    expect(failed.map(sqlStateOf)).toEqual(['40P01']);
    expect(failed.every(isTransient)).toBe(true);
    const negative: unknown = await put('m_j', 'c', -1n).catch((thrown: unknown) => thrown);
    expect(sqlStateOf(negative)).toBe('23514');
    expect(isTransient(negative)).toBe(false);
  });

  it('an unreachable server is transient', async () => {
    const unreachable = openDatabase({
      url: new Secret('postgres://x@127.0.0.1:1/x'),
      schema,
      entities: [],
      migrations: [],
      logger: silentLogger,
    });
    expect(isTransient(await unreachable.catch((thrown: unknown) => thrown))).toBe(true);
  });

  it('a statement that takes too long is ended, and its connection stays usable', async () => {
    const hasty = await open({ poolSize: 2, statementTimeoutMs: 100 });
    const slow: unknown = await reading(hasty, [], (sql) => sql.query('SELECT pg_sleep(5)')).catch(
      (thrown: unknown) => thrown,
    );
    expect(sqlStateOf(slow)).toBe('57014');
    expect(isTransient(slow)).toBe(true);
    expect(await reading(hasty, [], (sql) => sql.query('SELECT 1 AS one'))).toEqual([{ one: 1 }]);
    await hasty.destroy();
  });
});

it('a first connection without an answer is opened again', async () => {
  const { hostname, port, username, password, pathname } = new URL(ownUrl().reveal());
  const sockets: Socket[] = [];
  let connections = 0;
  const server = createServer((near) => {
    sockets.push(near.on('error', () => undefined));
    if (connections++ === 0) return;
    const far = connect(Number(port), hostname).on('error', () => undefined);
    sockets.push(far);
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  const url = new Secret(`postgres://${username}:${password}@127.0.0.1:${own}${pathname}`);
  const { poolSize, connectTimeoutMs } = { poolSize: 2, connectTimeoutMs: 500 };
  const settings = { url, schema, entities: [BalanceRow], migrations: [Balances1], logger: silentLogger };
  const dataSource = await openDatabase({ ...settings, poolSize, connectTimeoutMs });
  expect(connections).toBeGreaterThan(1);
  await dataSource.destroy();
  for (const socket of sockets) socket.destroy();
  server.close();
});

import { Client } from 'pg';
import { freshDatabase, freshSchema, type FreshDatabase } from './database';

const query = async (url: string, sql: string) => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
};

describe('a provisioned database', () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.drop());

  it('gives each service its own schema and puts the schema on its search path', async () => {
    await query(database.urlOf('payments'), 'CREATE TABLE owned (id int)');
    const rows = await query(database.adminUrl, `SELECT schemaname FROM pg_tables WHERE tablename = 'owned'`);
    expect(rows).toEqual([{ schemaname: 'payments' }]);
  });

  it.each(['gateway', 'connector_worker'] as const)('denies %s access to the schema of payments', async (schema) => {
    await query(database.urlOf('payments'), 'CREATE TABLE IF NOT EXISTS private (id int)');
    await expect(query(database.urlOf(schema), 'SELECT * FROM payments.private')).rejects.toThrow(/permission denied/);
    await expect(query(database.urlOf(schema), 'CREATE TABLE payments.mine (id int)')).rejects.toThrow(
      /permission denied/,
    );
    await expect(query(database.urlOf(schema), 'CREATE TABLE public.mine (id int)')).rejects.toThrow(
      /permission denied/,
    );
    await expect(query(database.urlOf(schema), 'CREATE SCHEMA mine')).rejects.toThrow(/permission denied/);
  });

  it('denies a role of one database access to another database', async () => {
    const other = await freshSchema('payments');
    try {
      const foreign = new URL(other.url);
      foreign.pathname = `/${database.name}`;
      await expect(query(foreign.href, 'SELECT 1')).rejects.toThrow(/permission denied for database/);
    } finally {
      await other.drop();
    }
  });
});

it('a dropped database leaves neither database nor roles', async () => {
  const database = await freshSchema('routing');
  await database.drop();
  const server = process.env['DATABASE_URL'] ?? '';
  expect(await query(server, `SELECT 1 FROM pg_roles WHERE rolname LIKE '${database.name}%'`)).toEqual([]);
  expect(await query(server, `SELECT 1 FROM pg_database WHERE datname = '${database.name}'`)).toEqual([]);
});

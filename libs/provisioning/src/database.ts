import { Client, escapeIdentifier, escapeLiteral } from 'pg';

/** One service's schema in a database, and its role, which can access only this schema. */
export interface Tenant {
  readonly schema: string;
  readonly role: string;
  readonly password: string;
}

/** The role with which people read every schema, and change nothing. */
export type Reader = Pick<Tenant, 'role' | 'password'>;

/** The address of a database as one of its roles sees it. */
export function urlFor(adminUrl: string, database: string, tenant?: Reader): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  if (tenant) {
    url.username = tenant.role;
    url.password = tenant.password;
  }
  return url.href;
}

/** Runs `work` on one connection and always closes it. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function ensureRole(client: Client, { role, password }: Reader): Promise<void> {
  const found = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
  const verb = found.rowCount === 0 ? 'CREATE' : 'ALTER';
  await client.query(`${verb} ROLE ${escapeIdentifier(role)} LOGIN PASSWORD ${escapeLiteral(password)}`);
  // A managed Postgres has no superuser: creating a schema for a role then requires membership in the role.
  await client.query(
    `DO $$ BEGIN IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)
     THEN EXECUTE format('GRANT %I TO current_user', ${escapeLiteral(role)}); END IF; END $$`,
  );
}

async function ensureSchema(client: Client, database: string, tenant: Tenant): Promise<void> {
  const [role, schema] = [escapeIdentifier(tenant.role), escapeIdentifier(tenant.schema)];
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema} AUTHORIZATION ${role}`);
  await client.query(`ALTER SCHEMA ${schema} OWNER TO ${role}`);
  await client.query(`REVOKE ALL ON SCHEMA ${schema} FROM PUBLIC`);
  await client.query(`GRANT CONNECT ON DATABASE ${escapeIdentifier(database)} TO ${role}`);
  await client.query(`ALTER ROLE ${role} IN DATABASE ${escapeIdentifier(database)} SET search_path = ${schema}`);
}

/** A query that takes longer is ended, and a forgotten transaction holds back no vacuum. */
const readerSettings = {
  default_transaction_read_only: 'on',
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '60s',
  // The policies of row-level security show the rows of the merchants that this setting names: without it every table looks empty.
  'payorch.merchants': '{"*"}',
};
const readerConnections = 5;

/** Lets a role read the present and future tables of every schema. Sealed columns stay sealed. */
async function ensureReader(
  client: Client,
  database: string,
  reader: Reader,
  tenants: readonly Tenant[],
): Promise<void> {
  await ensureRole(client, reader);
  const role = escapeIdentifier(reader.role);
  await client.query(`ALTER ROLE ${role} CONNECTION LIMIT ${readerConnections}`);
  await client.query(`GRANT CONNECT ON DATABASE ${escapeIdentifier(database)} TO ${role}`);
  for (const [name, value] of Object.entries(readerSettings))
    await client.query(
      `ALTER ROLE ${role} IN DATABASE ${escapeIdentifier(database)} SET ${name} = ${escapeLiteral(value)}`,
    );
  for (const tenant of tenants) {
    const [owner, schema] = [escapeIdentifier(tenant.role), escapeIdentifier(tenant.schema)];
    await client.query(`GRANT USAGE ON SCHEMA ${schema} TO ${role}`);
    await client.query(`GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${role}`);
    await client.query(
      `ALTER DEFAULT PRIVILEGES FOR ROLE ${owner} IN SCHEMA ${schema} GRANT SELECT ON TABLES TO ${role}`,
    );
  }
}

/**
 * Creates the roles and empty schemas in an existing database. A repetition changes only passwords.
 * An advisory lock serializes concurrent calls: roles are global to the server.
 */
export async function provisionDatabase(adminUrl: string, tenants: readonly Tenant[], reader: Reader): Promise<void> {
  const database = new URL(adminUrl).pathname.slice(1);
  await withClient(adminUrl, async (client) => {
    await client.query(`SELECT pg_advisory_lock(hashtext('payorch:provision'))`);
    await client.query('REVOKE ALL ON SCHEMA public FROM PUBLIC');
    await client.query(`REVOKE ALL ON DATABASE ${escapeIdentifier(database)} FROM PUBLIC`);
    for (const tenant of tenants) {
      await ensureRole(client, tenant);
      await ensureSchema(client, database, tenant);
    }
    await ensureReader(client, database, reader, tenants);
  });
}

export const createDatabase = (adminUrl: string, name: string): Promise<unknown> =>
  withClient(adminUrl, (client) => client.query(`CREATE DATABASE ${escapeIdentifier(name)}`));

/** Drops a database and its roles, which own nothing in other databases. */
export const dropDatabase = (adminUrl: string, name: string, tenants: readonly Reader[]): Promise<void> =>
  withClient(adminUrl, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`);
    for (const { role } of tenants) await client.query(`DROP ROLE IF EXISTS ${escapeIdentifier(role)}`);
  });

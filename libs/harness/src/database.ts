import { randomBytes } from 'node:crypto';
import { schemaNames, type SchemaName } from '../../../tools/lib/app-env';
import { createDatabase, dropDatabase, provisionDatabase, urlFor, type Tenant } from '../../../tools/lib/provision';
import { required } from './environment';

/** A database of a test's own, provisioned as in production: a role and an empty schema for each service. */
export interface FreshDatabase {
  readonly name: string;
  /** As the superuser: to look everywhere, to take a dump. */
  readonly adminUrl: string;
  /** As the role of one service, which can touch its own schema alone. */
  readonly urlOf: (schema: SchemaName) => string;
  readonly drop: () => Promise<void>;
}

const random = (bytes: number) => randomBytes(bytes).toString('hex');

async function databaseWith(schemas: readonly SchemaName[], serverUrl: string): Promise<FreshDatabase> {
  const name = `test_${random(6)}`;
  // Roles belong to the whole server, so each test database brings roles of its own name.
  const tenants = schemas.map((schema): Tenant => ({ schema, role: `${name}_${schema}`, password: random(8) }));
  const adminUrl = urlFor(serverUrl, name);
  await createDatabase(serverUrl, name);
  await provisionDatabase(adminUrl, tenants);
  return {
    name,
    adminUrl,
    urlOf: (schema) => urlFor(serverUrl, name, tenants.find((tenant) => tenant.schema === schema) ?? missing(schema)),
    drop: () => dropDatabase(serverUrl, name, tenants),
  };
}

function missing(schema: SchemaName): never {
  throw new Error(`this test database has no schema ${schema}: use freshDatabase()`);
}

/** A database with every service's role and schema, by default on the server of DATABASE_URL. Drop it when done. */
export const freshDatabase = (serverUrl = required('DATABASE_URL')): Promise<FreshDatabase> =>
  databaseWith(schemaNames, serverUrl);

/** A database for the tests of one service: quicker to make. `url` is the address as that service sees it. */
export async function freshSchema(schema: SchemaName): Promise<FreshDatabase & { readonly url: string }> {
  const database = await databaseWith([schema], required('DATABASE_URL'));
  return { ...database, url: database.urlOf(schema) };
}

export type { SchemaName };

import { randomBytes } from 'node:crypto';
import {
  createDatabase,
  dropDatabase,
  provisionDatabase,
  type Reader,
  type SchemaName,
  schemaNames,
  type Tenant,
  urlFor,
} from '@payorch/provisioning';
import { required } from './environment';

/** A database for one test, provisioned as in production: a role and an empty schema for each service. */
export interface FreshDatabase {
  readonly name: string;
  /** Superuser address: reads every schema, takes dumps. */
  readonly adminUrl: string;
  /** Address of the role with which people read every schema. */
  readonly readerUrl: string;
  /** Address of a service's role, which can access only its own schema. */
  readonly urlOf: (schema: SchemaName) => string;
  readonly drop: () => Promise<void>;
}

const random = (bytes: number) => randomBytes(bytes).toString('hex');

async function databaseWith(schemas: readonly SchemaName[], serverUrl: string): Promise<FreshDatabase> {
  const name = `test_${random(6)}`;
  // Roles are global to the server, so the role names include the database name.
  const tenants = schemas.map((schema): Tenant => ({ schema, role: `${name}_${schema}`, password: random(8) }));
  const reader: Reader = { role: `${name}_reader`, password: random(8) };
  const adminUrl = urlFor(serverUrl, name);
  await createDatabase(serverUrl, name);
  await provisionDatabase(adminUrl, tenants, reader);
  return {
    name,
    adminUrl,
    readerUrl: urlFor(serverUrl, name, reader),
    urlOf: (schema) => urlFor(serverUrl, name, tenants.find((tenant) => tenant.schema === schema) ?? missing(schema)),
    drop: () => dropDatabase(serverUrl, name, [...tenants, reader]),
  };
}

function missing(schema: SchemaName): never {
  throw new Error(`this test database has no schema ${schema}: use freshDatabase()`);
}

/** A database with every service's role and schema, by default on the server of DATABASE_URL. The caller drops it. */
export const freshDatabase = (serverUrl = required('DATABASE_URL')): Promise<FreshDatabase> =>
  databaseWith(schemaNames, serverUrl);

/** A database with the schema of one service only, created faster. `url` is the address with that service's role. */
export async function freshSchema(schema: SchemaName): Promise<FreshDatabase & { readonly url: string }> {
  const database = await databaseWith([schema], required('DATABASE_URL'));
  return { ...database, url: database.urlOf(schema) };
}

export type { SchemaName };

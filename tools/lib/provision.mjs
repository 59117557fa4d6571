import { loadTyped } from './load-typescript.mjs';
import { Problem } from './problem.mjs';

const readerOf = ({ readerPassword }) => ({ role: 'payorch_reader', password: readerPassword });

/** The address with which people read every schema. */
export async function readerUrlOf(databaseUrl, secrets) {
  const { urlFor } = await loadTyped();
  return urlFor(databaseUrl, new URL(databaseUrl).pathname.slice(1), readerOf(secrets));
}

const tenantsOf = (secrets) =>
  Object.entries(secrets.roles).map(([schema, password]) => ({ schema, role: `payorch_${schema}`, password }));

/** Creates roles and schemas for every service; returns the function from schema to its role's address. */
export async function provisionSchemas({ databaseUrl, secrets }) {
  const { provisionDatabase, withClient } = await loadTyped();
  const tenants = tenantsOf(secrets);
  await provisionDatabase(databaseUrl, tenants, readerOf(secrets)).catch((error) => {
    throw new Problem(
      `Postgres could not be prepared: ${error.message}`,
      'DATABASE_URL must name a role that may create roles',
    );
  });
  // Only `npm run bench` needs statement counts; a Postgres without the extension is accepted.
  await withClient(databaseUrl, (client) => client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements')).catch(
    () => undefined,
  );
  return databaseUrlsOf(databaseUrl, secrets);
}

/** The function from schema to the database address with its role. */
export async function databaseUrlsOf(databaseUrl, secrets) {
  const { urlFor } = await loadTyped();
  const database = new URL(databaseUrl).pathname.slice(1);
  const tenants = new Map(tenantsOf(secrets).map((tenant) => [tenant.schema, tenant]));
  return (schema) => urlFor(databaseUrl, database, tenants.get(schema));
}

/** Creates every topic of the contracts, and those of lanes that the database names; returns the names of the former. */
export async function provisionTopics({ kafkaBrokers, keyedPartitions, databaseUrl }) {
  const [{ ensureTopics, ensureNamedLanes, brokerAccess }, { Kafka, logLevel }] = await Promise.all([
    loadTyped(),
    import('kafkajs'),
  ]);
  const access = brokerAccess(process.env);
  const brokers = kafkaBrokers.split(',');
  const kafka = new Kafka({ clientId: 'provision', brokers, ...access, logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  try {
    await admin.connect();
    const names = await ensureTopics(admin, keyedPartitions);
    if (databaseUrl) await ensureNamedLanes(admin, databaseUrl);
    return names;
  } catch (error) {
    throw new Problem(
      `the topics could not be created: ${error.message}`,
      error instanceof RangeError
        ? 'set KAFKA_PARTITIONS to the present count, or delete the data folder'
        : 'check KAFKA_BROKERS',
    );
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}

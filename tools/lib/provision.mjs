import { loadTyped } from './bundle.mjs';
import { Problem } from './problem.mjs';

const tenantsOf = (secrets) =>
  Object.entries(secrets.roles).map(([schema, password]) => ({ schema, role: `payorch_${schema}`, password }));

/** Roles and schemas for every service; gives the address of each as its own role sees it. */
export async function provisionSchemas({ databaseUrl, secrets }) {
  const { provisionDatabase, withClient } = await loadTyped();
  const tenants = tenantsOf(secrets);
  await provisionDatabase(databaseUrl, tenants).catch((error) => {
    throw new Problem(
      `Postgres could not be prepared: ${error.message}`,
      'DATABASE_URL must name a role that may create roles',
    );
  });
  // Statement counts are for `npm run bench` alone; a Postgres without that library serves as well.
  await withClient(databaseUrl, (client) => client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements')).catch(
    () => undefined,
  );
  return databaseUrlsOf(databaseUrl, secrets);
}

/** The address of the database as the role of a schema sees it. */
export async function databaseUrlsOf(databaseUrl, secrets) {
  const { urlFor } = await loadTyped();
  const database = new URL(databaseUrl).pathname.slice(1);
  const tenants = new Map(tenantsOf(secrets).map((tenant) => [tenant.schema, tenant]));
  return (schema) => urlFor(databaseUrl, database, tenants.get(schema));
}

/** Every topic of the contracts; gives their names. */
export async function provisionTopics({ kafkaBrokers, keyedPartitions }) {
  const [{ ensureTopics, brokerAccess }, { Kafka, logLevel }] = await Promise.all([loadTyped(), import('kafkajs')]);
  const access = brokerAccess(process.env);
  const brokers = kafkaBrokers.split(',');
  const kafka = new Kafka({ clientId: 'provision', brokers, ...access, logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  try {
    await admin.connect();
    return await ensureTopics(admin, keyedPartitions);
  } catch (error) {
    throw new Problem(
      `the topics could not be made: ${error.message}`,
      error instanceof RangeError
        ? 'set KAFKA_PARTITIONS to what is there, or delete the data folder'
        : 'check KAFKA_BROKERS',
    );
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}

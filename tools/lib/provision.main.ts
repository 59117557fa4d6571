import { Kafka, logLevel } from 'kafkajs';
import { schemaNames } from './app-env';
import { provisionDatabase } from './provision';
import { ensureTopics, keyedPartitionsOf } from './topic-plan';

/**
 * The one-shot that runs before the services in a container set-up: roles, schemas, topics. The password of each role is
 * given as `PASSWORD_<SCHEMA>`.
 */
async function main(env: NodeJS.ProcessEnv): Promise<void> {
  const given = (name: string): string => {
    const value = env[name];
    if (!value) throw new Error(`${name} is not set`);
    return value;
  };
  const tenants = schemaNames.map((schema) => ({
    schema,
    role: `payorch_${schema}`,
    password: given(`PASSWORD_${schema.toUpperCase()}`),
  }));
  await provisionDatabase(given('DATABASE_URL'), tenants);
  const kafka = new Kafka({ brokers: given('KAFKA_BROKERS').split(','), logLevel: logLevel.ERROR });
  const admin = kafka.admin();
  await admin.connect();
  try {
    const topics = await ensureTopics(admin, keyedPartitionsOf(env));
    process.stdout.write(`${tenants.length} schemas and ${topics.length} topics are there\n`);
  } finally {
    await admin.disconnect();
  }
}

main(process.env).catch((error: unknown) => {
  process.stderr.write(`provision failed: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

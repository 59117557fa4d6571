import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Kafka, logLevel } from 'kafkajs';
import { schemaNames } from './app-env';
import { provisionDatabase, urlFor, type Tenant } from './provision';
import { keyFiles } from './key-files';
import { keyFileText, loadSecrets, type Secrets } from './secrets';
import { ensureTopics, keyedPartitionsOf } from './topic-plan';

/** Files that services read by `<VARIABLE>_FILE`: for all of them, and for the worker alone. */
function handOut(folder: string, secrets: Secrets, databaseUrls: readonly (readonly [string, string])[]): void {
  const files = {
    [`shared/${keyFiles.apiKeyHashSecret}`]: keyFileText(secrets, 'apiKeyHashSecret'),
    'shared/card_fingerprint_secret': secrets.cardFingerprintSecret,
    'shared/redirect_secrets': secrets.redirectSecrets,
    [`shared/${keyFiles.sealingPublicKeys}`]: keyFileText(secrets, 'sealingPublicKeys'),
    [`shared/${keyFiles.settingsKeys}`]: keyFileText(secrets, 'settingsKeys'),
    [`worker/${keyFiles.sealingPrivateKeys}`]: keyFileText(secrets, 'sealingPrivateKeys'),
    ...Object.fromEntries(databaseUrls.map(([schema, url]) => [`shared/database_url.${schema}`, url])),
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text, { mode: 0o600 });
  }
}

/**
 * The one-shot that runs before the services in a container set-up: makes secrets (once) and hands them out as files, then
 * roles, schemas and topics.
 */
async function main(env: NodeJS.ProcessEnv): Promise<void> {
  const given = (name: string): string => {
    const value = env[name];
    if (!value) throw new Error(`${name} is not set`);
    return value;
  };
  const [adminUrl, folder, brokers] = [given('DATABASE_URL'), given('SECRETS_DIR'), given('KAFKA_BROKERS')];
  const secrets = loadSecrets(path.join(folder, 'own', 'secrets.json'));
  const tenants = schemaNames.map((schema): Tenant => ({
    schema,
    role: `payorch_${schema}`,
    password: secrets.roles[schema] ?? '',
  }));
  await provisionDatabase(adminUrl, tenants);
  const database = new URL(adminUrl).pathname.slice(1);
  handOut(
    folder,
    secrets,
    tenants.map((tenant) => [tenant.schema, urlFor(adminUrl, database, tenant)] as const),
  );
  const admin = new Kafka({ brokers: brokers.split(','), logLevel: logLevel.ERROR }).admin();
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

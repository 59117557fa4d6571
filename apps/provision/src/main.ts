import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Kafka, logLevel } from 'kafkajs';
import {
  brokerAccess,
  ensureAcls,
  ensureNamedLanes,
  ensureTopics,
  keyedPartitionsOf,
  keyFiles,
  keyFileText,
  loadSecrets,
  provisionDatabase,
  schemaNames,
  type Secrets,
  storeFiles,
  type Reader,
  type Tenant,
  urlFor,
} from '@payorch/provisioning';

/** Files that services read by `<VARIABLE>_FILE`: shared ones, those of the worker only, and those of services that open personal data. */
function keysAndUrls(secrets: Secrets, databaseUrls: readonly (readonly [string, string])[]): Record<string, string> {
  return {
    [`shared/${keyFiles.apiKeyHashSecret}`]: keyFileText(secrets, 'apiKeyHashSecret'),
    'shared/card_fingerprint_secret': secrets.cardFingerprintSecret,
    'shared/redirect_secrets': secrets.redirectSecrets,
    [`shared/${keyFiles.sealingPublicKeys}`]: keyFileText(secrets, 'sealingPublicKeys'),
    [`shared/${keyFiles.settingsKeys}`]: keyFileText(secrets, 'settingsKeys'),
    [`data/${keyFiles.masterKeys}`]: keyFileText(secrets, 'masterKeys'),
    [`worker/${keyFiles.sealingPrivateKeys}`]: keyFileText(secrets, 'sealingPrivateKeys'),
    ...Object.fromEntries(databaseUrls.map(([schema, url]) => [`shared/database_url.${schema}`, url])),
  };
}

/** Redis runs as another user than the other containers; its file is in a volume that no other container mounts. */
const modeOf = (name: string): number => (name.startsWith('redis/') ? 0o644 : 0o600);

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text, { mode: modeOf(name) });
  }
}

type Required = (name: string) => string;

const secretsIn = (folder: string): Secrets => loadSecrets(path.join(folder, 'own', 'secrets.json'));

/** Runs before the stores: creates the secrets once, and writes the files with which the broker and Redis start. */
function prepareStores(required: Required): void {
  const folder = required('SECRETS_DIR');
  const properties = readFileSync(required('BROKER_PROPERTIES'), 'utf8');
  writeFiles(folder, storeFiles(secretsIn(folder), properties, required('KAFKA_SUBSCRIBERS')));
}

/** Creates the topics and, on a broker with authentication, the ACLs of every app. */
async function provisionBroker(env: NodeJS.ProcessEnv, required: Required): Promise<string> {
  const access = brokerAccess(env);
  const brokers = required('KAFKA_BROKERS').split(',');
  const admin = new Kafka({ brokers, ...access, logLevel: logLevel.ERROR }).admin();
  await admin.connect();
  try {
    const topics = await ensureTopics(admin, keyedPartitionsOf(env));
    await ensureNamedLanes(admin, required('DATABASE_URL'));
    const rights = access.sasl ? await ensureAcls(admin) : 0;
    return `${topics.length} topics and ${rights} rights`;
  } finally {
    await admin.disconnect();
  }
}

/**
 * The one-shots of a container set-up. `secrets` runs before the stores. Without an argument it runs before the services: creates
 * roles, schemas, topics and ACLs, and writes keys and addresses as files.
 */
async function main(env: NodeJS.ProcessEnv, [step]: readonly string[]): Promise<void> {
  const required: Required = (name) => {
    const value = env[name];
    if (!value) throw new Error(`${name} is not set`);
    return value;
  };
  if (step === 'secrets') return prepareStores(required);
  const [adminUrl, folder] = [required('DATABASE_URL'), required('SECRETS_DIR')];
  const secrets = secretsIn(folder);
  const tenants = schemaNames.map((schema): Tenant => ({
    schema,
    role: `payorch_${schema}`,
    password: secrets.roles[schema] ?? '',
  }));
  const reader: Reader = { role: 'payorch_reader', password: secrets.readerPassword };
  await provisionDatabase(adminUrl, tenants, reader);
  const database = new URL(adminUrl).pathname.slice(1);
  const urls = tenants.map((tenant) => [tenant.schema, urlFor(adminUrl, database, tenant)] as const);
  // For people: no service mounts the volume of this file.
  writeFiles(folder, { 'own/database_url.reader': urlFor(adminUrl, database, reader) });
  writeFiles(folder, keysAndUrls(secrets, urls));
  process.stdout.write(`${tenants.length} schemas, ${await provisionBroker(env, required)} provisioned\n`);
}

main(process.env, process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`provision failed: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

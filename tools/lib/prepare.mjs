import { writeFileSync } from 'node:fs';
import { loadTyped } from './load-typescript.mjs';
import { provisionSchemas, provisionTopics, readerUrlOf } from './provision.mjs';
import { filesOf, ledgerOf } from './system.mjs';

/** The secrets of a data folder, with the key files that its apps read. */
export async function prepareSecrets(layout) {
  const { loadSecrets, writeKeyFiles } = await loadTyped();
  const secrets = loadSecrets(layout.secrets);
  writeKeyFiles(layout.keys, secrets);
  return secrets;
}

/** Creates the schemas, each with its role, and the role for people with its address in a file; returns the address for each schema. */
export const prepareSchemas = ({ infra, secrets, layout, progress }) =>
  progress.step(
    'schemas',
    async () => {
      const urlOf = await provisionSchemas({ databaseUrl: infra.databaseUrl, secrets });
      writeFileSync(layout.readerUrl, await readerUrlOf(infra.databaseUrl, secrets), { mode: 0o600 });
      return urlOf;
    },
    () => `${Object.keys(secrets.roles).length} schemas, a role for each`,
  );

/** Creates the topics; returns their names. */
export const prepareTopics = ({ settings, infra, progress }) =>
  progress.step(
    'topics',
    () => {
      const { kafkaBrokers, databaseUrl } = infra;
      return provisionTopics({ kafkaBrokers, databaseUrl, keyedPartitions: settings.keyedPartitions });
    },
    (names) => `${names.length} topics`,
  );

/** The plan for apps on these servers. */
export const newPlan = ({ ports, databaseUrlOf, infra, settings, layout, secrets }) => ({
  ports,
  databaseUrlOf,
  redisUrl: infra.redisUrl,
  kafkaBrokers: infra.kafkaBrokers,
  kafkaSession: settings.kafkaBrokers ? '6s' : '3s',
  adminApiKey: settings.adminApiKey,
  secrets,
  keyFolder: layout.keys,
  ledgerFile: ledgerOf(layout),
  filesFolder: filesOf(layout),
});

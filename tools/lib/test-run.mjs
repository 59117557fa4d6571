import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildApps } from './build-apps.mjs';
import { runChecks } from './check-steps.mjs';
import { startInfra, stopInfra } from './infra.mjs';
import { jestProjects, runJest } from './jest-runs.mjs';
import { layoutOf } from './paths.mjs';
import { openToPostgres } from './postgres.mjs';
import { settingsFrom } from './settings.mjs';

async function check(progress) {
  const results = await runChecks(progress);
  const bad = results.filter(({ passed }) => !passed);
  return { passed: 0, failed: bad.length, failures: bad.map(({ name, output }) => `check of ${name}\n${output}`) };
}

const buildAll = async (progress) =>
  progress
    .step(
      'build',
      () => buildApps(),
      (names) => `${names.length} apps`,
    )
    .then(
      () => ({ passed: 0, failed: 0, failures: [] }),
      (error) => ({ passed: 0, failed: 1, failures: [`build: ${error.message}`] }),
    );

/**
 * Builds the apps, starts private servers in a temporary folder, and runs `work`. Returns the result of the build, then those of
 * `work`.
 */
export async function withTestServers(progress, work) {
  const folder = mkdtempSync(path.join(tmpdir(), 'payorch-test-'));
  openToPostgres(folder);
  let infra;
  const clean = async () => {
    if (infra) await stopInfra(infra.servers);
    rmSync(folder, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => void clean().finally(() => process.exit(1)));
  try {
    const built = await buildAll(progress);
    const layout = layoutOf(folder);
    const secrets = { postgresPassword: randomBytes(16).toString('hex') };
    infra = await startInfra({ settings: settingsFrom(), layout, secrets, progress, anyPort: true, briefly: true });
    const env = { DATABASE_URL: infra.databaseUrl, REDIS_URL: infra.redisUrl, KAFKA_BROKERS: infra.kafkaBrokers };
    return [built, ...(await work({ env, folder }))];
  } finally {
    await clean();
  }
}

/** Runs every test, or only the files that match the patterns; with patterns the checks are skipped. */
export async function runTests({ patterns, progress }) {
  const checked = patterns.length === 0 ? check(progress) : undefined;
  return withTestServers(progress, async (servers) => {
    const results = checked ? [await checked] : [];
    for (const projects of jestProjects) {
      progress.line(`\n${projects.map(({ name }) => name).join(', ')}`);
      results.push(...(await Promise.all(projects.map((project) => runJest(project, { patterns, ...servers })))));
    }
    return results;
  });
}

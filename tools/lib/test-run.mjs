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
import { Problem } from './problem.mjs';
import { seconds } from './progress.mjs';
import { settingsFrom } from './settings.mjs';
import { testFiles } from './test-files.mjs';

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

/** Does `work` in a folder that is gone afterwards. */
async function inFolder(work) {
  const folder = mkdtempSync(path.join(tmpdir(), 'payorch-test-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const slowestShown = 10;

/** The test files that took longest: there a run becomes shorter. */
function showSlowest(results, progress) {
  const times = results.flatMap(({ times: ofProject = [] }) => ofProject).sort((a, b) => b.ms - a.ms);
  if (times.length <= slowestShown) return;
  progress.line('\nslowest:');
  for (const { file, ms } of times.slice(0, slowestShown)) progress.line(`  ${seconds(ms).padStart(8)}  ${file}`);
}

/** The rows of `jestProjects`, without the projects that have no file to run. */
const rowsOf = (files) =>
  jestProjects.map((row) => row.filter(({ name }) => files.has(name))).filter((row) => row.length > 0);

async function runRows(rows, { patterns, progress, ...servers }) {
  const results = [];
  for (const row of rows) {
    progress.line(`\n${row.map(({ name }) => name).join(', ')}`);
    results.push(...(await Promise.all(row.map((project) => runJest(project, { patterns, ...servers })))));
  }
  return results;
}

/** Every test. Patterns narrow it to some files, and then the checks are left out; unit tests alone need no servers. */
export async function runTests({ patterns, progress }) {
  const files = testFiles(patterns);
  if (files.size === 0) throw new Problem(`no test file matches ${patterns.join(' ')}`);
  const rows = rowsOf(files);
  const checked = patterns.length === 0 ? check(progress) : undefined;
  const work = async (servers) => [
    ...(checked ? [await checked] : []),
    ...(await runRows(rows, { patterns, progress, ...servers })),
  ];
  const isUnitAlone = rows.length === 1 && files.has('unit');
  const results = await (isUnitAlone ? inFolder((folder) => work({ folder })) : withTestServers(progress, work));
  showSlowest(results, progress);
  return results;
}

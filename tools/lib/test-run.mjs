import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkTargets } from './checks.mjs';
import { startInfra, stopInfra } from './infra.mjs';
import { jestProjects, runJest } from './jest-runs.mjs';
import { buildApps, builtNote, runTargets } from './nx.mjs';
import { layoutOf } from './paths.mjs';
import { openToPostgres } from './postgres.mjs';
import { Problem } from './problem.mjs';
import { seconds } from './progress.mjs';
import { settingsFrom } from './settings.mjs';
import { resultsOf } from './task-results.mjs';
import { testFiles } from './test-files.mjs';

const inMemory = '/dev/shm';
const neededInMemory = 6 * 2 ** 30;

/**
 * Puts the temporary folders of this run and of its child processes into memory where there is enough: each of the thousand
 * partitions of a test's brokers is several synchronous writes. `TMPDIR` says otherwise.
 */
function useFastTemporaryFolders() {
  if (process.env.TMPDIR || !existsSync(inMemory)) return;
  const { bavail, bsize } = statfsSync(inMemory);
  if (bavail * bsize > neededInMemory) process.env.TMPDIR = inMemory;
}

/** Starts private servers in a temporary folder, and returns the result of `work`. */
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
    const layout = layoutOf(folder);
    const secrets = { postgresPassword: randomBytes(16).toString('hex') };
    infra = await startInfra({ settings: settingsFrom(), layout, secrets, progress, anyPort: true, briefly: true });
    const env = { DATABASE_URL: infra.databaseUrl, REDIS_URL: infra.redisUrl, KAFKA_BROKERS: infra.kafkaBrokers };
    return await work({ env, folder });
  } finally {
    await clean();
  }
}

/** Does `work` in a folder that is gone afterwards. */
async function inFolder(work) {
  const folder = mkdtempSync(path.join(tmpdir(), 'payorch-test-'));
  try {
    return await work({ folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const slowestShown = 10;

/** The test files that took longest: there a run becomes shorter. */
function showSlowest(results, progress) {
  const times = results.flatMap(({ times }) => times).sort((a, b) => b.ms - a.ms);
  if (times.length <= slowestShown) return;
  progress.line('\nslowest:');
  for (const { file, ms } of times.slice(0, slowestShown)) progress.line(`  ${seconds(ms).padStart(8)}  ${file}`);
}

/** Runs what needs no servers through Nx: the checks, the unit tests of every project, the build. */
async function runCached() {
  const flags = ['--output-style=stream-without-prefixes'];
  const run = await runTargets([...checkTargets, 'test', 'build'], { flags });
  const isBuilt = !run.tasks.some(({ target, hasPassed }) => target === 'build' && !hasPassed);
  return { results: resultsOf(run), isBuilt };
}

/** The rows of `jestProjects`, without the projects that have no file to run. */
const rowsOf = (files) =>
  jestProjects.map((row) => row.filter(({ name }) => files.has(name))).filter((row) => row.length > 0);

const projectsOf = (files) => rowsOf(files).flat();

/** Runs the projects of a row by `run`, at once or when the first of the others has ended; returns their results. */
export async function runRow(row, run) {
  const begun = row.filter(({ followsFirst }) => !followsFirst).map(run);
  const followers = row.filter(({ followsFirst }) => followsFirst);
  if (followers.length > 0 && begun.length > 0) await Promise.race(begun);
  return Promise.all([...begun, ...followers.map(run)]);
}

async function runRows(rows, files, { progress, env, folder }) {
  const results = [];
  const run = (project) => {
    const { name, processes } = project;
    progress.line(`\n${name}, ${processes} at once`);
    return runJest(project, { files: files.get(name), env, report: path.join(folder, `${name}.json`) });
  };
  for (const row of rows) results.push(...(await runRow(row, run)));
  return results;
}

/** Runs test files with the servers that they need. */
function runFiles(files, progress) {
  const work = (servers) => runRows(rowsOf(files), files, { progress, ...servers });
  const needsServers = projectsOf(files).some((project) => project.needsServers);
  return needsServers ? withTestServers(progress, work) : inFolder(work);
}

/** Every test, and the checks. */
async function runAll(files, progress) {
  const { results, isBuilt } = await runCached();
  files.delete('unit');
  if (isBuilt) return [...results, ...(await runFiles(files, progress))];
  progress.line('\nthe apps do not build: the tests on real servers did not run');
  return results;
}

/** The tests of a part of the files: never from the cache, and without the checks. */
async function runSome(files, { mustBuild, progress }) {
  const needsApps = projectsOf(files).some((project) => project.needsApps);
  if (needsApps && mustBuild) await progress.step('build', () => buildApps(), builtNote);
  return runFiles(files, progress);
}

/** Runs every test, or those that patterns, a project or a kind select; returns the results of each part. */
export async function runTests({ patterns, project, kind, mustBuild, progress }) {
  const files = testFiles({ patterns, project, kind });
  const selection = [...patterns, ...(project ? [`project ${project}`] : []), ...(kind ? [`kind ${kind}`] : [])];
  if (files.size === 0) throw new Problem(`no test file matches ${selection.join(' ')}`);
  useFastTemporaryFolders();
  const results =
    selection.length === 0 ? await runAll(files, progress) : await runSome(files, { mustBuild, progress });
  showSlowest(results, progress);
  return results;
}

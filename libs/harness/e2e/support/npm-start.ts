import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@payorch/harness';
import { isAlive } from './processes';

export const run = promisify(execFile);
/** The root of the workspace. */
export const root = path.resolve(__dirname, '../../../..');

/** The data folder of the systems that the journeys of start.spec.ts start, one after the other. */
export const folder = mkdtempSync(path.join(tmpdir(), 'payorch-start-'));
// As root, Postgres runs as another user.
chmodSync(folder, 0o755);

/** The environment of every start: the data folder and free ports, without the servers of the other tests. */
export let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  const { DATABASE_URL: _database, REDIS_URL: _redis, KAFKA_BROKERS: _kafka, ...rest } = process.env;
  const [http, postgres, redis, kafka] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  env = {
    ...rest,
    PAYORCH_DATA: folder,
    HTTP_PORT: String(http),
    POSTGRES_PORT: String(postgres),
    REDIS_PORT: String(redis),
    KAFKA_PORT: String(kafka),
    // As for every other broker of a test: it ends before it gains from what Java's second compiler compiles.
    JAVA_TOOL_OPTIONS: '-XX:TieredStopAtLevel=1',
  };
});
afterAll(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

const node = (script: string, args: readonly string[], more: NodeJS.ProcessEnv = {}) =>
  run(process.execPath, [path.join('tools', script), ...args], {
    cwd: root,
    env: { ...env, ...more },
    maxBuffer: 1e8,
  });

/** `npm start -- --detach`; `more` adds to the environment. */
export const start = (more: NodeJS.ProcessEnv = {}, ...flags: readonly string[]) =>
  node('start.mjs', ['--no-build', '--detach', ...flags], more);
/** `npm run stop`. */
export const stop = () => node('stop.mjs', []);

/** The started processes that still run. */
export const recorded = () =>
  readdirSync(path.join(folder, 'run'))
    .map((file) => JSON.parse(readFileSync(path.join(folder, 'run', file), 'utf8')) as { name: string; pid: number })
    .filter(({ pid }) => isAlive(pid))
    .map(({ name }) => name);

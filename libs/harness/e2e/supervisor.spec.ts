import {
  aMerchant,
  apiAt,
  eventually,
  freePort,
  ok,
  paymentBody,
  runningSystem,
  startLoad,
  type RunningSystem,
} from '@payorch/harness';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { AppName } from '@payorch/provisioning';
import { expectConsistency } from './support/consistency-check';
import { isAlive } from './support/processes';

jest.setTimeout(600_000);

const run = promisify(execFile);
const root = path.resolve(__dirname, '../../..');

interface State {
  readonly adminApiKey: string;
  readonly apps: readonly { readonly name: AppName; readonly pid: number; readonly url: string }[];
  readonly infrastructure: {
    readonly databaseUrl: string;
    readonly redisUrl: string;
    readonly kafkaBrokers: string;
    readonly servers: readonly { readonly name: string; readonly pid: number }[];
  };
}

const folder = mkdtempSync(path.join(tmpdir(), 'payorch-supervisor-'));
// As root, Postgres runs as another user.
chmodSync(folder, 0o755);

const textOf = (...parts: string[]) => {
  const file = path.join(folder, ...parts);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};
const state = () => JSON.parse(textOf('system.json')) as State;
const supervisor = () => (JSON.parse(textOf('run', 'supervisor.json')) as { pid: number }).pid;
/** The running system of `npm start -- --detach`, in the form that the shared assertions take. */
function systemOf({ adminApiKey, apps, infrastructure }: State): RunningSystem {
  symlinkSync(path.join(folder, 'sandbox-ledger.jsonl'), path.join(folder, 'ledger.jsonl'));
  const baseUrls = Object.fromEntries(apps.map(({ name, url }) => [name, url])) as Record<AppName, string>;
  const databaseUrls = {} as Parameters<typeof runningSystem>[0]['databaseUrls'];
  const { redirectSecrets, masterKeys: keys } = JSON.parse(textOf('secrets.json')) as {
    redirectSecrets: string;
    masterKeys: object[];
  };
  const masterKeys = JSON.stringify(keys);
  return runningSystem({
    ...infrastructure,
    baseUrls,
    databaseUrls,
    adminKey: adminApiKey,
    redirectSecrets,
    masterKeys,
    folder,
  });
}

describe('the system of npm start -- --detach', () => {
  let restartedAt: number;
  let env: NodeJS.ProcessEnv;
  const node = (script: string, ...args: string[]) =>
    run(process.execPath, [path.join('tools', script), ...args], { cwd: root, env, maxBuffer: 1e8 });

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
      WATCHDOG_TIMEOUT: '2s',
      FAIL_POINTS: 'on-sigusr2=hang',
      SYNC_PACE_PERCENT: '5',
      SWEEP_EVERY: '500ms',
      SWEEP_AFTER: '5s',
      // "Not found" is final after twice the call timeout.
      CALL_TIMEOUT_MS: '3000',
      CONNECT_TIMEOUT_MS: '1000',
      LEASE_MS: '4000',
    };
    await node('start.mjs', '--no-build', '--detach', '--json');
  });
  afterAll(async () => {
    await node('stop.mjs');
    rmSync(folder, { recursive: true, force: true });
  });

  it('restarts a killed Redis at the same address', async () => {
    const redis = state().infrastructure.servers.find(({ name }) => name === 'redis');
    process.kill(redis!.pid, 'SIGKILL');
    const gateway = apiAt(state().apps.find(({ name }) => name === 'gateway')!.url);
    const isBack = async () => {
      const now = state().infrastructure.servers.find(({ name }) => name === 'redis');
      return now!.pid !== redis!.pid && ok(await gateway.get('/health/ready')).redis === true;
    };
    await eventually(isBack, { withinMs: 60_000 });
    restartedAt = Date.now();
  });

  it('resumes payments after the event loop of each service in turn has stopped for ever', async () => {
    const system = systemOf(state());
    const merchant = await aMerchant(system);
    const load = startLoad(() => merchant.api, { seed: 10, clients: 2, pauseMs: 50 });
    for (const { name, pid, url } of state().apps) {
      process.kill(pid, 'SIGUSR2');
      const successor = () => state().apps.find((app) => app.name === name && app.pid !== pid);
      await eventually(successor, { withinMs: 90_000 });
      expect(isAlive(pid)).toBe(false);
      await eventually(async () => (await apiAt(url).get('/health/ready')).status === 200, { withinMs: 60_000 });
      const pays = async () => ok(await merchant.api.post('/payments', paymentBody())).status === 'succeeded';
      await eventually(pays, { withinMs: 60_000 });
      expect(textOf('logs', `${name}.previous.log`)).toContain('the event loop stopped: aborting the process');
    }
    const log = await load.stop();
    const output = textOf('logs', 'supervisor.log');
    for (const { name } of state().apps) {
      expect(output).toMatch(new RegExp(`\\] ${name} ended.*: starting it again`));
      expect(output).toMatch(new RegExp(`\\] ${name} runs again after`));
    }
    await expectConsistency(system, merchant, log);
  });

  it('leaves an app to a process that serves it from the sources, and starts its own afterwards', async () => {
    const refunds = () => state().apps.find(({ name }) => name === 'refunds')!;
    const { pid: former, url } = refunds();
    const served = spawn(process.execPath, ['tools/serve.mjs', 'refunds'], { cwd: root, env, stdio: 'ignore' });
    const ended = once(served, 'exit');
    await eventually(() => refunds().pid === served.pid, { withinMs: 60_000 });
    expect(isAlive(former)).toBe(false);
    const isReady = async () => (await apiAt(url).get('/health/ready')).status === 200;
    await eventually(isReady, { withinMs: 60_000 });

    served.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    await eventually(() => refunds().pid !== served.pid && isAlive(refunds().pid), { withinMs: 60_000 });
    await eventually(isReady, { withinMs: 60_000 });
  });

  it('a server that was restarted once runs on', async () => {
    // The supervisor kills an app that has not answered for 30 s: a server has nothing to answer.
    await eventually(() => Date.now() - restartedAt > 40_000, { withinMs: 60_000 });
    expect(textOf('logs', 'supervisor.log').match(/\] (redis|postgres|kafka) (?!runs again)/g)).toEqual(['] redis ']);
  });

  it('stops with npm run stop, and is not restarted', async () => {
    const pids = [...state().apps, ...state().infrastructure.servers].map(({ pid }) => pid).concat(supervisor());
    await node('stop.mjs');
    expect(pids.filter(isAlive)).toEqual([]);
    expect(existsSync(path.join(folder, 'system.json'))).toBe(false);
  });
});

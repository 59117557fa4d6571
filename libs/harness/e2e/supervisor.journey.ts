import {
  aMerchant,
  apiAt,
  eventually,
  ok,
  paymentBody,
  runningSystem,
  startLoad,
  type RunningSystem,
} from '@payorch/harness';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { AppName } from '@payorch/provisioning';
import { expectConsistency } from './support/consistency-check';
import { env, folder, root, stop } from './support/npm-start';
import { isAlive } from './support/processes';
import { supervised } from './support/supervised';

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
    readerUrl: textOf('database_url.reader').trim(),
    adminKey: adminApiKey,
    redirectSecrets,
    masterKeys,
    folder,
  });
}

describe('the system of npm start -- --detach', () => {
  let restartedAt: number;

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
    const load = startLoad(() => merchant.api, { seed: 10, clients: 2, pauseMs: 200 });
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
    const served = spawn(process.execPath, ['tools/serve.mjs', 'refunds'], {
      cwd: root,
      env: { ...env, ...supervised },
      stdio: 'ignore',
    });
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
    await stop();
    expect(pids.filter(isAlive)).toEqual([]);
    expect(existsSync(path.join(folder, 'system.json'))).toBe(false);
  });
});

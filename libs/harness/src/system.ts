import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { allApps, type AppName, type SystemPlan } from '../../../tools/lib/app-env';
import { newSecrets } from '../../../tools/lib/secrets';
import { AppProcess } from './app-process';
import { freshDatabase, type FreshDatabase } from './database';
import { apiAt, type Api, type Json } from './http';
import { privateInfra, type PrivateInfra } from './private-infra';
import { createAllTopics } from './topics';

type Env = Record<string, string>;
type PerApp<T> = Partial<Record<AppName, T>>;

export interface SystemOptions {
  /** The apps to start; all by default. The others can be started later. */
  readonly apps?: readonly AppName[];
  /** For every app, and for single ones. */
  readonly env?: Env;
  readonly appEnv?: PerApp<Env>;
  /** `FAIL_POINTS` of single apps, for their first start only. */
  readonly failPoints?: PerApp<string>;
}

/** All built apps with a database, a broker and a Redis of their own. */
export interface System {
  readonly database: FreshDatabase;
  readonly infra: PrivateInfra;
  readonly kafkaBrokers: string[];
  readonly redisUrl: string;
  readonly adminKey: string;
  /** The gateway, without a key. */
  readonly api: Api;
  readonly admin: Api;
  readonly sandbox: Api;
  readonly app: (name: AppName) => AppProcess;
  readonly baseUrl: (name: AppName) => string;
  readonly logs: (name: AppName) => string;
  /** Ends an app (SIGKILL unless told otherwise) and waits until it is gone. */
  readonly kill: (name: AppName, signal?: NodeJS.Signals) => Promise<string>;
  /** Starts an app that does not run and waits until it is ready. */
  readonly start: (name: AppName, env?: Env) => Promise<void>;
  /** One more instance of an app, beside the first, on a port of its own. Not started yet; it ends with the system. */
  readonly another: (name: AppName) => Promise<AppProcess>;
  /** The sandbox's ledger, entry by entry: what the processor saw and charged. */
  readonly ledger: () => Json[];
  /** Ends everything and removes what it left. */
  readonly stop: () => Promise<void>;
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

async function freePorts(): Promise<Record<AppName, number>> {
  const taken = await Promise.all(allApps.map(async (name) => [name, await freePort()] as const));
  return Object.fromEntries(taken) as Record<AppName, number>;
}

function ledgerIn(file: string): Json[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Json);
}

/**
 * Starts built apps (`npm run build` first; `npm test` does) as child processes on free ports. Database, broker and Redis are
 * this system's alone, so a test may flush, pause and kill what it likes. Takes about 8 s: one a spec file.
 */
export async function spawnSystem({
  apps = allApps,
  env = {},
  appEnv = {},
  failPoints = {},
}: SystemOptions = {}): Promise<System> {
  const folder = mkdtempSync(path.join(tmpdir(), 'payorch-system-'));
  const [database, infra, ports] = await Promise.all([freshDatabase(), privateInfra(), freePorts()]);
  const kafkaBrokers = [infra.kafka.url];
  await createAllTopics(kafkaBrokers);
  const ledgerFile = path.join(folder, 'ledger.jsonl');
  const plan: SystemPlan = {
    ports,
    databaseUrlOf: database.urlOf,
    redisUrl: infra.redis.url,
    kafkaBrokers: infra.kafka.url,
    kafkaSession: '3s',
    adminApiKey: 'test_admin',
    secrets: newSecrets(),
    ledgerFile,
  };
  const processes = new Map(
    allApps.map((name) => [name, new AppProcess(name, plan, path.join(folder, `${name}.log`))] as const),
  );
  const app = (name: AppName) => processes.get(name) as AppProcess;
  const others: AppProcess[] = [];
  const another = async (name: AppName) => {
    const port = await freePort();
    const log = path.join(folder, `${name}.${others.length + 2}.log`);
    const one = new AppProcess(name, { ...plan, ports: { ...plan.ports, [name]: port } }, log);
    others.push(one);
    return one;
  };
  const envOf = (name: AppName): Env => ({ ...env, ...appEnv[name] });
  const stop = async () => {
    await Promise.all([...processes.values(), ...others].map((one) => one.end('SIGKILL')));
    await Promise.all([infra.stop(), database.drop()]);
    rmSync(folder, { recursive: true, force: true });
  };
  for (const name of apps) {
    const points = failPoints[name];
    app(name).launch({ ...envOf(name), ...(points === undefined ? {} : { FAIL_POINTS: points }) });
  }
  try {
    await Promise.all(apps.map((name) => app(name).ready()));
  } catch (error) {
    await stop();
    throw error;
  }
  const { baseUrl } = app('gateway');
  return {
    database,
    infra,
    kafkaBrokers,
    redisUrl: infra.redis.url,
    adminKey: plan.adminApiKey,
    api: apiAt(baseUrl),
    admin: apiAt(baseUrl, { 'api-key': plan.adminApiKey }),
    sandbox: apiAt(app('sandbox').baseUrl),
    app,
    baseUrl: (name) => app(name).baseUrl,
    logs: (name) => app(name).logs(),
    kill: (name, signal = 'SIGKILL') => app(name).end(signal),
    start: async (name, more = {}) => {
      app(name).launch({ ...envOf(name), ...more });
      await app(name).ready();
    },
    another,
    ledger: () => ledgerIn(ledgerFile),
    stop,
  };
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  allApps,
  type AppName,
  newSecrets,
  schemaNames,
  type Secrets,
  type SystemPlan,
  writeKeyFiles,
} from '@payorch/provisioning';
import { AppProcess } from './app-process';
import { brokerEnv, newBrokerSecurity, type BrokerSecurity } from './broker-security';
import { freshDatabase } from './database';
import { freePort } from './free-port';
import { privateInfra, type PrivateInfra } from './private-infra';
import {
  forexRatesIn,
  ledgerIn,
  logIn,
  runningSystem,
  type RunningSystem,
  type SystemAddresses,
} from './running-system';
import { testFile } from './test-file';
import { createAllTopics, provisionSecured } from './topics';

type Env = Record<string, string>;
type PerApp<T> = Partial<Record<AppName, T>>;

export interface SystemOptions {
  /** The apps to start, by default all; a test can start the others later. */
  readonly apps?: readonly AppName[];
  /** Environment of every app; `appEnv` is for single apps. */
  readonly env?: Env;
  readonly appEnv?: PerApp<Env>;
  /** `FAIL_POINTS` of single apps, only for their first start. */
  readonly failPoints?: PerApp<string>;
  /** Starts a broker with TLS, SASL authentication and ACLs. */
  readonly securedBroker?: boolean;
  /** Starts a private Postgres, which the test may kill. */
  readonly ownPostgres?: boolean;
}

/** All built apps with a private database, broker and Redis. */
export interface System extends RunningSystem {
  readonly addresses: SystemAddresses;
  readonly infra: PrivateInfra;
  /** Only with a secured broker. */
  readonly security?: BrokerSecurity;
  readonly app: (name: AppName) => AppProcess;
  /** Changes the key list files, which the apps reload. */
  readonly changeKeys: (step: (secrets: Secrets) => Secrets) => Secrets;
  /** Ends an app (by default with SIGKILL) and waits until its process is gone. */
  readonly kill: (name: AppName, signal?: NodeJS.Signals) => Promise<string>;
  /** Starts a stopped app and waits until it is ready. */
  readonly start: (name: AppName, env?: Env) => Promise<void>;
  /** Starts an app with this `FAIL_POINTS` and waits until the fail point kills it, ready or not. */
  readonly crash: (name: AppName, failPoint: string, env?: Env) => Promise<void>;
  /**
   * Does `work`, during which a running app is killed by this fail point; starts the app again and returns what `work` returns. The
   * work may wait for the new process.
   */
  readonly crashDuring: <T>(name: AppName, failPoint: string, work: () => Promise<T>) => Promise<T>;
  /** Adds an instance of an app on its own port. The caller starts it; it ends with the system. */
  readonly addInstance: (name: AppName) => Promise<AppProcess>;
  /** Ends all apps and servers and removes their data. */
  readonly stop: () => Promise<void>;
}

const recordOf = <Name extends string, T>(names: readonly Name[], valueOf: (name: Name) => T) =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, T>;

async function freePorts(): Promise<SystemPlan['ports']> {
  const ports = await Promise.all(allApps.map(freePort));
  return { ...recordOf(allApps, (name) => ports[allApps.indexOf(name)] as number), 'sandbox-tls': await freePort() };
}

/** Starts the servers of a system and provisions them. When one part fails, the others are stopped. */
async function startInfrastructure(ownPostgres: boolean, securedBroker: boolean) {
  const folder = mkdtempSync(path.join(tmpdir(), 'payorch-system-'));
  const security = securedBroker ? newBrokerSecurity(folder) : undefined;
  const servers = privateInfra(ownPostgres ? ['redis', 'kafka', 'postgres'] : ['redis', 'kafka'], security);
  const server = ownPostgres ? servers.then(({ postgres }) => postgres?.url) : Promise.resolve(undefined);
  const [database, infra] = await Promise.allSettled([server.then((url) => freshDatabase(url)), servers]);
  const clear = async () => {
    if (database.status === 'fulfilled' && !ownPostgres) await database.value.drop();
    if (infra.status === 'fulfilled') await infra.value.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    if (database.status === 'rejected') throw database.reason;
    if (infra.status === 'rejected') throw infra.reason;
    const brokers = [infra.value.kafka.url];
    await (security ? provisionSecured(brokers, security) : createAllTopics(brokers));
    return { folder, security, database: database.value, infra: infra.value, ports: await freePorts(), clear };
  } catch (error) {
    await clear();
    throw error;
  }
}

/** One process for each app, and further instances on request; none is started. */
function processesOf(plan: SystemPlan, folder: string) {
  const first = new Map(allApps.map((name) => [name, new AppProcess(name, plan, logIn(folder, name))] as const));
  const others: AppProcess[] = [];
  return {
    app: (name: AppName) => first.get(name) as AppProcess,
    addInstance: async (name: AppName) => {
      const ports = { ...plan.ports, [name]: await freePort() };
      const log = path.join(folder, `${name}.${others.length + 2}.log`);
      const one = new AppProcess(name, { ...plan, ports }, log);
      others.push(one);
      return one;
    },
    endAll: () => Promise.all([...first.values(), ...others].map((one) => one.end('SIGKILL'))),
  };
}

/**
 * Starts built apps (`npm run build` first; `npm test` does) as child processes on free ports. Database, broker and Redis are
 * private, so a test may flush, pause and kill them. Takes about 8 s: one system per spec file.
 */
export async function spawnSystem({
  apps = allApps,
  env = {},
  appEnv = {},
  failPoints = {},
  ownPostgres = false,
  securedBroker = false,
}: SystemOptions = {}): Promise<System> {
  const file = testFile();
  const { folder, security, database, infra, ports, clear } = await startInfrastructure(ownPostgres, securedBroker);
  const secrets = newSecrets();
  const keyFolder = path.join(folder, 'keys');
  writeKeyFiles(keyFolder, secrets);
  let current = secrets;
  const plan: SystemPlan = {
    ports,
    databaseUrlOf: database.urlOf,
    redisUrl: infra.redis.url,
    kafkaBrokers: infra.kafka.url,
    ...(security && { brokerEnvOf: (app: AppName) => brokerEnv(security, app) }),
    kafkaSession: '3s',
    adminApiKey: 'test_admin',
    secrets,
    keyFolder,
    ledgerFile: ledgerIn(folder),
    filesFolder: path.join(folder, 'files'),
  };
  const { app, addInstance, endAll } = processesOf(plan, folder);
  writeFileSync(forexRatesIn(folder), 'none');
  const forex = { FOREX_RATES_FILE: forexRatesIn(folder) };
  const envOf = (name: AppName): Env => ({ ...(name === 'gateway' && forex), ...env, ...appEnv[name] });
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    file.endings.delete(stop);
    return (stopping ??= endAll().then(clear));
  };
  // After a hook that ran out of time, the test does not have the system and cannot stop it.
  file.endings.add(stop);
  try {
    if (file.isOver) throw new Error('the test file has ended');
    for (const name of apps) {
      const points = failPoints[name];
      app(name).launch({ ...envOf(name), ...(points === undefined ? {} : { FAIL_POINTS: points }) });
    }
    await Promise.all(apps.map((name) => app(name).ready()));
  } catch (error) {
    await stop();
    throw error;
  }
  const addresses: SystemAddresses = {
    baseUrls: recordOf(allApps, (name) => app(name).baseUrl),
    databaseUrl: database.adminUrl,
    readerUrl: database.readerUrl,
    databaseUrls: recordOf(schemaNames, database.urlOf),
    kafkaBrokers: infra.kafka.url,
    redisUrl: infra.redis.url,
    adminKey: plan.adminApiKey,
    redirectSecrets: plan.secrets.redirectSecrets,
    masterKeys: JSON.stringify(plan.secrets.masterKeys),
    folder,
  };
  const start = async (name: AppName, more: Env = {}) => {
    app(name).launch({ ...envOf(name), ...more });
    await app(name).ready();
  };
  const untilKilled = async (name: AppName, failPoint: string) => {
    const end = await app(name).whenEnded();
    if (end !== 'SIGKILL')
      throw new Error(`${name} ended by ${end}, not at ${failPoint}:\n${app(name).logs().slice(-2000)}`);
  };
  return {
    ...runningSystem(addresses),
    addresses,
    infra,
    ...(security && { security }),
    app,
    changeKeys: (step) => {
      current = step(current);
      writeKeyFiles(keyFolder, current);
      return current;
    },
    kill: (name, signal = 'SIGKILL') => app(name).end(signal),
    start,
    crash: async (name, failPoint, more = {}) => {
      app(name).launch({ ...envOf(name), ...more, FAIL_POINTS: failPoint });
      await untilKilled(name, failPoint);
    },
    crashDuring: async (name, failPoint, work) => {
      await app(name).arm(failPoint);
      const [result] = await Promise.all([work(), untilKilled(name, failPoint).then(() => start(name))]);
      return result;
    },
    addInstance,
    stop,
  };
}

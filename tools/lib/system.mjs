import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { bundleOf } from './apps.mjs';
import { loadTyped } from './load-typescript.mjs';
import { root } from './paths.mjs';
import { freePorts, holderOf, isFree } from './ports.mjs';
import { Problem } from './problem.mjs';
import { launch, recorded, stopProcess, tailOf, writeWhole } from './processes.mjs';
import { databaseUrlsOf } from './provision.mjs';
import { until } from './wait.mjs';

/** Ports for all apps: the gateway's is required, the others fall back to free ports. */
export async function choosePorts({ httpPort, anyPort = false }) {
  const { apps } = await loadTyped();
  const names = [...Object.keys(apps), 'sandbox-tls'];
  const spare = await freePorts(names.length, [httpPort]);
  if (!anyPort && !(await isFree(httpPort))) {
    const holder = holderOf(httpPort);
    throw new Problem(
      `port ${httpPort} is taken${holder ? ` by ${holder}` : ''}`,
      `stop it, or start on another port: HTTP_PORT=${spare[0]} npm start`,
    );
  }
  const choose = async (name, index) => {
    if (anyPort) return spare[index];
    if (name === 'gateway') return httpPort;
    // A gateway on another port implies a second system, whose restarted services must find their ports free.
    if (httpPort !== apps.gateway.port) return spare[index];
    const preferred = name === 'sandbox-tls' ? apps.sandbox.port + 1 : apps[name].port;
    return (await isFree(preferred)) ? preferred : spare[index];
  };
  return Object.fromEntries(await Promise.all(names.map(async (name, index) => [name, await choose(name, index)])));
}

const isReady = (port) =>
  fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(2000) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.ok;
    },
    () => false,
  );

export async function launchApp(name, plan, layout) {
  const { processEnv } = await loadTyped();
  return launch({
    name,
    command: process.execPath,
    args: [bundleOf(name)],
    env: processEnv(name, plan, process.env),
    cwd: root,
    logFile: path.join(layout.logs, `${name}.log`),
    runDir: layout.run,
  });
}

/** Waits until an app is ready; throws a Problem with the end of its log otherwise. */
export async function waitUntilReady({ name, ended, logFile }, port) {
  let how;
  void ended.then((reason) => (how = reason));
  if (await until(() => isReady(port), { withinMs: 60_000, everyMs: 100, ended })) return;
  const cause = how ? `ended with ${how}` : 'did not become ready in 60 s';
  throw new Problem(`${name} ${cause}; the end of its log:\n${tailOf(logFile, 6)}`, `the whole log is ${logFile}`);
}

async function startApp(name, plan, layout) {
  const app = await launchApp(name, plan, layout);
  await waitUntilReady(app, plan.ports[name]);
  return app;
}

/** Starts every app and waits until all are ready. When one fails, the others are stopped. */
export async function startApps(plan, layout, names) {
  const results = await Promise.allSettled(names.map((name) => startApp(name, plan, layout)));
  const failed = results.find(({ status }) => status === 'rejected');
  if (!failed) return results.map(({ value }) => value);
  await stopAll(layout, (name) => names.includes(name));
  throw failed.reason;
}

const infrastructure = ['postgres', 'redis', 'kafka'];
const drainMs = 30_000;

/**
 * Stops the processes recorded in the run folder: the gateway first, while the services can still reply to its requests, then the
 * services, then the infrastructure.
 */
export async function stopAll(layout, isSelected = () => true) {
  const supervisor = recorded(layout.run).find(({ name }) => name === 'supervisor' && isSelected(name));
  // First, or the supervisor restarts the stopped processes.
  if (supervisor) await stopProcess(supervisor);
  const all = recorded(layout.run).filter(({ name }) => name !== 'starter' && isSelected(name));
  const groups = [
    all.filter(({ name }) => name === 'gateway'),
    all.filter(({ name }) => name !== 'gateway' && !infrastructure.includes(name)),
    all.filter(({ name }) => infrastructure.includes(name)),
  ];
  const killed = [];
  const end = performance.now() + drainMs;
  for (const group of groups)
    await Promise.all(
      group.map(async (one) => {
        const forApp = infrastructure.includes(one.name) ? drainMs : Math.max(1000, end - performance.now());
        if ((await stopProcess(one, { withinMs: forApp })) === 'killed') killed.push(one.name);
        rmSync(path.join(layout.run, `${one.name}.json`), { force: true });
      }),
    );
  return { stopped: all.map(({ name }) => name), killed };
}

const stateFile = (layout) => path.join(layout.dataDir, 'system.json');

/** Writes the addresses and pids of a running system for other commands, atomically. */
export function writeState(layout, state) {
  writeWhole(stateFile(layout), JSON.stringify(state, null, 2));
}

/** Any of these processes means that the system runs: the gateway may be missing during a restart. */
const signsOfLife = ['gateway', 'supervisor', 'starter'];

/** The system that runs on this data folder; undefined when none does. */
export function readState(layout) {
  if (!recorded(layout.run).some(({ name }) => signsOfLife.includes(name))) return undefined;
  try {
    return JSON.parse(readFileSync(stateFile(layout), 'utf8'));
  } catch {
    return undefined;
  }
}

/** The system that runs on this data folder. @throws Problem when none does: it may use another folder */
export function runningSystem(layout) {
  const state = readState(layout);
  if (state) return state;
  throw new Problem(
    `no system is running on ${layout.dataDir}`,
    'npm start -- --detach; PAYORCH_DATA=<folder> names the data folder of a system that runs elsewhere',
  );
}

/** Records the new process of a restarted app or server. */
export function updateState(layout, { name, pid }) {
  const state = readState(layout);
  if (!state) return;
  const updated = (list) => list.map((one) => (one.name === name ? { ...one, pid } : one));
  const infrastructure = { ...state.infrastructure, servers: updated(state.infrastructure.servers) };
  writeState(layout, { ...state, apps: updated(state.apps), infrastructure });
}

/** The plan for the apps of a running system, from its state file. */
export async function planOf({ apps, sandboxTls, adminApiKey, infrastructure }, layout, secrets) {
  const { redisUrl, kafkaBrokers, databaseUrl } = infrastructure;
  return {
    ports: {
      ...Object.fromEntries(apps.map(({ name, url }) => [name, Number(new URL(url).port)])),
      ...(sandboxTls && { 'sandbox-tls': Number(new URL(sandboxTls).port) }),
    },
    databaseUrlOf: await databaseUrlsOf(databaseUrl, secrets),
    redisUrl,
    kafkaBrokers,
    kafkaSession: infrastructure.kafkaSession,
    adminApiKey,
    secrets,
    keyFolder: layout.keys,
    ledgerFile: ledgerOf(layout),
    filesFolder: filesOf(layout),
  };
}

export const filesOf = ({ dataDir }) => path.join(dataDir, 'files');
export const ledgerOf = ({ dataDir }) => path.join(dataDir, 'sandbox-ledger.jsonl');

/** The processes of a running system in the form for `supervise`. */
export function supervised({ apps, infrastructure }, layout, known = []) {
  const noted = new Map([...recorded(layout.run), ...known].map((one) => [one.name, one]));
  return [...apps, ...infrastructure.servers].map((one) => ({ ...one, ...noted.get(one.name) }));
}

export const clearState = (layout) => rmSync(stateFile(layout), { force: true });

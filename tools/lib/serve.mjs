import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { bundleOf } from './apps.mjs';
import { loadTyped } from './load-typescript.mjs';
import { startInfra } from './infra.mjs';
import { layoutOf, root } from './paths.mjs';
import { freePort, holderOf } from './ports.mjs';
import { newPlan, prepareSchemas, prepareSecrets, prepareTopics } from './prepare.mjs';
import { Problem } from './problem.mjs';
import { forget, record, recorded, stopProcess } from './processes.mjs';
import { settingsFrom } from './settings.mjs';
import { planOf, readState, runningSystem, stopAll } from './system.mjs';

/** Resolves at the first signal. Ctrl-C often arrives several times: from the terminal, npm and Nx. */
const untilSignal = () =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, resolve);
  });

/** Runs an app in the foreground until it ends; a signal to this process drains it. Returns its exit code. */
async function runApp(name, plan, { progress, isStopped, onStarted = () => undefined }) {
  const { processEnv } = await loadTyped();
  const child = spawn(process.execPath, ['--enable-source-maps', bundleOf(name)], {
    cwd: root,
    env: processEnv(name, plan, process.env),
    stdio: ['ignore', 'inherit', 'inherit'],
    // Ctrl-C reaches only this process, which passes one signal on, however often it arrives.
    detached: true,
  });
  const ended = once(child, 'exit');
  onStarted(child.pid);
  progress.line(`  ${name} at http://127.0.0.1:${plan.ports[name]}; Ctrl-C drains and stops it`);
  void isStopped.then(() => child.kill('SIGTERM'));
  const [code, signal] = await ended;
  return signal ? 1 : code;
}

/** Takes the place of an app of the running system: its supervisor starts its own app again when this process ends. */
async function serveBeside(name, state, { layout, progress, isStopped }) {
  const { loadSecrets } = await loadTyped();
  const plan = await planOf(state, layout, loadSecrets(layout.secrets));
  progress.line(`  takes the place of ${name} in the system at ${state.api}`);
  const former = recorded(layout.run).find((one) => one.name === name);
  // Recorded first: at the end of the former process the supervisor looks for a successor.
  record(layout.run, name, process.pid, { isServed: true });
  if (former) await stopProcess(former, { withinMs: 30_000 });
  return runApp(name, plan, { progress, isStopped });
}

/** Runs one more instance of an app of the running system, on a free port; `npm run stop` stops it too. */
async function serveAnother(name, state, { layout, progress, isStopped }) {
  if (name === 'sandbox') throw new Problem('the sandbox has one ledger and one instance');
  const { loadSecrets } = await loadTyped();
  const plan = await planOf(state, layout, loadSecrets(layout.secrets));
  const ports = { ...plan.ports, [name]: await freePort() };
  const recordName = `${name}-${ports[name]}`;
  record(layout.run, recordName, process.pid, { isServed: true });
  try {
    return await runApp(name, { ...plan, ports }, { progress, isStopped });
  } finally {
    forget(layout.run, recordName);
  }
}

const serverOf = { DATABASE_URL: 'postgres', REDIS_URL: 'redis', KAFKA_BROKERS: 'kafka' };

/** The servers that an app needs, by the variables of its environment. */
async function serversFor(name, plan) {
  const { appEnv } = await loadTyped();
  const env = appEnv(name, { ...plan, databaseUrlOf: () => '', redisUrl: '', kafkaBrokers: '' });
  return Object.keys(serverOf).flatMap((variable) => (variable in env ? [serverOf[variable]] : []));
}

/** The usual port of each app; the served one takes its own, if it is free. */
async function portsFor(name, { httpPort }) {
  const { apps } = await loadTyped();
  const usual = Object.fromEntries(Object.entries(apps).map(([app, { port }]) => [app, port]));
  const wanted = name === 'gateway' ? httpPort : usual[name];
  const port = await freePort(wanted);
  if (port !== wanted && name === 'gateway')
    throw new Problem(
      `port ${wanted} is taken by ${holderOf(wanted) ?? 'another program'}`,
      `HTTP_PORT=${port} npx nx serve gateway`,
    );
  return { ...usual, gateway: httpPort, [name]: port };
}

/** Starts the servers that the app needs on the data folder, runs the app, and stops the servers. */
async function serveAlone(name, { settings, layout, progress, isStopped }) {
  const starter = recorded(layout.run).find((one) => one.name === 'starter');
  if (starter)
    throw new Problem(
      `process ${starter.pid} uses the servers of ${layout.dataDir}: a start, or another app that is served alone`,
      'npm run stop; then npm start, and npx nx serve for the apps to work on',
    );
  // Servers that a killed command left still hold the data folders.
  await stopAll(layout);
  record(layout.run, 'starter', process.pid);
  try {
    const secrets = await prepareSecrets(layout);
    const ports = await portsFor(name, settings);
    const only = await serversFor(name, newPlan({ ports, infra: {}, settings, layout, secrets }));
    const infra = only.length > 0 ? await startInfra({ settings, layout, secrets, progress, only }) : {};
    const context = { settings, infra, secrets, layout, progress };
    const [databaseUrlOf] = await Promise.all([
      only.includes('postgres') ? prepareSchemas(context) : undefined,
      only.includes('kafka') ? prepareTopics(context) : undefined,
    ]);
    // Recorded, so that a later command stops the app if this process is killed.
    const onStarted = (pid) => record(layout.run, name, pid);
    const plan = newPlan({ ...context, layout, ports, databaseUrlOf });
    return await runApp(name, plan, { progress, isStopped, onStarted });
  } finally {
    await stopAll(layout);
    forget(layout.run, 'starter');
  }
}

/**
 * `nx serve`: runs one app until it ends or a signal arrives; returns its exit code. `another`: beside the running instance,
 * not in its place.
 */
export async function serve(name, { progress, another = false, settings = settingsFrom() }) {
  const { allApps } = await loadTyped();
  if (!allApps.includes(name)) throw new Problem(`there is no app ${name} to serve`, `one of: ${allApps.join(', ')}`);
  if (!existsSync(bundleOf(name))) throw new Problem(`${name} is not built`, `npx nx serve ${name}`);
  const isStopped = untilSignal();
  const layout = layoutOf(settings.dataDir);
  const context = { settings, layout, progress, isStopped };
  const state = readState(layout);
  if (another) return serveAnother(name, runningSystem(layout), context);
  return state ? serveBeside(name, state, context) : serveAlone(name, context);
}

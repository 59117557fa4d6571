import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildApps, staleApps } from './build-apps.mjs';
import { loadTyped } from './bundle.mjs';
import { ensureDemoMerchant } from './demo.mjs';
import { startInfra } from './infra.mjs';
import { payAndFollow } from './journey.mjs';
import { layoutOf, root } from './paths.mjs';
import { Problem } from './problem.mjs';
import { forget, launch, record, recorded } from './processes.mjs';
import { provisionSchemas, provisionTopics } from './provision.mjs';
import { settingsFrom } from './settings.mjs';
import { curlOf, journeyLines, memoryOf, summaryLines } from './summary.mjs';
import { supervise } from './supervise.mjs';
import {
  choosePorts,
  clearState,
  ledgerOf,
  readState,
  startApps,
  stopAll,
  supervised,
  updateState,
  writeState,
} from './system.mjs';

const version = () => JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).version;

/** Schemas and topics, side by side: where each service finds its own, and the names of the topics. */
const prepare = ({ settings, infra, secrets, progress }) =>
  Promise.all([
    progress.step(
      'schemas',
      () => provisionSchemas({ databaseUrl: infra.databaseUrl, secrets }),
      () => `${Object.keys(secrets.roles).length} schemas, a role for each`,
    ),
    progress.step(
      'topics',
      () => provisionTopics({ kafkaBrokers: infra.kafkaBrokers, keyedPartitions: settings.keyedPartitions }),
      (names) =>
        `${names.length} topics, ${names.filter((name) => name.startsWith('connector.')).length} of them connectors'`,
    ),
  ]);

/** Brings everything up from nothing; gives what `writeState` keeps. */
async function bringUp({ settings, layout, progress, anyPort }) {
  const { allApps, loadSecrets, writeKeyFiles } = await loadTyped();
  const secrets = loadSecrets(layout.secrets);
  writeKeyFiles(layout.keys, secrets);
  const ports = await choosePorts({ httpPort: settings.httpPort, anyPort });
  const building = progress.step(
    'build',
    () => buildApps(staleApps()),
    (names) => (names.length > 0 ? names.join(' ') : 'up to date'),
  );
  // Its failure is reported where it is awaited, also when the infrastructure fails first.
  building.catch(() => undefined);
  const infra = await startInfra({ settings, layout, secrets, progress, anyPort });
  const [[databaseUrlOf, topics]] = await Promise.all([prepare({ settings, infra, secrets, progress }), building]);
  const plan = {
    ports,
    databaseUrlOf,
    redisUrl: infra.redisUrl,
    kafkaBrokers: infra.kafkaBrokers,
    kafkaSession: settings.kafkaBrokers ? '6s' : '3s',
    adminApiKey: settings.adminApiKey,
    secrets,
    keyFolder: layout.keys,
    ledgerFile: ledgerOf(layout),
  };
  const apps = await progress.step(
    'services',
    () => startApps(plan, layout, allApps),
    () => allApps.join(' '),
  );
  return { plan, infra, apps, topics };
}

/** A system whose first payment fails is not up, whatever its processes say. */
function mustSucceed(payment) {
  const { status, errorCode, errorMessage, paymentId } = payment;
  if (status === 'succeeded') return payment;
  const why = errorMessage ? `: ${errorMessage} (${errorCode})` : '';
  throw new Problem(`the first payment ${paymentId} is ${status}${why}`, 'see the logs of the services');
}

/** The demo merchant and its first payment on a system that is up. */
async function introduce({ plan, infra, topics }, { layout, progress, settings }) {
  const baseUrl = `http://127.0.0.1:${plan.ports.gateway}`;
  const keys = await progress.step(
    'merchant',
    () => ensureDemoMerchant({ baseUrl, adminApiKey: settings.adminApiKey, file: layout.demo }),
    ({ merchantId, connectors }) => `${merchantId} with ${connectors.join(', ')}`,
  );
  const payment = await progress.step(
    'payment',
    () => payAndFollow({ baseUrl, apiKey: keys.apiKey, kafkaBrokers: infra.kafkaBrokers, topics }).then(mustSucceed),
    ({ status, tookMs, hops }) => `${status} in ${tookMs} ms, ${hops.length} messages`,
  );
  return { baseUrl, keys, payment };
}

const stateOf = ({ plan, infra, apps }, { baseUrl, keys, payment }, adminApiKey) => ({
  api: baseUrl,
  sandbox: `http://127.0.0.1:${plan.ports.sandbox}`,
  adminApiKey,
  ...keys,
  curl: curlOf({ api: baseUrl, apiKey: keys.apiKey }),
  payment,
  memory: memoryOf({ apps, servers: infra.servers }),
  apps: apps.map(({ name, pid, logFile }) => ({ name, pid, logFile, url: `http://127.0.0.1:${plan.ports[name]}` })),
  infrastructure: {
    databaseUrl: infra.databaseUrl,
    redisUrl: infra.redisUrl,
    kafkaBrokers: infra.kafkaBrokers,
    kafkaSession: plan.kafkaSession,
    servers: infra.servers.map(({ name, pid, logFile, port }) => ({ name, pid, logFile, port })),
  },
});

async function drain(layout, progress) {
  const { killed } = await stopAll(layout);
  clearState(layout);
  if (killed.length > 0) progress.line(`  [no] did not end in time and were killed: ${killed.join(', ')}`);
}

/** Stays until asked to end. Ctrl-C often arrives twice (from the terminal and through npm): once is enough. */
const untilAsked = () =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve(signal));
  });

/** Who starts again what ends: this process while it stays, else one that stays behind. Gives what ends that watch. */
function keepRunning({ plan, infra, apps }, state, { layout, options, progress, secrets }) {
  if (options.detach) {
    const command = { command: process.execPath, args: [path.join(root, 'tools/supervise.mjs')], cwd: root };
    const env = { ...process.env, PAYORCH_DATA: layout.dataDir };
    launch({
      name: 'supervisor',
      ...command,
      env,
      logFile: path.join(layout.logs, 'supervisor.log'),
      runDir: layout.run,
    });
    return async () => undefined;
  }
  const processes = supervised(state, layout, [...apps, ...infra.servers]);
  const onChange = (one) => updateState(layout, one);
  return supervise(processes, { plan, layout, secrets, say: progress.line, onChange });
}

/** A second start beside a running one would fight over ports and data. */
async function refuseSecond({ layout, options, progress }) {
  const running = readState(layout);
  if (running && options.detach) {
    progress.line(`already running at ${running.api}`);
    if (options.json) process.stdout.write(`${JSON.stringify(running, null, 2)}\n`);
    return true;
  }
  const busy = running ?? recorded(layout.run).find(({ name }) => name === 'starter');
  if (busy) throw new Problem(`a system is already running on ${layout.dataDir}`, 'npm run stop');
  // What a killed start left behind holds the data folders.
  await stopAll(layout);
  clearState(layout);
  return false;
}

/** `npm start`: up, introduced, and there until Ctrl-C; with `detach` it stays up without us. */
export async function start({ options, progress, settings = settingsFrom(), anyPort = false }) {
  const started = performance.now();
  const layout = layoutOf(settings.dataDir);
  if (await refuseSecond({ layout, options, progress })) return;
  record(layout.run, 'starter', process.pid);
  const asked = untilAsked();
  let endWatch = async () => undefined;
  progress.line(`payorch ${version()}  development mode, data in ${layout.dataDir} (delete it to start over)`);
  try {
    const interrupted = asked.then((signal) => Promise.reject(new Problem(`stopped by ${signal}`)));
    const system = await Promise.race([bringUp({ settings, layout, progress, anyPort }), interrupted]);
    const introduction = await Promise.race([introduce(system, { layout, progress, settings }), interrupted]);
    const state = stateOf(system, introduction, settings.adminApiKey);
    writeState(layout, state);
    endWatch = keepRunning(system, state, { layout, options, progress, secrets: system.plan.secrets });
    const tookMs = performance.now() - started;
    for (const line of journeyLines(state.payment)) progress.line(line);
    for (const line of summaryLines(state, { layout, tookMs, detached: options.detach })) progress.line(line);
    if (options.json) process.stdout.write(`${JSON.stringify({ ...state, readyMs: Math.round(tookMs) }, null, 2)}\n`);
    if (options.detach) return;
    // Neither signals nor the apps, which have their own lives, keep this process waiting.
    const wait = setInterval(() => undefined, 60_000);
    await interrupted.catch(() => clearInterval(wait));
    await endWatch();
    progress.line('\ndraining …');
    await drain(layout, progress);
    progress.line('stopped');
  } catch (error) {
    await endWatch();
    await drain(layout, progress);
    // What was being started when we were asked to end may have come up meanwhile.
    await stopAll(layout);
    throw error;
  } finally {
    forget(layout.run, 'starter');
  }
}

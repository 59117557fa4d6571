import { readFileSync } from 'node:fs';
import path from 'node:path';
import { loadTyped } from './load-typescript.mjs';
import { ensureDemoMerchant } from './demo.mjs';
import { startInfra } from './infra.mjs';
import { payAndFollow } from './journey.mjs';
import { buildApps, builtNote } from './nx.mjs';
import { layoutOf, root } from './paths.mjs';
import { newPlan, prepareSchemas, prepareSecrets, prepareTopics } from './prepare.mjs';
import { Problem } from './problem.mjs';
import { forget, launch, record, recorded } from './processes.mjs';
import { settingsFrom } from './settings.mjs';
import { curlOf, journeyLines, memoryOf, summaryLines } from './summary.mjs';
import { supervise } from './supervise.mjs';
import {
  choosePorts,
  clearState,
  readState,
  startApps,
  stopAll,
  supervised,
  updateState,
  writeState,
} from './system.mjs';

const version = () => JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).version;

/** Starts infrastructure and apps from nothing. */
async function bringUp({ settings, layout, options, progress, anyPort }) {
  const { allApps } = await loadTyped();
  const secrets = await prepareSecrets(layout);
  const ports = await choosePorts({ httpPort: settings.httpPort, anyPort });
  const building = options['no-build']
    ? Promise.resolve()
    : progress.step('build', () => buildApps(allApps), builtNote);
  // A build failure is reported at its `await`; without this handler it would be unhandled when the infrastructure fails first.
  building.catch(() => undefined);
  const subscribers = anyPort ? { ...settings.subscribers, port: 0 } : settings.subscribers;
  const infra = await startInfra({ settings, layout, secrets, progress, anyPort, subscribers });
  const context = { settings, infra, secrets, layout, progress };
  const [databaseUrlOf, topics] = await Promise.all([prepareSchemas(context), prepareTopics(context), building]);
  const plan = newPlan({ ...context, ports, databaseUrlOf });
  const apps = await progress.step(
    'services',
    () => startApps(plan, layout, allApps),
    () => allApps.join(' '),
  );
  return { plan, infra, apps, topics };
}

/** The first payment must succeed, or the start fails. */
function mustSucceed(payment) {
  const { status, errorCode, errorMessage, paymentId } = payment;
  if (status === 'succeeded') return payment;
  const why = errorMessage ? `: ${errorMessage} (${errorCode})` : '';
  throw new Problem(`the first payment ${paymentId} is ${status}${why}`, 'see the logs of the services');
}

/** Creates the demo merchant and its first payment. */
async function createDemo({ plan, infra, topics }, { layout, progress, settings }) {
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
  sandboxTls: `https://127.0.0.1:${plan.ports['sandbox-tls']}`,
  adminApiKey,
  ...keys,
  subscribers: {
    brokers: infra.subscriberBrokers ?? infra.kafkaBrokers,
    protocol: infra.subscriberBrokers ? 'SASL_PLAINTEXT, SCRAM-SHA-512' : 'as configured',
    add: 'npm run subscribers -- add <name> --topics payments.lifecycle,refunds.lifecycle',
  },
  curl: curlOf({ api: baseUrl, apiKey: keys.apiKey }),
  payment,
  memory: memoryOf({ apps, servers: infra.servers }),
  apps: apps.map(({ name, pid, logFile }) => ({ name, pid, logFile, url: `http://127.0.0.1:${plan.ports[name]}` })),
  infrastructure: {
    databaseUrl: infra.databaseUrl,
    redisUrl: infra.redisUrl,
    kafkaBrokers: infra.kafkaBrokers,
    kafkaSession: plan.kafkaSession,
    servers: infra.servers.map(({ name, pid, logFile, port, subscribers }) => ({
      name,
      pid,
      logFile,
      port,
      subscribers,
    })),
  },
});

async function drain(layout, progress) {
  const { killed } = await stopAll(layout);
  clearState(layout);
  if (killed.length > 0) progress.line(`  [no] killed after the drain timeout: ${killed.join(', ')}`);
}

/** Resolves at the first signal. Ctrl-C often arrives twice (from the terminal and through npm). */
const untilSignal = () =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve(signal));
  });

/** Starts the supervision: in this process, or with `detach` in a separate one. Returns a function that ends the supervision. */
function startSupervision({ plan, infra, apps }, state, { layout, options, progress, secrets }) {
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
  return supervise(processes, { plan, layout, secrets, print: progress.line, onChange });
}

/** Refuses a second start on the same data: both would use the same ports and files. */
async function refuseSecond({ layout, options, progress }) {
  const running = readState(layout);
  if (running && options.detach) {
    progress.line(`already running at ${running.api}`);
    if (options.json) process.stdout.write(`${JSON.stringify(running, null, 2)}\n`);
    return true;
  }
  const busy = running ?? recorded(layout.run).find(({ name }) => name === 'starter');
  if (busy) throw new Problem(`a system is already running on ${layout.dataDir}`, 'npm run stop');
  // Processes that a killed start left still hold the data folders.
  await stopAll(layout);
  clearState(layout);
  return false;
}

/** `npm start`: starts the system and runs until Ctrl-C; with `detach` returns and leaves the system running. */
export async function start({ options, progress, settings = settingsFrom(), anyPort = false }) {
  const started = performance.now();
  const layout = layoutOf(settings.dataDir);
  if (await refuseSecond({ layout, options, progress })) return;
  record(layout.run, 'starter', process.pid);
  const signalled = untilSignal();
  let endSupervision = async () => undefined;
  progress.line(`payorch ${version()}  development mode, data in ${layout.dataDir} (delete it to start over)`);
  try {
    const interrupted = signalled.then((signal) => Promise.reject(new Problem(`stopped by ${signal}`)));
    const system = await Promise.race([bringUp({ settings, layout, options, progress, anyPort }), interrupted]);
    const demo = await Promise.race([createDemo(system, { layout, progress, settings }), interrupted]);
    const state = stateOf(system, demo, settings.adminApiKey);
    writeState(layout, state);
    endSupervision = startSupervision(system, state, { layout, options, progress, secrets: system.plan.secrets });
    const tookMs = performance.now() - started;
    for (const line of journeyLines(state.payment)) progress.line(line);
    for (const line of summaryLines(state, { layout, tookMs, detached: options.detach })) progress.line(line);
    if (options.json) process.stdout.write(`${JSON.stringify({ ...state, readyMs: Math.round(tookMs) }, null, 2)}\n`);
    if (options.detach) return;
    // The timer keeps this process alive: neither signal handlers nor detached apps do.
    const wait = setInterval(() => undefined, 60_000);
    await interrupted.catch(() => clearInterval(wait));
    await endSupervision();
    progress.line('\ndraining …');
    await drain(layout, progress);
    progress.line('stopped');
  } catch (error) {
    await endSupervision();
    await drain(layout, progress);
    // Processes that were starting at the signal may run by now.
    await stopAll(layout);
    throw error;
  } finally {
    forget(layout.run, 'starter');
  }
}

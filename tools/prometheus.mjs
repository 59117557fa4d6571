// Prometheus with the rules of deploy/monitoring for the running system, without Docker; Go builds it once in some minutes.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { builtPath, goBuilt } from './lib/go-program.mjs';
import { dataDirFromEnv, layoutOf, root } from './lib/paths.mjs';
import { freePort } from './lib/ports.mjs';
import { Problem, reportProblem } from './lib/problem.mjs';
import { prometheus } from './lib/prometheus.mjs';

const usage = `usage: node tools/prometheus.mjs [--target service=url …] [--api-key key] [--every 5s]

Runs Prometheus until its input ends or on a signal, and prints its address as one line of JSON.
  --target   a process to read; by default all of the running system
  --api-key  the admin key, with which the gateway shows its metrics; by default that of the running system
  --every    how often metrics are read and rules evaluated (5s)
  --check    only says, by its exit code, whether Prometheus is built already
`;

function options() {
  try {
    return parseArgs({
      options: {
        help: { type: 'boolean' },
        check: { type: 'boolean' },
        target: { type: 'string', multiple: true, default: [] },
        'api-key': { type: 'string' },
        every: { type: 'string', default: '5s' },
      },
    }).values;
  } catch (error) {
    process.stderr.write(`${error.message}\n${usage}`);
    process.exit(2);
  }
}

const values = options();
if (values.help) {
  process.stdout.write(usage);
  process.exit();
}
if (values.check) process.exit(existsSync(builtPath(prometheus)) ? 0 : 1);

/** The processes to read, as `[service, url]`, and the key for the gateway. */
async function readFrom() {
  const named = values.target.map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]);
  if (named.length > 0) return { targets: named, apiKey: values['api-key'] ?? '' };
  const { readState } = await import('./lib/system.mjs');
  const state = readState(layoutOf(dataDirFromEnv()));
  if (!state) throw new Problem('no system is running', 'npm start, or name processes with --target');
  const apps = state.apps.filter(({ name }) => name !== 'sandbox');
  return { targets: apps.map(({ name, url }) => [name, url]), apiKey: values['api-key'] ?? state.adminApiKey };
}

/** The configuration of deploy/monitoring/prometheus.yml for these targets; JSON is YAML. */
const configOf = ({ targets, apiKey }) => ({
  global: { scrape_interval: values.every, scrape_timeout: values.every, evaluation_interval: values.every },
  rule_files: [path.join(root, 'deploy/monitoring/alerts.yml')],
  scrape_configs: [
    {
      job_name: 'payorch',
      http_headers: { 'api-key': { secrets: [apiKey] } },
      static_configs: targets.map(([service, url]) => ({ targets: [new URL(url).host], labels: { service } })),
    },
  ],
});

async function untilReady(url, child) {
  while (child.exitCode === null) {
    const answer = await fetch(`${url}/-/ready`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Problem('Prometheus ended before it was ready');
}

const folder = mkdtempSync(path.join(tmpdir(), 'payorch-prometheus-'));
try {
  const config = path.join(folder, 'prometheus.yml');
  writeFileSync(config, JSON.stringify(configOf(await readFrom())));
  const program = await goBuilt(prometheus);
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(
    program,
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${path.join(folder, 'data')}`,
      `--web.listen-address=${address}`,
      '--log.level=warn',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    await untilReady(`http://${address}`, child);
    process.stdout.write(`${JSON.stringify({ url: `http://${address}` })}\n`);
    await new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, resolve);
      process.stdin.resume().on('end', resolve).on('error', resolve);
      child.once('exit', resolve);
    });
  } finally {
    child.kill();
    await ended;
  }
} catch (error) {
  reportProblem(error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit();

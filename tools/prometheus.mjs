// Prometheus with the rules of deploy/monitoring for the running system, without Docker; Go builds it once in some minutes.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCommand } from './lib/command-line.mjs';
import { builtPath, goBuilt } from './lib/go-program.mjs';
import { dataDirFromEnv, layoutOf, root } from './lib/paths.mjs';
import { freePort } from './lib/ports.mjs';
import { Problem } from './lib/problem.mjs';
import { prometheus } from './lib/prometheus.mjs';

const command = {
  name: 'node tools/prometheus.mjs',
  usage: ['node tools/prometheus.mjs [--target service=url …] [--every 5s]'],
  about: 'Runs Prometheus until its input ends or on a signal, and prints its address as one line of JSON.',
  options: {
    target: { takes: '<service=url>', many: true, about: 'a process to read; by default all of the running system' },
    'api-key': {
      takes: '<key>',
      about: 'the admin key, with which the gateway shows its metrics; by default that of the running system',
    },
    every: { takes: '<time>', default: '5s', about: 'how often metrics are read and rules evaluated' },
    check: { about: 'only says, by its exit code, whether Prometheus is built already' },
  },
};

/** The processes to read, as `[service, url]`, and the key for the gateway. */
async function readFrom(values) {
  const named = (values.target ?? []).map((text) => [
    text.slice(0, text.indexOf('=')),
    text.slice(text.indexOf('=') + 1),
  ]);
  if (named.length > 0) return { targets: named, apiKey: values['api-key'] ?? '' };
  const { readState } = await import('./lib/system.mjs');
  const state = readState(layoutOf(dataDirFromEnv()));
  if (!state) throw new Problem('no system is running', 'npm start, or name processes with --target');
  const apps = state.apps.filter(({ name }) => name !== 'sandbox');
  return { targets: apps.map(({ name, url }) => [name, url]), apiKey: values['api-key'] ?? state.adminApiKey };
}

/** The configuration of deploy/monitoring/prometheus.yml for these targets; JSON is YAML. */
const configOf = ({ targets, apiKey }, every) => ({
  global: { scrape_interval: every, scrape_timeout: every, evaluation_interval: every },
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

async function serve(values, folder) {
  const config = path.join(folder, 'prometheus.yml');
  writeFileSync(config, JSON.stringify(configOf(await readFrom(values), values.every)));
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
}

await runCommand(command, async ({ values }) => {
  if (values.check) return existsSync(builtPath(prometheus));
  const folder = mkdtempSync(path.join(tmpdir(), 'payorch-prometheus-'));
  await serve(values, folder).finally(() => rmSync(folder, { recursive: true, force: true }));
});
process.exit();

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dataDirFromEnv, layoutOf, root } from './paths.mjs';
import { freePort } from './ports.mjs';
import { openToPostgres } from './postgres.mjs';
import { Problem } from './problem.mjs';
import { readState } from './system.mjs';

const run = (checkout, script, args, env) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [path.join(checkout, 'tools', script), ...args], {
      cwd: checkout,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.once('exit', (code) => resolve(code));
  });

/** Runs `work` on a temporary system. `env` overrides our environment for its apps; the system runs the code of `checkout`. */
export async function ownSystem(progress, { env: more = {}, checkout = root }, work) {
  const folder = mkdtempSync(path.join(tmpdir(), 'payorch-bench-'));
  openToPostgres(folder);
  const env = {
    PAYORCH_DATA: folder,
    HTTP_PORT: String(await freePort()),
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
    ...more,
  };
  const end = async () => {
    await run(checkout, 'stop.mjs', [], env);
    rmSync(folder, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => void end().finally(() => process.exit(1)));
  try {
    if ((await run(checkout, 'start.mjs', ['--detach', '--json'], env)) !== 0)
      throw new Problem('the system did not start');
    return await work(readState(layoutOf(folder)), layoutOf(folder));
  } finally {
    await end();
  }
}

/** Runs `work` on the running system of this checkout, or on a temporary one with these `options`. */
export function withSystem(progress, work, options = {}) {
  const layout = layoutOf(dataDirFromEnv());
  const running = readState(layout);
  if (!running) {
    progress.line(`no system is running on ${layout.dataDir} (PAYORCH_DATA): starting one`);
    return ownSystem(progress, options, work);
  }
  progress.line(`on the running system at ${running.api}`);
  return work(running, layout);
}

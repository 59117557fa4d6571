import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { bundle } from './bundle.mjs';
import { root } from './paths.mjs';
import { Problem } from './problem.mjs';

/**
 * The one system that all journeys in `libs/harness/e2e/shared` use, started below a process that ends it when told to, and
 * when this one dies. Needs built apps and a Postgres (`DATABASE_URL` in `env`).
 */
export async function startSharedSystem({ env }) {
  // As deep below the root as its source is: the harness finds the workspace from its own place.
  const outfile = path.join(root, 'dist/tools/harness/shared-system.cjs');
  await bundle({ entry: 'libs/harness/src/shared-system.main.ts', outfile, format: 'cjs' });
  const host = spawn(process.execPath, ['--enable-source-maps', outfile], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(host, 'exit');
  const said = once(createInterface({ input: host.stdout }), 'line');
  const line = await Promise.race([said, ended.then(() => undefined)]);
  if (!line) throw new Problem('the system that journeys share did not start', 'its reason stands above');
  const stop = async () => {
    host.stdin.end();
    await ended;
  };
  return { env: { SHARED_SYSTEM: line[0] }, stop };
}

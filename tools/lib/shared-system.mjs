import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { bundle } from './bundle.mjs';
import { root } from './paths.mjs';
import { Problem } from './problem.mjs';

/**
 * Starts the system of all journeys in `libs/harness/e2e/shared`, below a host process that stops it when its input pipe closes:
 * on `stop`, or when this process dies. Needs built apps and a Postgres (`DATABASE_URL` in `env`).
 */
export async function startSharedSystem({ env }) {
  // As deep below the root as the source: the harness finds the workspace relative to its own file.
  const outfile = path.join(root, 'dist/tools/harness/shared-system.cjs');
  await bundle({ entry: 'libs/harness/src/shared-system.main.ts', outfile, format: 'cjs' });
  const host = spawn(process.execPath, ['--enable-source-maps', outfile], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(host, 'exit');
  const addresses = once(createInterface({ input: host.stdout }), 'line');
  const line = await Promise.race([addresses, ended.then(() => undefined)]);
  if (!line) throw new Problem('the shared system of the journeys did not start', 'see the error above');
  const stop = async () => {
    host.stdin.end();
    await ended;
  };
  return { env: { SHARED_SYSTEM: line[0] }, stop };
}

// Runs the system of the journeys in libs/harness/e2e/shared for a terminal: prints an export line, and ends with its input.
// Needs `npm run build` and DATABASE_URL (`node tools/infra.mjs postgres` prints one).
import { reportProblem } from './lib/problem.mjs';
import { startSharedSystem } from './lib/shared-system.mjs';

try {
  const { env, stop } = await startSharedSystem({ env: {} });
  process.stdout.write(`export SHARED_SYSTEM='${env.SHARED_SYSTEM}'\n`);
  await new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, resolve);
    process.stdin.on('end', resolve).resume();
  });
  await stop();
} catch (error) {
  reportProblem(error);
  process.exitCode = 1;
}

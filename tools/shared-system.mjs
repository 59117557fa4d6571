// Runs the system of the journeys in libs/harness/e2e/shared for a terminal.
import { runCommand } from './lib/command-line.mjs';

const command = {
  name: 'node tools/shared-system.mjs',
  about: `
Runs all apps for the journeys of libs/harness/e2e/shared, until its input ends or a signal arrives; prints a line to export.
Needs npm run build and DATABASE_URL (node tools/infra.mjs postgres prints one).`,
};

await runCommand(command, async () => {
  const { startSharedSystem } = await import('./lib/shared-system.mjs');
  const { env, stop } = await startSharedSystem({ env: {} });
  process.stdout.write(`export SHARED_SYSTEM='${env.SHARED_SYSTEM}'\n`);
  await new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, resolve);
    process.stdin.on('end', resolve).resume();
  });
  await stop();
});

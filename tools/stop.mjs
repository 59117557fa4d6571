import { runCommand } from './lib/command-line.mjs';
import { dataDirFromEnv, layoutOf } from './lib/paths.mjs';

const command = {
  name: 'npm run stop',
  about: `
Stops the processes of npm start: gateway, services, then infrastructure. PAYORCH_DATA names the data folder of a system that
does not use .payorch.`,
};

await runCommand(command, async () => {
  const [{ recorded, stopProcess }, { clearState, stopAll }] = await Promise.all([
    import('./lib/processes.mjs'),
    import('./lib/system.mjs'),
  ]);
  const layout = layoutOf(dataDirFromEnv());
  // A start in the foreground drains by itself; this stops every process that remains or was started with --detach.
  const starter = recorded(layout.run).find(({ name }) => name === 'starter');
  if (starter) await stopProcess(starter, { withinMs: 60_000 });
  const { stopped, killed } = await stopAll(layout);
  clearState(layout);
  if (killed.length > 0) process.stdout.write(`killed after the drain timeout: ${killed.join(', ')}\n`);
  const isStopped = starter || stopped.length > 0;
  process.stdout.write(isStopped ? 'stopped\n' : `nothing was running on ${layout.dataDir} (PAYORCH_DATA)\n`);
});

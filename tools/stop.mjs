import { dataDirFromEnv, layoutOf } from './lib/paths.mjs';
import { reportProblem } from './lib/problem.mjs';
import { recorded, stopProcess } from './lib/processes.mjs';
import { clearState, stopAll } from './lib/system.mjs';

const layout = layoutOf(dataDirFromEnv());
try {
  // A start in the foreground drains by itself; this stops every process that remains or was started with --detach.
  const starter = recorded(layout.run).find(({ name }) => name === 'starter');
  if (starter) await stopProcess(starter, { withinMs: 60_000 });
  const { stopped, killed } = await stopAll(layout);
  clearState(layout);
  if (killed.length > 0) process.stdout.write(`killed after the drain timeout: ${killed.join(', ')}\n`);
  process.stdout.write(starter || stopped.length > 0 ? 'stopped\n' : 'nothing was running\n');
} catch (error) {
  reportProblem(error);
  process.exitCode = 1;
}

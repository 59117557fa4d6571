import { dataDirFromEnv, layoutOf } from './lib/paths.mjs';
import { reportProblem } from './lib/problem.mjs';
import { recorded, stopProcess } from './lib/processes.mjs';
import { clearState, stopAll } from './lib/system.mjs';

const layout = layoutOf(dataDirFromEnv());
try {
  // A start in the foreground drains by itself; what it leaves, or what runs without one, is stopped here.
  const starter = recorded(layout.run).find(({ name }) => name === 'starter');
  if (starter) await stopProcess(starter, { withinMs: 60_000 });
  const { stopped, killed } = await stopAll(layout);
  clearState(layout);
  if (killed.length > 0) process.stdout.write(`did not end in time and were killed: ${killed.join(', ')}\n`);
  process.stdout.write(starter || stopped.length > 0 ? 'stopped\n' : 'nothing was running\n');
} catch (error) {
  reportProblem(error);
  process.exitCode = 1;
}

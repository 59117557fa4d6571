import { bootstrap } from './lib/bootstrap.mjs';
import { checkTargets } from './lib/checks.mjs';
import { runTargets } from './lib/nx.mjs';
import { reportProblem } from './lib/problem.mjs';
import { newProgress } from './lib/progress.mjs';

try {
  const progress = newProgress();
  await bootstrap(progress);
  const { hasPassed, tasks } = await runTargets(checkTargets);
  const failed = tasks.filter((task) => !task.hasPassed);
  progress.line(hasPassed ? '\nall checks pass' : `\nfailed: ${failed.map(({ id }) => id).join(', ')}`);
  process.exitCode = hasPassed ? 0 : 1;
} catch (error) {
  reportProblem(error);
  process.exitCode = 1;
}

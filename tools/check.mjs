import { bootstrap } from './lib/bootstrap.mjs';
import { runChecks } from './lib/check-steps.mjs';
import { reportProblem } from './lib/problem.mjs';
import { newProgress } from './lib/progress.mjs';

try {
  const progress = newProgress();
  await bootstrap(progress);
  const failed = (await runChecks(progress)).filter(({ passed }) => !passed);
  for (const { name, output } of failed) progress.line(`\n--- ${name}\n${output}`);
  progress.line(failed.length > 0 ? `\nfailed: ${failed.map(({ name }) => name).join(', ')}` : '\nall checks pass');
  process.exitCode = failed.length > 0 ? 1 : 0;
} catch (error) {
  reportProblem(error);
  process.exitCode = 1;
}

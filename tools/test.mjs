import { bootstrap } from './lib/bootstrap.mjs';
import { reportProblem } from './lib/problem.mjs';
import { newProgress, seconds } from './lib/progress.mjs';

const sum = (results, field) => results.reduce((total, result) => total + result[field], 0);

async function main() {
  const started = performance.now();
  const progress = newProgress();
  await bootstrap(progress);
  const { runTests } = await import('./lib/test-run.mjs');
  const results = await runTests({ patterns: process.argv.slice(2), progress });
  const failures = results.flatMap((result) => result.failures);
  progress.line(`\ntook ${seconds(performance.now() - started)}`);
  if (failures.length > 0) progress.line(`\nfailed:\n${failures.map((failure) => `- ${failure}`).join('\n')}\n`);
  return { passed: sum(results, 'passed'), failed: sum(results, 'failed') };
}

const { passed, failed } = await main().catch((error) => {
  reportProblem(error);
  return { passed: 0, failed: 1 };
});
process.stdout.write(`${passed} passed, ${failed} failed\n`);
// Not `exit`: a pipe that reads slowly would lose the last line.
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

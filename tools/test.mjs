import { parseArgs } from 'node:util';
import { bootstrap } from './lib/bootstrap.mjs';
import { Problem, reportProblem } from './lib/problem.mjs';
import { newProgress, seconds } from './lib/progress.mjs';
import { kinds } from './lib/test-files.mjs';

const usage = `npm test [-- <pattern>…] [-- --project <name>] [-- --kind unit|integration|e2e]
  Runs every test, or the test files that match; a part of the tests never comes from the cache.
  --no-build   e2e: use the apps in dist as they are`;

/** The options of the command line; throws a Problem with the usage. */
function optionsFrom(args) {
  const text = { type: 'string' };
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { project: text, kind: text, 'no-build': { type: 'boolean' } },
      allowPositionals: true,
    });
    if (values.kind && !(values.kind in kinds)) throw new Error(`--kind is ${values.kind}`);
    return { ...values, patterns: positionals, mustBuild: !values['no-build'] };
  } catch (error) {
    throw new Problem(error.message, usage);
  }
}

const sum = (results, field) => results.reduce((total, result) => total + result[field], 0);

async function main() {
  const started = performance.now();
  const options = optionsFrom(process.argv.slice(2));
  const progress = newProgress();
  await bootstrap(progress);
  const { runTests } = await import('./lib/test-run.mjs');
  const results = await runTests({ ...options, progress });
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

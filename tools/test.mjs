import { bootstrap } from './lib/bootstrap.mjs';
import { runCommand, UsageProblem } from './lib/command-line.mjs';
import { reportProblem } from './lib/problem.mjs';
import { newProgress, seconds } from './lib/progress.mjs';
import { kinds } from './lib/test-files.mjs';

const command = {
  name: 'npm test',
  usage: ['npm test [-- <pattern>…] [-- <options>]'],
  about: 'Runs every test, or the test files that match; a part of the tests never comes from the cache.',
  operands: { '<pattern>…': 'regular expressions for the paths of test files' },
  options: {
    project: { takes: '<name>', about: 'the tests of one project' },
    kind: { takes: '<kind>', about: Object.keys(kinds).join(', ') },
    'no-build': { about: 'e2e: use the apps in dist as they are' },
  },
};

const sum = (results, field) => results.reduce((total, result) => total + result[field], 0);

async function run(options) {
  const started = performance.now();
  const progress = newProgress();
  await bootstrap(progress);
  const { runTests } = await import('./lib/test-run.mjs');
  const results = await runTests({ ...options, progress });
  const failures = results.flatMap((result) => result.failures);
  progress.line(`\ntook ${seconds(performance.now() - started)}`);
  if (failures.length > 0) progress.line(`\nfailed:\n${failures.map((failure) => `- ${failure}`).join('\n')}\n`);
  return { passed: sum(results, 'passed'), failed: sum(results, 'failed') };
}

await runCommand(command, async ({ values: { 'no-build': isBuilt, ...values }, operands }) => {
  if (values.kind && !(values.kind in kinds)) throw new UsageProblem(`--kind is ${values.kind}`);
  const { passed, failed } = await run({ ...values, patterns: operands, mustBuild: !isBuilt }).catch((error) => {
    reportProblem(error);
    return { passed: 0, failed: 1 };
  });
  // Not `exit` afterwards: a pipe that reads slowly would lose the last line.
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  return failed === 0 && passed > 0;
});

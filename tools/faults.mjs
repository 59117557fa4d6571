import { readFileSync } from 'node:fs';
import { bootstrap } from './lib/bootstrap.mjs';
import { Problem, reportProblem } from './lib/problem.mjs';
import { newProgress, seconds } from './lib/progress.mjs';

const faultRuns = JSON.parse(readFileSync(new URL('faults/registry.json', import.meta.url), 'utf8'));

const usage = `npm run faults [-- name…] [--list]
  Runs all full-length fault runs, or the named ones, each on a private system.
`;

const listing = () =>
  faultRuns.map(({ name, minutes, about }) => `  ${name.padEnd(24)} ${String(minutes).padStart(3)} min  ${about}`);

function chosen(names) {
  const unknown = names.find((one) => !faultRuns.some(({ name }) => name === one));
  if (unknown) throw new Problem(`there is no fault run ${unknown}`, 'npm run faults -- --list');
  return names.length === 0 ? faultRuns : faultRuns.filter(({ name }) => names.includes(name));
}

async function main(args) {
  if (args.includes('--help')) return void process.stdout.write(usage);
  if (args.includes('--list')) return void process.stdout.write(`${listing().join('\n')}\n`);
  const runs = chosen(args);
  const started = performance.now();
  const progress = newProgress();
  await bootstrap(progress);
  const { runFaults } = await import('./lib/fault-runs.mjs');
  const results = await runFaults({ runs, progress });
  for (const { name, failures, figures } of results) {
    progress.line(`\n${name}: ${failures.length === 0 ? 'passed' : 'FAILED'}`);
    for (const line of figures) progress.line(`  ${line}`);
    for (const failure of failures) progress.line(`  - ${failure}`);
  }
  progress.line(`\ntook ${seconds(performance.now() - started)}`);
  if (results.some(({ failures }) => failures.length > 0)) process.exitCode = 1;
}

await main(process.argv.slice(2)).catch((error) => {
  reportProblem(error);
  process.exitCode = 1;
});

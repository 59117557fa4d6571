import { readFileSync } from 'node:fs';
import { bootstrap } from './lib/bootstrap.mjs';
import { runCommand, UsageProblem } from './lib/command-line.mjs';
import { newProgress, seconds } from './lib/progress.mjs';

const faultRuns = JSON.parse(readFileSync(new URL('faults/registry.json', import.meta.url), 'utf8'));

const command = {
  name: 'npm run faults',
  usage: ['npm run faults [-- <name>…]', 'npm run faults -- --list'],
  about: 'Runs all full-length fault runs, or the named ones, each on a private system.',
  operands: { '<name>…': 'the fault runs' },
  options: { list: { about: 'prints the fault runs and how long they take' } },
};

const listing = () =>
  faultRuns.map(({ name, minutes, about }) => `  ${name.padEnd(24)} ${String(minutes).padStart(3)} min  ${about}`);

function chosen(names) {
  const unknown = names.find((one) => !faultRuns.some(({ name }) => name === one));
  if (unknown) throw new UsageProblem(`there is no fault run ${unknown}`, 'npm run faults -- --list');
  return names.length === 0 ? faultRuns : faultRuns.filter(({ name }) => names.includes(name));
}

async function main({ values, operands }) {
  if (values.list) return void process.stdout.write(`${listing().join('\n')}\n`);
  const runs = chosen(operands);
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
  return results.every(({ failures }) => failures.length === 0);
}

await runCommand(command, main);

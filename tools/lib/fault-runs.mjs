import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runJest } from './jest-runs.mjs';
import { builtNote, buildApps } from './nx.mjs';
import { root } from './paths.mjs';
import { withTestServers } from './test-run.mjs';

/** The folder with the figures of the last runs: one line of JSON per row. */
const figuresFolder = path.join(root, 'dist/faults');

const cells = (row) =>
  Object.entries(row)
    .map(([name, value]) => `${name} ${value}`)
    .join('  ');

function figuresOf(file) {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => cells(JSON.parse(line)));
}

async function runOne({ name }, { env, folder }) {
  const file = path.join(figuresFolder, `${name}.jsonl`);
  rmSync(file, { force: true });
  const { failures, failed } = await runJest(
    { name: 'faults', processes: 1, flags: ['--forceExit'] },
    {
      files: [`tools/faults/${name}.fault.ts`],
      report: path.join(folder, `${name}.json`),
      env: { ...env, FAULT_FIGURES: file },
    },
  );
  const wrong = failed > 0 && failures.length === 0 ? ['the fault run did not start'] : failures;
  return { name, failures: wrong, figures: figuresOf(file) };
}

/** Runs the fault runs in turn: each measures the whole machine. */
export async function runFaults({ runs, progress }) {
  mkdirSync(figuresFolder, { recursive: true });
  await progress.step('build', () => buildApps(), builtNote);
  return withTestServers(progress, async (servers) => {
    const results = [];
    for (const run of runs) {
      progress.line(`\n${run.name}: ${run.about}`);
      results.push(await runOne(run, servers));
    }
    return results;
  });
}

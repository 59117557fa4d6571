import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from './paths.mjs';

const bin = (name) => path.join(root, 'node_modules/.bin', name);

const script = (name) => ({ command: process.execPath, args: [`tools/${name}.mjs`] });

/**
 * The checks that every change must pass before the slow tests: types, lint, module boundaries, format, and dependencies. A step
 * with `summary` prints the last line of its output next to its name.
 */
export const checkSteps = [
  { name: 'types', command: bin('tsc'), args: ['-p', 'tsconfig.json', '--pretty', 'false'] },
  {
    name: 'boundaries',
    command: bin('depcruise'),
    args: ['--config', '.dependency-cruiser.cjs', 'apps', 'libs', 'tools'],
  },
  { name: 'lint', command: bin('eslint'), args: ['.', '--max-warnings', '0'] },
  { name: 'docs', command: process.execPath, args: ['tools/docs.mjs', '--check'] },
  { name: 'words', ...script('words') },
  { name: 'secrets', ...script('secret-scan'), summary: true },
  { name: 'licences', ...script('sbom'), summary: true },
  { name: 'audit', ...script('audit'), summary: true },
  { name: 'format', command: bin('prettier'), args: ['--check', '--log-level', 'warn', '.'] },
];

const run = ({ command, args }) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.once('error', (error) => resolve({ passed: false, output: error.message }));
    child.once('exit', (code) => resolve({ passed: code === 0, output: output.trim() }));
  });

/** Runs two steps at a time (each uses a core) and returns the results in order. */
export async function runChecks(progress, steps = checkSteps) {
  const results = new Map();
  const waiting = [...steps];
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const current = step;
      const started = performance.now();
      const result = await run(current);
      results.set(current.name, result);
      const note = current.summary ? result.output.split('\n').at(-1) : '';
      progress.stepLine(result.passed, current.name, performance.now() - started, note);
    }
  };
  await Promise.all([worker(), worker()]);
  return steps.map(({ name }) => ({ name, ...results.get(name) }));
}

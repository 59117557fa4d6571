import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from './paths.mjs';
import { Problem } from './problem.mjs';

const nx = path.join(root, 'node_modules/nx/dist/bin/nx.js');
/** Where Nx writes the tasks of its last run. */
const runFile = path.join(root, '.nx/cache/run.json');

/**
 * Runs targets of every project that has them, or of `projects`; what did not change comes from Nx's cache. Nx prints a line for
 * each task and the output of those that fail; `isQuiet` returns the output instead. `flags` are further options of run-many.
 */
export async function runTargets(targets, { projects = [], flags = [], isQuiet = false } = {}) {
  rmSync(runFile, { force: true });
  const which = projects.length > 0 ? [`--projects=${projects.join(',')}`] : [];
  const child = spawn(process.execPath, [nx, 'run-many', `--targets=${targets.join(',')}`, ...which, ...flags], {
    cwd: root,
    stdio: ['ignore', isQuiet ? 'pipe' : 'inherit', isQuiet ? 'pipe' : 'inherit'],
  });
  let output = '';
  for (const stream of isQuiet ? [child.stdout, child.stderr] : []) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  if (!existsSync(runFile)) throw new Problem(`Nx did not run ${targets.join(', ')}\n${output}`, 'npx nx reset');
  const { tasks } = JSON.parse(readFileSync(runFile, 'utf8'));
  return {
    hasPassed: code === 0,
    output,
    tasks: tasks.map(({ taskId, projectName, target, status, cacheStatus }) => ({
      id: taskId,
      project: projectName,
      target,
      hasPassed: status === 0,
      isCached: cacheStatus !== 'cache-miss',
    })),
  };
}

/** Builds the apps that changed, all or the named ones; returns the names of those that were built. */
export async function buildApps(projects) {
  const { hasPassed, output, tasks } = await runTargets(['build'], { projects, isQuiet: true });
  if (!hasPassed) throw new Problem(`the apps do not build:\n${output.trim()}`);
  return tasks.filter(({ isCached }) => !isCached).map(({ project }) => project);
}

export const builtNote = (names) => (names.length > 0 ? names.join(' ') : 'up to date');

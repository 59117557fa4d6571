import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './paths.mjs';
import { startSharedSystem } from './shared-system.mjs';

/**
 * The jest projects, cheapest first. Projects of one row run concurrently, to use two cores: integration tests mostly wait for
 * servers. Shared journeys run in turn on one system; each other journey starts its own.
 */
export const jestProjects = [
  [{ name: 'unit', flags: ['--maxWorkers=2'] }],
  [
    { name: 'integration', flags: ['--maxWorkers=2', '--forceExit'] },
    { name: 'shared-journeys', flags: ['--runInBand', '--forceExit'], needs: startSharedSystem },
  ],
  [{ name: 'journeys', flags: ['--maxWorkers=2', '--forceExit'] }],
];

const nothing = { passed: 0, failed: 0, failures: [] };

/** The counts of a jest report; a file that could not be loaded is one failure. */
function tally(reportFile, code) {
  if (!existsSync(reportFile))
    return { ...nothing, failed: 1, failures: [`jest ended with ${code} and left no report`] };
  const report = JSON.parse(readFileSync(reportFile, 'utf8'));
  const where = ({ name }) => path.relative(root, name);
  const failures = report.testResults.flatMap((file) => {
    const tests = file.assertionResults.filter(({ status }) => status === 'failed');
    if (tests.length === 0 && file.status === 'failed') return [`${where(file)}: could not run\n${file.message}`];
    return tests.map(({ fullName }) => `${where(file)}: ${fullName}`);
  });
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  return { passed: report.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed, failures };
}

const jest = path.join(root, 'node_modules/jest/bin/jest.js');

const anyFile = (name, patterns) =>
  execFileSync(process.execPath, [jest, '--selectProjects', name, '--listTests', '--', ...patterns], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).includes('.spec.ts');

/** Runs one project of jest.config.cjs with the system that it needs; prints jest's stderr. */
export async function runJest({ name, flags, needs }, { patterns, env, folder }) {
  const system = needs && anyFile(name, patterns) ? await needs({ env }) : undefined;
  const report = path.join(folder, `${name}.json`);
  const args = [jest, '--selectProjects', name, ...flags, '--passWithNoTests', '--json', `--outputFile=${report}`];
  const child = spawn(process.execPath, [...args, '--', ...patterns], {
    cwd: root,
    env: { ...process.env, ...env, ...system?.env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code, signal] = await once(child, 'exit');
  await system?.stop();
  return tally(report, signal ?? code);
}

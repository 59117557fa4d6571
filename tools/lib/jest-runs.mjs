import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './paths.mjs';

/** The three kinds of test, cheapest first. Journeys drive a whole system each, so they take turns. */
export const jestProjects = [
  { name: 'unit', flags: ['--maxWorkers=2'] },
  { name: 'integration', flags: ['--maxWorkers=2', '--forceExit'] },
  { name: 'journeys', flags: ['--runInBand', '--forceExit'] },
];

const nothing = { passed: 0, failed: 0, failures: [] };

/** What a report of jest's counts to; a file that could not even be loaded is one failure. */
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

/** Runs one project of jest.config.cjs; its own output goes through. */
export function runJest({ name, flags }, { patterns, env, folder }) {
  const report = path.join(folder, `${name}.json`);
  const jest = path.join(root, 'node_modules/jest/bin/jest.js');
  const args = [jest, '--selectProjects', name, ...flags, '--passWithNoTests', '--json', `--outputFile=${report}`];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...args, '--', ...patterns], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.once('exit', (code, signal) => resolve(tally(report, signal ?? code)));
  });
}

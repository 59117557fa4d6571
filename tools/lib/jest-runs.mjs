import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { brokerTemplate } from './broker-template.mjs';
import { youngSpace } from './node-flags.mjs';
import { root } from './paths.mjs';
import { startSharedSystem } from './shared-system.mjs';

const unit = { name: 'unit', flags: ['--maxWorkers=2'] };
const integration = {
  name: 'integration',
  flags: ['--forceExit'],
  aloneFlags: ['--maxWorkers=2'],
  besideFlags: ['--runInBand'],
  needsServers: true,
};
/** By the size of the files, and not by the times of earlier runs: in CI and on any other machine the order is the same. */
const largestFirst = '--testSequencer=./tools/lib/largest-first.cjs';
/** All specs in turn on one system. */
const sharedJourneys = {
  name: 'shared-journeys',
  flags: ['--runInBand', '--forceExit', largestFirst],
  needsServers: true,
  needsApps: true,
  needs: startSharedSystem,
};
/** Each spec starts its own system. */
const journeys = {
  name: 'journeys',
  flags: ['--maxWorkers=2', '--forceExit', largestFirst],
  needsServers: true,
  needsApps: true,
  needs: brokerTemplate,
};

/**
 * The jest projects in rows, cheapest first. The lanes of a row run concurrently and the projects of a lane in turn: journeys
 * mostly wait for their systems, and leave time of both cores to one more process.
 */
export const jestProjects = [[[unit]], [[journeys], [sharedJourneys, integration]]];

const reasonLines = 12;

/** What a failed test says, without colours and frames: a log that is cut keeps the end of the run, and so the reason. */
function reasonOf({ failureMessages = [] }) {
  const lines = stripVTControlCharacters(failureMessages.join('\n')).split('\n');
  const said = lines.filter((line) => line.trim() !== '' && !/^\s+at /.test(line));
  return said
    .slice(0, reasonLines)
    .map((line) => `\n    ${line}`)
    .join('');
}

const nothing = { passed: 0, failed: 0, failures: [], times: [] };

/** The counts of a jest report; a file that could not be loaded is one failure. `code` is how jest ended. */
export function tally(reportFile, code) {
  if (!existsSync(reportFile))
    return { ...nothing, failed: 1, failures: [`jest ended with ${code} and left no report in ${reportFile}`] };
  const report = JSON.parse(readFileSync(reportFile, 'utf8'));
  const where = ({ name }) => path.relative(root, name);
  const failures = report.testResults.flatMap((file) => {
    const tests = file.assertionResults.filter(({ status }) => status === 'failed');
    if (tests.length === 0 && file.status === 'failed') return [`${where(file)}: could not run\n${file.message}`];
    return tests.map((test) => `${where(file)}: ${test.fullName}${reasonOf(test)}`);
  });
  const times = report.testResults.map((file) => ({ file: where(file), ms: file.endTime - file.startTime }));
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  return { passed: report.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed, failures, times };
}

const jest = path.join(root, 'node_modules/jest/bin/jest.js');

const reporter = path.join(root, 'tools/lib/test-progress.cjs');

/**
 * Runs these files of one project of jest.config.cjs, with the system that it needs; prints jest's stderr. `isBeside`: another
 * lane runs meanwhile.
 */
export async function runJest(project, { files, env, report, title = project.name, isBeside = false }) {
  const { name, needs, aloneFlags = [], besideFlags = [] } = project;
  const flags = [...project.flags, ...(isBeside ? besideFlags : aloneFlags)];
  const system = await needs?.({ env, files, folder: path.dirname(report) });
  mkdirSync(path.dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const options = ['--json', `--outputFile=${report}`, `--reporters=${reporter}`];
  const args = [youngSpace, jest, '--selectProjects', name, ...flags, ...options, '--runTestsByPath', '--', ...files];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env, ...system?.env, TEST_PROJECT: title },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code, signal] = await once(child, 'exit');
  await system?.stop?.();
  return tally(report, signal ?? code);
}

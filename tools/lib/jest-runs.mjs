import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { brokerTemplate } from './broker-template.mjs';
import { youngSpace } from './node-flags.mjs';
import { root } from './paths.mjs';
import { startSharedSystem } from './shared-system.mjs';
import { specFilesOf, writeGroups } from './spec-groups.mjs';

/**
 * `groups`: jest gets the spec files in so many parts, and a process runs a part in turn (spec-groups.mjs): with more parts than
 * processes they end at nearly the same time. `followsFirst`: begins when the first of the other projects in its row has ended.
 */
const unit = { name: 'unit', processes: 2, flags: [], groups: 2 };
const integration = {
  name: 'integration',
  processes: 2,
  flags: ['--forceExit'],
  groups: 4,
  needsServers: true,
  followsFirst: true,
};
/** By the size of the files, and not by the times of earlier runs: in CI and on any other machine the order is the same. */
const largestFirst = '--testSequencer=./tools/lib/largest-first.cjs';
/** All specs in turn on one system. */
const sharedJourneys = {
  name: 'shared-journeys',
  processes: 1,
  flags: ['--forceExit'],
  groups: 1,
  needsServers: true,
  needsApps: true,
  needs: startSharedSystem,
};
/** Each spec starts its own system. */
const journeys = {
  name: 'journeys',
  processes: 2,
  flags: ['--forceExit', largestFirst],
  needsServers: true,
  needsApps: true,
  needs: brokerTemplate,
};

/**
 * The jest projects in rows, cheapest first; those of a row run concurrently. Journeys mostly wait for their systems, and leave
 * time of both cores to one more process.
 */
export const jestProjects = [[unit], [journeys, sharedJourneys, integration]];

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

const isFailed = ({ status }) => status === 'failed';

const nothing = { passed: 0, failed: 0, failures: [], times: [] };

/** The counts of a jest report; a file that could not be loaded is one failure. `code` is how jest ended. */
export function tally(reportFile, code) {
  if (!existsSync(reportFile))
    return { ...nothing, failed: 1, failures: [`jest ended with ${code} and left no report in ${reportFile}`] };
  const report = JSON.parse(readFileSync(reportFile, 'utf8'));
  const specFiles = specFilesOf(report);
  const failures = specFiles.flatMap(({ file, tests, message }) =>
    message === undefined
      ? tests.filter(isFailed).map((test) => `${file}: ${test.fullName}${reasonOf(test)}`)
      : [`${file}: could not run\n${message}`],
  );
  const times = specFiles.map(({ file, ms }) => ({ file, ms }));
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  return { passed: report.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed, failures, times };
}

const jest = path.join(root, 'node_modules/jest/bin/jest.js');

const reporter = path.join(root, 'tools/lib/test-progress.cjs');

/** The flags of jest for these files: in groups, or each on its own. */
function flagsFor({ groups, processes }, files, report) {
  const workers = `--maxWorkers=${processes}`;
  if (!groups) return [workers, '--runTestsByPath', '--', ...files];
  return [workers, ...writeGroups({ files, count: groups, folder: report.replace(/\.json$/, '') })];
}

/** Runs these files of one project of jest.config.cjs, with the system that it needs; prints jest's stderr. */
export async function runJest(project, { files, env, report, title = project.name }) {
  const { name, flags, needs } = project;
  let system;
  try {
    system = await needs?.({ env, files, folder: path.dirname(report) });
  } catch (error) {
    // The other projects use the same servers: they go on.
    return { ...nothing, failed: 1, failures: [`${title}: no test ran: ${error.message}`] };
  }
  mkdirSync(path.dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const options = ['--selectProjects', name, '--json', `--outputFile=${report}`, `--reporters=${reporter}`];
  const args = [youngSpace, jest, ...options, ...flags, ...flagsFor(project, files, report)];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env, ...system?.env, TEST_PROJECT: title, TEST_FILES: String(files.length) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code, signal] = await once(child, 'exit');
  await system?.stop?.();
  return tally(report, signal ?? code);
}

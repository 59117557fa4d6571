import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const folder = mkdtempSync(path.join(tmpdir(), 'payorch-reports-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Task {
  readonly project: string;
  readonly target: string;
  readonly hasPassed: boolean;
  readonly isCached: boolean;
}

/** Writes the report that jest would leave for a project. */
function report(project: string, passed: number, failed = 0): void {
  const assertionResults = Array.from({ length: failed }, (_, index) => ({
    status: 'failed',
    fullName: `test ${index}`,
    failureMessages: ['\u001b[31mExpected: 1\u001b[39m\n\nReceived: 2\n    at Object.<anonymous> (some.spec.ts:1:1)'],
  }));
  const testResults = [{ name: `${project}.spec.ts`, startTime: 0, endTime: 5, assertionResults }];
  const counts = { numPassedTests: passed, numFailedTests: failed, numRuntimeErrorTestSuites: 0 };
  writeFileSync(path.join(folder, `${project}.json`), JSON.stringify({ ...counts, testResults }));
}

const task = (target: string, project: string, hasPassed = true, isCached = false) => ({
  id: `${project}:${target}`,
  project,
  target,
  hasPassed,
  isCached,
});

/** The sums of a run of these tasks, and whose tests show a time. */
function count(tasks: readonly Task[], hasPassed = true) {
  const script = `
    import { resultsOf } from './tools/lib/task-results.mjs';
    const run = ${JSON.stringify({ tasks, hasPassed })};
    const results = resultsOf(run, (project) => ${JSON.stringify(folder)} + '/' + project + '.json');
    const sum = (field) => results.reduce((total, result) => total + result[field], 0);
    const all = (field) => results.flatMap((result) => result[field]);
    console.log(JSON.stringify({ passed: sum('passed'), failed: sum('failed'), timed: all('times').length, failures: all('failures') }));`;
  const options = { cwd: path.join(__dirname, '..'), encoding: 'utf8' } as const;
  return JSON.parse(spawnSync(process.execPath, ['--input-type=module', '--eval', script], options).stdout) as object;
}

beforeAll(() => {
  report('kernel', 30);
  report('rest', 20);
  report('payments', 9, 2);
});

it('the count includes the tests of projects whose results come from the cache, without times', () =>
  expect(count([task('test', 'kernel', true, true), task('test', 'rest')])).toEqual({
    passed: 50,
    failed: 0,
    timed: 1,
    failures: [],
  }));

it('failed tests and failed checks count as failures', () => {
  const tasks = [task('test', 'kernel'), task('test', 'payments', false), task('lint', 'workspace', false)];
  expect(count(tasks, false)).toMatchObject({ passed: 39, failed: 3 });
});

it('a failed test says why, without colours and frames', () =>
  expect(count([task('test', 'payments', false)])).toMatchObject({
    failures: [0, 1].map(
      (index) =>
        expect.stringMatching(
          new RegExp(`payments\\.spec\\.ts: test ${index}\n    Expected: 1\n    Received: 2$`),
        ) as string,
    ),
  }));

it.each([
  ['a project without a report', [task('test', 'routing')], true],
  ['a project whose tests passed while its task failed', [task('test', 'kernel', false)], false],
  ['a run that failed without a failed task', [task('test', 'kernel')], false],
])('%s counts as one failure', (_case, tasks, hasPassed) =>
  expect(count(tasks, hasPassed)).toMatchObject({ failed: 1 }),
);

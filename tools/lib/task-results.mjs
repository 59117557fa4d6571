import { tally } from './jest-runs.mjs';
import { unitReport } from './paths.mjs';

const failure = (text) => ({ passed: 0, failed: 1, failures: [text], times: [] });

/** The tests of one project, from its stored report; tests that did not run again show no times. */
function testsOf({ project, hasPassed, isCached }, reportOf) {
  const result = tally(reportOf(project), hasPassed ? 0 : 1);
  return isCached ? { ...result, times: [] } : result;
}

/**
 * The counts of a run of Nx: the unit tests of every project, whether they ran or came from the cache, and one failure for each
 * other task that failed.
 */
export function resultsOf({ hasPassed, tasks }, reportOf = unitReport) {
  const tests = tasks.filter(({ target }) => target === 'test').map((task) => testsOf(task, reportOf));
  const others = tasks.filter((task) => task.target !== 'test' && !task.hasPassed).map(({ id }) => failure(id));
  const results = [...tests, ...others];
  const isExplained = hasPassed || results.some(({ failed }) => failed > 0);
  return isExplained ? results : [...results, failure('Nx failed; see its output above')];
}

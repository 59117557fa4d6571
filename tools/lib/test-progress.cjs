const path = require('node:path');

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/**
 * A jest reporter: one line a file with how many are done and the time since the start; of a file that fails, what failed.
 */
module.exports = class TestProgress {
  constructor({ rootDir }) {
    this.rootDir = rootDir;
    this.project = process.env['TEST_PROJECT'];
  }

  onRunStart({ numTotalTestSuites }) {
    this.total = numTotalTestSuites;
    this.done = 0;
    this.started = performance.now();
  }

  onTestResult(test, { numFailingTests, failureMessage, testExecError, perfStats }) {
    this.done += 1;
    const result = numFailingTests > 0 || testExecError ? 'FAIL' : 'ok';
    const place = `${this.project} ${this.done}/${this.total}, ${seconds(performance.now() - this.started)}`;
    const file = path.relative(this.rootDir, test.path);
    process.stderr.write(`  ${place}  ${result}  ${file} (${seconds(perfStats.runtime)})\n`);
    if (failureMessage) process.stderr.write(`${failureMessage}\n`);
  }
};

const path = require('node:path');

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/** The path of the group in which a spec file runs in turn with others (spec-groups.mjs). */
const isGroup = (file) => file.endsWith('.specs.cjs');

/**
 * A jest reporter: one line a spec file with how many are done and the time since the start; of a file that fails, what failed.
 */
module.exports = class TestProgress {
  constructor({ rootDir }) {
    this.rootDir = rootDir;
    this.project = process.env['TEST_PROJECT'];
    this.total = process.env['TEST_FILES'];
    this.done = 0;
    /** The spec file that runs, with what failed in it, by the path of its group. */
    this.running = new Map();
  }

  onRunStart() {
    this.started = performance.now();
  }

  onTestCaseResult(test, { ancestorTitles: [file], fullName, failureMessages }) {
    if (!isGroup(test.path)) return;
    if (this.running.get(test.path)?.file !== file) this.begin(test.path, file);
    const { failures } = this.running.get(test.path);
    if (failureMessages.length > 0) failures.push(`  ● ${fullName}\n\n${failureMessages.join('\n')}`);
  }

  onTestResult(test, { numFailingTests, failureMessage, testExecError, perfStats }) {
    if (!isGroup(test.path)) {
      const failures = numFailingTests > 0 || testExecError ? [failureMessage] : [];
      this.print({ file: path.relative(this.rootDir, test.path), failures, ms: perfStats.runtime });
      return;
    }
    this.end(test.path);
    if (testExecError) process.stderr.write(`${failureMessage}\n`);
  }

  begin(group, file) {
    const began = this.end(group) ?? this.started;
    this.running.set(group, { file, failures: [], began });
  }

  /** Prints the spec file that ran in a group; returns when it ended. */
  end(group) {
    const running = this.running.get(group);
    if (!running) return undefined;
    const now = performance.now();
    this.print({ ...running, ms: now - running.began });
    return now;
  }

  print({ file, failures, ms }) {
    this.done += 1;
    const result = failures.length > 0 ? 'FAIL' : 'ok';
    const place = `${this.project} ${this.done}/${this.total}, ${seconds(performance.now() - this.started)}`;
    process.stderr.write(`  ${place}  ${result}  ${file} (${seconds(ms)})\n`);
    for (const failure of failures) process.stderr.write(`${failure}\n`);
  }
};

const { TestEnvironment } = require('jest-environment-node');

/** What a test file starts and must not outlive it (libs/harness/src/test-file.ts). */
const testFile = Symbol.for('payorch.testFile');

/** Jest's own environment, which ends what a test file leaves running. */
module.exports = class EndingEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global[testFile] = { isOver: false, endings: new Set() };
  }

  /** After all tests and hooks of the file, and before its modules go. */
  async handleTestEvent({ name }) {
    if (name !== 'run_finish') return;
    const file = this.global[testFile];
    file.isOver = true;
    await Promise.allSettled([...file.endings].map((end) => end()));
  }
};

const { TestEnvironment } = require('jest-environment-node');

/** Where jest-circus keeps its handlers: those of an earlier file would act once more. */
const circusHandlers = Symbol.for('EVENT_HANDLERS');

/** What a test file starts and must not outlive it (libs/harness/src/test-file.ts). */
const testFile = Symbol.for('payorch.testFile');

/** The environments of this worker, by the project of jest.config.cjs. */
const environments = new Map();

/**
 * One environment for all test files of a project in a worker, for the modules that these files share (test-runtime.cjs). Each
 * file finds the environment variables that the worker began with, and real timers.
 */
module.exports = class SharedEnvironment extends TestEnvironment {
  constructor(config, context) {
    const project = config.projectConfig.displayName.name;
    const earlier = environments.get(project);
    if (earlier) return earlier;
    super(config, context);
    environments.set(project, this);
    this.variables = { ...this.global.process.env };
    this.exit = this.global.process.exit;
  }

  async setup() {
    const { process } = this.global;
    for (const name of Object.keys(process.env)) if (!(name in this.variables)) delete process.env[name];
    Object.assign(process.env, this.variables);
    this.global[testFile] = { isOver: false, endings: new Set() };
  }

  /** Not the parent's: it empties the globals that the shared modules use. */
  async teardown() {
    const file = this.global[testFile];
    file.isOver = true;
    await Promise.allSettled([...file.endings].map((end) => end()));
    this.fakeTimersModern.useRealTimers();
    this.global.process.exit = this.exit;
    delete this.global[circusHandlers];
  }
};

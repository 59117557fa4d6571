const { default: Runtime } = require('jest-runtime');

/** The files that register tests when they are loaded, and what they share only with each other. */
const isOfOneFile = (file) => /\.(?:spec|fault)\.ts$|\/e2e\//.test(file);

/** The runtimes of this worker, by the project of jest.config.cjs. */
const runtimes = new Map();

/**
 * One module registry for all test files of a project in a worker: packages and code under test are loaded once, and not for each
 * file (docs/adr/0136-modules-load-once-a-worker.md). A spec that needs a module in its first state has `jest.isolateModules`. It
 * uses private fields of jest's runtime, which the pinned version has; `tools/test-runtime.int.spec.ts` notices others.
 */
module.exports = class SharedRuntime extends Runtime {
  constructor(...options) {
    const [config] = options;
    const testFile = options[6];
    const earlier = runtimes.get(config.displayName.name);
    if (earlier) {
      earlier.begin(testFile);
      return earlier;
    }
    super(...options);
    runtimes.set(config.displayName.name, this);
  }

  begin(testFile) {
    this._testPath = testFile;
    this.executor.testPath = testFile;
    this.testState.state = 'loading';
  }

  /** Not the parent's: it empties the registry. jest's own modules go, since they hold the tests of the file. */
  teardown() {
    this.restoreAllMocks();
    this.mockState.clear();
    this.testMainModule.reset();
    const { internalModuleRegistry, moduleRegistry } = this.registries;
    internalModuleRegistry.clear();
    for (const file of moduleRegistry.keys()) if (isOfOneFile(file)) moduleRegistry.delete(file);
  }
};

const path = require('node:path');

const root = path.resolve(__dirname, '../..');

/** A test that hangs must end some day, in ms; how fast a machine is decides no test. */
const timeoutMs = 300_000;

/** What a spec file starts and must not outlive it (libs/harness/src/test-file.ts). */
const testFile = Symbol.for('payorch.testFile');

const newTestFile = () => ({ isOver: false, endings: new Set() });

/** Ends what a spec file left running; fails when something cannot end. */
async function end(file) {
  file.isOver = true;
  await Promise.all([...file.endings].map((one) => one()));
}

/** Loads a spec file; one that cannot be loaded is a failed test. */
function load(file) {
  try {
    require(file);
  } catch (error) {
    it('can be loaded', () => {
      throw error;
    });
  }
}

/** Puts back what a spec file may leave changed for the next one. */
function putBack(variables) {
  for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
  Object.assign(process.env, variables);
  jest.useRealTimers();
  jest.restoreAllMocks();
}

/**
 * Runs spec files in turn as one test file of jest, which loads the modules behind them once
 * (docs/adr/0193-spec-files-in-turn.md). Each is a `describe` with its path below the root, in which its hooks stay.
 */
function specsInTurn(files) {
  for (const file of files)
    describe(file, () => {
      let variables;
      beforeAll(() => {
        variables = { ...process.env };
        globalThis[testFile] = newTestFile();
      });
      load(path.resolve(root, file));
      // The last hooks: those of the file come before them.
      afterAll(() => end(globalThis[testFile]));
      afterAll(() => putBack(variables));
    });
  // What a file says of its own timeout would count for all: only that of a single test does.
  jest.setTimeout(timeoutMs);
}

module.exports = { specsInTurn, timeoutMs };

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(__dirname, '..');
const at = (file: string): string => path.join(root, file);

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

const sequencer = `
  const { default: Sequencer } = require('${at('node_modules/@jest/test-sequencer')}');
  module.exports = class ByName extends Sequencer {
    sort(tests) { return [...tests].sort((one, other) => (one.path < other.path ? -1 : 1)); }
  };`;

/** Runs spec files in one worker of jest, in the order of their names, beside other files; returns the state of each test. */
function resultsOf(files: Readonly<Record<string, string>>): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'payorch-runtime-'));
  const config = {
    displayName: 'probe',
    rootDir: folder,
    testMatch: ['**/*.spec.ts'],
    transform: {},
    testEnvironment: at('tools/lib/test-environment.cjs'),
    runtime: at('tools/lib/test-runtime.cjs'),
    testSequencer: path.join(folder, 'by-name.cjs'),
    cacheDirectory: path.join(folder, 'cache'),
  };
  try {
    const all = { ...files, 'by-name.cjs': sequencer, 'jest.config.json': JSON.stringify(config) };
    for (const [name, text] of Object.entries(all)) writeFileSync(path.join(folder, name), text);
    const jest = at('node_modules/jest/bin/jest.js');
    spawnSync(process.execPath, [jest, '--runInBand', '--json', '--outputFile=report.json'], { cwd: folder });
    const { testResults } = JSON.parse(readFileSync(path.join(folder, 'report.json'), 'utf8')) as Report;
    return testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .map(({ title, status }) => `${title}: ${status}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it('the spec files of a worker share modules, and nothing else', () => {
  const results = resultsOf({
    'module.js': 'exports.loaded = globalThis.loaded = (globalThis.loaded ?? 0) + 1; exports.now = () => Date.now();',
    'a.spec.ts': `
      const shared = require('./module');
      let hooks = 0;
      beforeEach(() => { hooks += 1; });
      it('the first file loads the module', () => {
        expect([hooks, shared.loaded]).toEqual([1, 1]);
        process.env.LEFT_BEHIND = 'a variable';
        jest.useFakeTimers({ now: 0 });
        jest.spyOn(shared, 'now').mockReturnValue(1);
      });`,
    'b.spec.ts': `
      const shared = require('./module');
      let hooks = 0;
      beforeEach(() => { hooks += 1; });
      it('the second file finds the module, but no variable, timer, mock or hook of the first', () => {
        expect([hooks, shared.loaded, process.env.LEFT_BEHIND]).toEqual([1, 1, undefined]);
        expect(shared.now()).toBeGreaterThan(1);
      });
      it('an isolated module is loaded anew', () => {
        jest.isolateModules(() => expect(require('./module').loaded).toBe(2));
        expect(shared.loaded).toBe(1);
      });
      it('a failure is a failure', () => expect(1).toBe(2));`,
  });
  expect(results).toEqual([
    'the first file loads the module: passed',
    'the second file finds the module, but no variable, timer, mock or hook of the first: passed',
    'an isolated module is loaded anew: passed',
    'a failure is a failure: failed',
  ]);
});

it('what a spec file leaves running ends with the file', () => {
  const results = resultsOf({
    'a.spec.ts': `
      const file = globalThis[Symbol.for('payorch.testFile')];
      it('the first file leaves something', () => {
        globalThis.earlier = file;
        file.endings.add(async () => { throw new Error('cannot end'); });
        file.endings.add(async () => { await null; globalThis.ended = true; });
      });`,
    'b.spec.ts': `
      it('the second file finds it ended, and is another file', () => {
        expect([globalThis.ended, globalThis.earlier.isOver]).toEqual([true, true]);
        expect(globalThis[Symbol.for('payorch.testFile')].isOver).toBe(false);
      });`,
  });
  expect(results).toEqual([
    'the first file leaves something: passed',
    'the second file finds it ended, and is another file: passed',
  ]);
});

it('a program that a test starts ends when the process of the test is killed', async () => {
  const preload = at('tools/lib/ends-with-parent.cjs');
  const started = `setInterval(() => undefined, 1_000); process.on('message', () => undefined);`;
  const parent = spawn(process.execPath, [
    '-e',
    `const child = require('node:child_process').spawn(process.execPath,
       ['--require', ${JSON.stringify(preload)}, '-e', ${JSON.stringify(started)}],
       { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
     child.once('spawn', () => console.log(child.pid));`,
  ]);
  const pid = Number(String(((await once(parent.stdout, 'data')) as [Buffer])[0]));
  const runs = (): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  expect(runs()).toBe(true);
  parent.kill('SIGKILL');
  await once(parent, 'exit');
  while (runs()) await new Promise((resolve) => setTimeout(resolve, 20));
});

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(__dirname, '..');
const at = (file: string): string => path.join(root, file);

/** What a program of Node prints as JSON; it may import tools. */
function printed<T>(script: string): T {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: root,
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as T;
}

const newFolder = (): string => mkdtempSync(path.join(tmpdir(), 'payorch-groups-'));

/** Writes files beside a configuration of jest with our environment. */
function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  const config = {
    rootDir: folder,
    transform: {},
    testEnvironment: at('tools/lib/test-environment.cjs'),
    cacheDirectory: path.join(folder, 'cache'),
  };
  const all = { ...files, 'jest.config.json': JSON.stringify(config) };
  for (const [name, text] of Object.entries(all)) writeFileSync(path.join(folder, name), text);
}

function runJest(folder: string, flags: readonly string[]): void {
  const jest = at('node_modules/jest/bin/jest.js');
  spawnSync(process.execPath, [jest, '--runInBand', '--json', '--outputFile=report.json', ...flags], { cwd: folder });
}

/** Runs spec files in turn in one group, the longest text first; returns the state of each test by its file. */
function resultsInTurn(files: Readonly<Record<string, string>>): string[] {
  const folder = newFolder();
  try {
    writeFiles(folder, files);
    const specs = Object.keys(files).filter((name) => name.endsWith('.spec.ts'));
    const selection = { files: specs.map((name) => path.join(folder, name)), count: 1, folder: `${folder}/groups` };
    runJest(
      folder,
      printed<string[]>(`
        import { writeGroups } from './tools/lib/spec-groups.mjs';
        console.log(JSON.stringify(writeGroups(${JSON.stringify(selection)})));`),
    );
    return printed(`
      import { readFileSync } from 'node:fs';
      import path from 'node:path';
      import { specFilesOf } from './tools/lib/spec-groups.mjs';
      const report = JSON.parse(readFileSync(${JSON.stringify(`${folder}/report.json`)}, 'utf8'));
      const lines = ({ file, tests }) =>
        tests.map(({ fullName, status }) => path.basename(file) + ': ' + fullName + ': ' + status);
      console.log(JSON.stringify(specFilesOf(report).flatMap(lines)));`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it('the spec files of a group share modules, and nothing else', () => {
  const results = resultsInTurn({
    'module.js': 'exports.loaded = globalThis.loaded = (globalThis.loaded ?? 0) + 1; exports.now = () => Date.now();',
    'a.spec.ts': `
      // The longest file, and so the first. Its timeout would end the next test.
      jest.setTimeout(1);
      const shared = require('./module');
      let hooks = 0;
      beforeEach(() => { hooks += 1; });
      const file = () => globalThis[Symbol.for('payorch.testFile')];
      let atTheEnd;
      afterAll(() => { atTheEnd = process.env.LEFT_BEHIND; });
      afterAll(() => { if (atTheEnd !== 'a variable') throw new Error('put back too early'); });
      it('the first file loads the module', () => {
        expect([hooks, shared.loaded]).toEqual([1, 1]);
        file().endings.add(async () => { globalThis.ended = [atTheEnd, file().isOver]; });
        process.env.LEFT_BEHIND = 'a variable';
        delete process.env.PATH;
        jest.useFakeTimers({ now: 0 });
        jest.spyOn(shared, 'now').mockReturnValue(1);
      });
      // ${'.'.repeat(1_000)}`,
    'b.spec.ts': `
      const shared = require('./module');
      let hooks = 0;
      beforeEach(() => { hooks += 1; });
      it('the second file finds the module, but no variable, timer, mock or hook of the first', () => {
        expect([hooks, shared.loaded, process.env.LEFT_BEHIND]).toEqual([1, 1, undefined]);
        expect(process.env.PATH).toBeDefined();
        expect(globalThis.ended).toEqual(['a variable', true]);
        expect(shared.now()).toBeGreaterThan(1);
      });
      it('the timeout is that of all', () => new Promise((resolve) => setTimeout(resolve, 50)));
      describe('inside', () => it('a failure is a failure', () => expect(1).toBe(2)));`,
    'c.spec.ts': `throw new Error('no test');`,
  });
  expect(results).toEqual([
    'a.spec.ts: the first file loads the module: passed',
    'b.spec.ts: the second file finds the module, but no variable, timer, mock or hook of the first: passed',
    'b.spec.ts: the timeout is that of all: passed',
    'b.spec.ts: inside a failure is a failure: failed',
    'c.spec.ts: can be loaded: failed',
  ]);
});

it('a spec file that would mock a module for the files after it is refused', () => {
  expect(() => resultsInTurn({ 'a.spec.ts': `jest.mock('./module'); it('passes', () => undefined);` })).toThrow(
    'a.spec.ts mocks a module',
  );
});

it('what a test file leaves running ends with the file, after its hooks', () => {
  const folder = newFolder();
  const note = (text: string) => `require('node:fs').appendFileSync('${folder}/notes', '${text}\\n')`;
  writeFiles(folder, {
    'a.spec.ts': `
      const file = globalThis[Symbol.for('payorch.testFile')];
      afterAll(() => ${note('hook')});
      it('the file leaves something', () => {
        file.endings.add(async () => { throw new Error('cannot end'); });
        file.endings.add(async () => { await null; if (file.isOver) ${note('ended')}; });
      });`,
  });
  runJest(folder, ['--testMatch=**/*.spec.ts']);
  expect(readFileSync(path.join(folder, 'notes'), 'utf8')).toBe('hook\nended\n');
  rmSync(folder, { recursive: true, force: true });
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
